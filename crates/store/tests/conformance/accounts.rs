//! The ways into an account: secrets that hold once, mail that waits, passkeys and recovery codes.

use jiff::SignedDuration;
use merels_model::PlayerId;
use merels_store::{
    AccountChange, GivenUp, MailKind, NewPlayer, Passkey, Purpose, SessionToken, Taken,
};

use super::{Fixture, now, on_postgres, on_sqlite, player};

conformance!(
    a_secret_holds_once_for_its_purpose_and_in_time,
    a_secret_dies_with_a_changed_password_or_address,
    of_many_who_bring_a_secret_one_is_let_in,
    a_mail_is_taken_by_one_node_and_again_when_that_fails,
    a_passkey_never_counts_backwards,
    the_second_factor_goes_with_the_last_passkey,
    a_password_goes_only_where_two_other_ways_lead_in_and_they_stay,
    a_recovery_code_is_good_once_and_for_its_owner,
    a_changed_address_is_not_confirmed,
    an_operator_keeps_a_second_factor_and_comes_in_anew,
    a_name_that_only_a_guest_has_is_free_for_an_account,
    an_account_that_refuses_guests_is_kept_apart_from_them,
);

const HALF_AN_HOUR: SignedDuration = SignedDuration::from_mins(30);

async fn a_secret_holds_once_for_its_purpose_and_in_time(fixture: &Fixture) {
    let (store, at) = (&fixture.store, now());
    let ada = player(store, "Ada").await;
    let secret =
        store.accounts().issue_secret(Purpose::Reset, Some(&ada), at + HALF_AN_HOUR).await.unwrap();
    for (purpose, when, held) in [
        (Purpose::Reset, at, Some(&ada)),
        (Purpose::Confirm, at, None),
        (Purpose::Reset, at + HALF_AN_HOUR, None),
    ] {
        let holder = store.accounts().secret_holder(&secret, purpose, when).await.unwrap();
        assert_eq!(holder.as_ref(), held, "{purpose:?} {when}");
    }
    assert_eq!(store.accounts().redeem_secret(&secret, Purpose::Confirm, at).await.unwrap(), None);
    let late = at + HALF_AN_HOUR;
    assert_eq!(store.accounts().redeem_secret(&secret, Purpose::Reset, late).await.unwrap(), None);
    let first = store.accounts().redeem_secret(&secret, Purpose::Reset, at).await.unwrap();
    assert_eq!(first, Some(Some(ada)));
    assert_eq!(store.accounts().redeem_secret(&secret, Purpose::Reset, at).await.unwrap(), None);
    let anybody = store.accounts().issue_secret(Purpose::Login, None, late).await.unwrap();
    assert_eq!(
        store.accounts().redeem_secret(&anybody, Purpose::Login, at).await.unwrap(),
        Some(None)
    );
    store.accounts().issue_secret(Purpose::Login, None, late).await.unwrap();
    assert_eq!(store.accounts().forget_secrets(late).await.unwrap(), 1);
}

async fn a_secret_dies_with_a_changed_password_or_address(fixture: &Fixture) {
    let (store, at) = (&fixture.store, now());
    let ada = player(store, "Ada").await;
    for change in [
        AccountChange::Password("another hash".to_owned()),
        AccountChange::Email("lovelace@example.org".to_owned()),
    ] {
        let secret =
            store.accounts().issue_secret(Purpose::Reset, Some(&ada), at + HALF_AN_HOUR).await;
        let secret = secret.unwrap();
        store
            .accounts()
            .change_account(&ada, AccountChange::Name("Ada L".to_owned()))
            .await
            .unwrap()
            .unwrap();
        assert_eq!(
            store.accounts().secret_holder(&secret, Purpose::Reset, at).await.unwrap(),
            Some(ada.clone())
        );
        store.accounts().change_account(&ada, change).await.unwrap().unwrap();
        assert_eq!(
            store.accounts().secret_holder(&secret, Purpose::Reset, at).await.unwrap(),
            None
        );
        assert_eq!(
            store.accounts().redeem_secret(&secret, Purpose::Reset, at).await.unwrap(),
            None
        );
    }
    let secret =
        store.accounts().issue_secret(Purpose::Reset, Some(&ada), at + HALF_AN_HOUR).await.unwrap();
    store.accounts().delete_player(&ada).await.unwrap();
    assert_eq!(store.accounts().redeem_secret(&secret, Purpose::Reset, at).await.unwrap(), None);
}

async fn of_many_who_bring_a_secret_one_is_let_in(fixture: &Fixture) {
    let (store, at) = (&fixture.store, now());
    let other = fixture.other_node().await;
    let ada = player(store, "Ada").await;
    let secret =
        store.accounts().issue_secret(Purpose::Reset, Some(&ada), at + HALF_AN_HOUR).await.unwrap();
    let attempts: Vec<_> = (0..10)
        .map(|i| {
            let store = if i % 2 == 0 { store.clone() } else { other.clone() };
            let secret = secret.clone();
            tokio::spawn(async move {
                store.accounts().redeem_secret(&secret, Purpose::Reset, at).await
            })
        })
        .collect();
    let mut let_in = 0;
    for attempt in attempts {
        let_in += usize::from(attempt.await.unwrap().unwrap().is_some());
    }
    assert_eq!(let_in, 1);
}

async fn a_mail_is_taken_by_one_node_and_again_when_that_fails(fixture: &Fixture) {
    let (store, at) = (&fixture.store, now());
    let (other, minute) = (fixture.other_node().await, SignedDuration::from_mins(1));
    store.notices().queue_mail(MailKind::Reset, "ada@example.org", "de", None, at).await.unwrap();
    assert_eq!(store.notices().take_mail(at - minute, minute).await.unwrap(), None, "not due yet");
    let mail = store.notices().take_mail(at, minute).await.unwrap().unwrap();
    assert_eq!((mail.kind, mail.address.as_str()), (MailKind::Reset, "ada@example.org"));
    assert_eq!((mail.language.as_str(), mail.tries), ("de", 1));
    assert_eq!(other.notices().take_mail(at, minute).await.unwrap(), None, "somebody has it");
    // The first node died over it.
    let again = other.notices().take_mail(at + minute, minute).await.unwrap().unwrap();
    assert_eq!(again.tries, 2);
    other.notices().settle_mail(&again, Some(at + 5 * minute)).await.unwrap();
    assert_eq!(store.notices().take_mail(at + 4 * minute, minute).await.unwrap(), None);
    let last = store.notices().take_mail(at + 5 * minute, minute).await.unwrap().unwrap();
    store.notices().settle_mail(&last, None).await.unwrap();
    assert_eq!(store.notices().mails_to("ada@example.org").await.unwrap(), []);
}

fn passkey(player: &PlayerId, id: &str) -> Passkey {
    Passkey {
        id: id.to_owned(),
        player: player.clone(),
        name: "a phone".to_owned(),
        public_key: "key".to_owned(),
        counter: 0,
        created: now(),
        used: None,
    }
}

async fn a_passkey_never_counts_backwards(fixture: &Fixture) {
    let (store, at) = (&fixture.store, now());
    let ada = player(store, "Ada").await;
    assert!(store.accounts().add_passkey(passkey(&ada, "one")).await.unwrap());
    assert!(
        !store.accounts().add_passkey(passkey(&ada, "one")).await.unwrap(),
        "it is kept already"
    );
    for (counter, fine) in [(0, true), (0, true), (5, true), (5, false), (4, false), (6, true)] {
        assert_eq!(
            store.accounts().use_passkey("one", counter, at).await.unwrap(),
            fine,
            "{counter}"
        );
    }
    let kept = store.accounts().passkey("one").await.unwrap().unwrap();
    assert_eq!((kept.counter, kept.used), (6, Some(at)));
    assert!(!store.accounts().use_passkey("two", 1, at).await.unwrap());
}

async fn the_second_factor_goes_with_the_last_passkey(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let asks = async || store.accounts().account_facts(&ada).await.unwrap().unwrap().second_factor;
    assert!(!store.accounts().set_second_factor(&ada, true).await.unwrap(), "there is no passkey");
    for id in ["one", "two"] {
        store.accounts().add_passkey(passkey(&ada, id)).await.unwrap();
    }
    assert!(store.accounts().set_second_factor(&ada, true).await.unwrap() && asks().await);
    assert_eq!(
        store.accounts().remove_passkey(&bo, "one").await.unwrap(),
        GivenUp::NotThere,
        "not Bo's"
    );
    assert_eq!(store.accounts().remove_passkey(&ada, "one").await.unwrap(), GivenUp::Done);
    assert!(asks().await);
    assert_eq!(store.accounts().remove_passkey(&ada, "two").await.unwrap(), GivenUp::Done);
    assert!(!asks().await);
}

async fn a_password_goes_only_where_two_other_ways_lead_in_and_they_stay(fixture: &Fixture) {
    let store = &fixture.store;
    let ada = player(store, "Ada").await;
    let has_password =
        async || store.accounts().account("ada@example.org").await.unwrap().unwrap().password;
    assert_eq!(store.accounts().drop_password(&ada).await.unwrap(), GivenUp::Needed);
    store.accounts().replace_recovery_codes(&ada, &["one".to_owned()]).await.unwrap();
    assert_eq!(
        store.accounts().drop_password(&ada).await.unwrap(),
        GivenUp::Needed,
        "codes are no way in"
    );
    store.accounts().add_passkey(passkey(&ada, "one")).await.unwrap();
    assert!(has_password().await.is_some());
    assert_eq!(store.accounts().drop_password(&ada).await.unwrap(), GivenUp::Done);
    assert!(has_password().await.is_none());
    assert_eq!(store.accounts().drop_password(&ada).await.unwrap(), GivenUp::NotThere);
    let facts = store.accounts().account_facts(&ada).await.unwrap().unwrap();
    assert!(!facts.has_password && facts.passkeys == 1 && facts.can_do_without_password());
    assert_eq!(store.accounts().remove_passkey(&ada, "one").await.unwrap(), GivenUp::Needed);
    store.accounts().add_passkey(passkey(&ada, "two")).await.unwrap();
    assert_eq!(store.accounts().remove_passkey(&ada, "one").await.unwrap(), GivenUp::Done);
    assert_eq!(store.accounts().remove_passkey(&ada, "two").await.unwrap(), GivenUp::Needed);
    store
        .accounts()
        .change_account(&ada, AccountChange::Password("hash".to_owned()))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(store.accounts().remove_passkey(&ada, "two").await.unwrap(), GivenUp::Done);
}

async fn an_operator_keeps_a_second_factor_and_comes_in_anew(fixture: &Fixture) {
    let (store, at) = (&fixture.store, now());
    let ada = player(store, "Ada").await;
    let facts = async || store.accounts().account_facts(&ada).await.unwrap().unwrap();
    let token = SessionToken::random();
    store.accounts().start_session(token.id(), ada.clone(), at + HALF_AN_HOUR).await.unwrap();
    assert!(store.accounts().set_operator(&ada, true).await.unwrap());
    assert_eq!(
        store.accounts().session(&token.id(), at).await.unwrap(),
        None,
        "with other rights anew"
    );
    assert!(facts().await.second_factor && facts().await.guards_factors());
    store.accounts().add_passkey(passkey(&ada, "one")).await.unwrap();
    assert_eq!(store.accounts().remove_passkey(&ada, "one").await.unwrap(), GivenUp::Needed);
    store.accounts().add_recovery_code(&ada, "a").await.unwrap();
    assert_eq!(store.accounts().remove_passkey(&ada, "one").await.unwrap(), GivenUp::Done);
    assert!(facts().await.second_factor);
    assert!(store.accounts().set_operator(&ada, false).await.unwrap());
    assert!(!facts().await.second_factor, "nobody is locked out");
}

async fn a_name_that_only_a_guest_has_is_free_for_an_account(fixture: &Fixture) {
    let store = &fixture.store;
    let guest = PlayerId::random();
    let new = |id: &PlayerId, name: &str, login: Option<&str>| NewPlayer {
        id: id.clone(),
        login: login.map(|email| (email.to_owned(), "hash".to_owned())),
        name: name.to_owned(),
        at: now(),
    };
    store.accounts().create_player(new(&guest, "Guest 1234567", None)).await.unwrap().unwrap();
    assert_eq!(store.accounts().rename_guest(&guest, "Ada").await.unwrap(), "Ada");
    assert_eq!(store.accounts().taken("ada@example.org", "Ada").await.unwrap(), []);
    // One that looks like it counts as the same.
    let ada = PlayerId::random();
    let account = new(&ada, "Аda", Some("ada@example.org"));
    store.accounts().create_player(account).await.unwrap().unwrap();
    assert_eq!(store.accounts().player_named("Ada 2").await.unwrap().unwrap().id, guest);
    let again = new(&PlayerId::random(), "Ada", Some("bo@example.org"));
    assert_eq!(store.accounts().create_player(again).await.unwrap(), Err(Taken::Name));
    assert_eq!(store.accounts().rename_guest(&guest, "Bo").await.unwrap(), "Bo");
    let taken = new(&PlayerId::random(), "Bo", Some("ada@example.org"));
    assert_eq!(store.accounts().create_player(taken).await.unwrap(), Err(Taken::Email));
    assert_eq!(
        store.accounts().player_named("Bo").await.unwrap().unwrap().id,
        guest,
        "not for nothing"
    );
}

async fn an_account_that_refuses_guests_is_kept_apart_from_them(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let guest = PlayerId::random();
    let new = NewPlayer { id: guest.clone(), login: None, name: "Guest 1234567".into(), at: now() };
    store.accounts().create_player(new).await.unwrap().unwrap();
    assert!(!store.accounts().are_apart(&ada, &guest).await.unwrap());
    store.accounts().refuse_guests(&ada, true).await.unwrap();
    assert!(
        store.accounts().refuses_guests(&ada).await.unwrap()
            && !store.accounts().refuses_guests(&bo).await.unwrap()
    );
    for (one, other, apart) in [(&ada, &guest, true), (&guest, &ada, true), (&ada, &bo, false)] {
        assert_eq!(store.accounts().are_apart(one, other).await.unwrap(), apart);
    }
    assert!(!store.accounts().are_apart(&bo, &guest).await.unwrap());
    store.accounts().refuse_guests(&ada, false).await.unwrap();
    assert!(!store.accounts().are_apart(&ada, &guest).await.unwrap());
}

async fn a_recovery_code_is_good_once_and_for_its_owner(fixture: &Fixture) {
    let store = &fixture.store;
    let (ada, bo) = (player(store, "Ada").await, player(store, "Bo").await);
    let left = async || store.accounts().account_facts(&ada).await.unwrap().unwrap().recovery_codes;
    let codes = ["a", "b", "c"].map(str::to_owned);
    store.accounts().replace_recovery_codes(&ada, &codes).await.unwrap();
    assert!(!store.accounts().use_recovery_code(&bo, "a").await.unwrap());
    assert!(store.accounts().use_recovery_code(&ada, "a").await.unwrap());
    assert!(!store.accounts().use_recovery_code(&ada, "a").await.unwrap());
    assert_eq!(left().await, 2);
    store.accounts().replace_recovery_codes(&ada, &["d".to_owned()]).await.unwrap();
    assert!(
        !store.accounts().use_recovery_code(&ada, "b").await.unwrap(),
        "older ones are worthless"
    );
    assert_eq!(left().await, 1);
    store.accounts().forget_factors(&ada).await.unwrap();
    assert_eq!(left().await, 0);
}

async fn a_changed_address_is_not_confirmed(fixture: &Fixture) {
    let (store, at) = (&fixture.store, now());
    let ada = player(store, "Ada").await;
    let confirmed = async || store.accounts().account_facts(&ada).await.unwrap().unwrap().confirmed;
    assert_eq!(confirmed().await, None);
    store.accounts().change_account(&ada, AccountChange::Confirmed(at)).await.unwrap().unwrap();
    assert_eq!(confirmed().await, Some(at));
    let same = AccountChange::Email("ADA@example.org".to_owned());
    store.accounts().change_account(&ada, same).await.unwrap().unwrap();
    assert_eq!(confirmed().await, Some(at), "only written in another way");
    let other = AccountChange::Email("lovelace@example.org".to_owned());
    store.accounts().change_account(&ada, other).await.unwrap().unwrap();
    assert_eq!(confirmed().await, None);
}
