//! A player's page: ratings over time, results, streaks, openings; and the list of the player's games.

use jiff::tz::TimeZone;
use maud::{Markup, html};
use merels_drawing::emblem;
use merels_messages::Language;
use merels_model::{
    ClockClass, GameFilter, Opponents, Player, Rating, RatingChange, Relation, Results, Standing,
};
use merels_rules::{GameId, GameScore, Side};
use merels_services::people::{Favourite, GameOnBoard, PageOfGames, Profile};

use crate::edge::visitor::Visitor;
use crate::parts::card::{card, empty};
use crate::parts::curve::curve;
use crate::parts::game_line::{against, day_of, standing};
use crate::parts::layout::Page;
use crate::parts::links::{address_of, name_link, picture_of, to_query};
use crate::parts::meta::Meta;
use crate::parts::shell::initial;
use crate::wording;

const OPPONENTS: usize = 10;

/// A profile; `relation` is what its player is to a visitor who may challenge and follow.
pub(crate) fn profile(
    visitor: &Visitor,
    profile: &Profile,
    relation: Option<Option<Relation>>,
) -> Markup {
    let language = visitor.language;
    let Profile { player, ratings, history, past, computer_results, plays, .. } = profile;
    let name = language.player_name(&player.name);
    let description = language.say_with("meta-profile", &[("name", name.as_str().into())]);
    let meta = Meta::listed(address_of(&player.name), description);
    // The board of what is played most.
    let meta = Some(match past.by_game.first() {
        Some((game, _)) => meta.picture(picture_of(*game)),
        None => meta,
    });
    let page = Page { meta, style: Some("places.css"), ..Page::new(visitor, &name, "profile") };
    let since = player.created.to_zoned(TimeZone::UTC).strftime("%Y-%m-%d").to_string();
    let nothing = past.by_game.is_empty() && computer_results.all().is_empty();
    let main = html! {
        section.card.greeting {
            span.avatar.large aria-hidden="true" { (initial(&player.name)) }
            div {
                h1 { (name) }
                p.quiet { (language.say_with("profile-since", &[("day", since.into())])) }
                @if past.longest_streak > 1 {
                    p.quiet { (language.say_with("profile-streak", &[
                        ("now", past.streak.into()), ("most", past.longest_streak.into()),
                    ])) }
                }
            }
            @if let Some((key, game)) = plays {
                a.button href={ "/game/" (key) } { (language.say_with("profile-plays", &[("title", language.title(*game).into())])) }
            }
            a.button href={ (address_of(&player.name)) "/games" } { (language.say("profile-games")) }
            @if let Some(relation) = relation { (meeting(language, &player.name, relation)) }
        }
        @if nothing { p.empty { (language.say("profile-nothing")) } }
        div.halves {
            @for (game, class, rating) in ratings { (graph(language, *game, *class, *rating, history)) }
            (results(language, profile))
        }
        @if let Some(relation) = relation { (apart(language, &player.name, relation)) }
    };
    page.render(&main, &html! {})
}

/// The results by game, opponent, level of the computer and opening, as far as there are any.
fn results(language: Language, profile: &Profile) -> Markup {
    let Profile { past, favourites, computer_results, .. } = profile;
    let by_game = past.by_game.iter().map(|(game, sum)| (text(&language.title(*game)), *sum));
    let by_opponent = past.by_opponent.iter().take(OPPONENTS);
    let by_opponent = by_opponent.map(|(name, sum)| (name_link(language, name), *sum));
    let by_level = computer_results.all().into_iter().map(|(game, level, sum)| {
        let level = language.say_with("profile-level", &[("level", language.level(&level).into())]);
        (text(&format!("{}, {level}", language.title(game))), sum)
    });
    let by_opening = favourites.iter().map(|one| (text(&opening(language, one)), one.results));
    html! {
        (table(language, "profile-by-game", "field-game", by_game.collect()))
        (table(language, "profile-by-opponent", "field-opponent", by_opponent.collect()))
        (table(language, "home-record", "field-level", by_level.collect()))
        (table(language, "profile-openings", "profile-opening", by_opening.collect()))
    }
}

/// Challenging and following, for those who are not blocked.
fn meeting(language: Language, name: &str, relation: Option<Relation>) -> Markup {
    if relation == Some(Relation::Blocks) {
        return html! {};
    }
    let (wish, words) = match relation {
        Some(Relation::Follows) => ("none", "people-unfollow"),
        _ => ("follow", "people-follow"),
    };
    html! {
        (relate(language, name, wish, words))
        a.button.primary href={ "/friend?" (to_query(name)) } { (language.say("people-challenge")) }
    }
}

/// The steps against somebody, at the end of the page.
fn apart(language: Language, name: &str, relation: Option<Relation>) -> Markup {
    let (wish, words) = match relation {
        Some(Relation::Blocks) => ("none", "people-unblock"),
        _ => ("block", "people-block"),
    };
    html! {
        details.more {
            summary { (language.say("profile-trouble")) }
            div.after {
                (relate(language, name, wish, words))
                form method="post" action="/report" {
                    input type="hidden" name="name" value=(name);
                    button { (language.say("report-button")) }
                }
            }
        }
    }
}

/// A button that changes what somebody is to one.
fn relate(language: Language, name: &str, relation: &str, words: &str) -> Markup {
    html! {
        form method="post" action="/relate" {
            input type="hidden" name="name" value=(name);
            input type="hidden" name="back" value="profile";
            button name="relation" value=(relation) { (language.say(words)) }
        }
    }
}

fn opening(language: Language, favourite: &Favourite) -> String {
    let title = language.title(favourite.game);
    match (favourite.side, favourite.turns.as_slice()) {
        (Side::Black, [first, own]) => language.say_with(
            "profile-answers",
            &[("title", title.into()), ("first", first.into()), ("turn", own.into())],
        ),
        (_, turns) => language.say_with(
            "profile-begins",
            &[("title", title.into()), ("turn", turns.join(" ").into())],
        ),
    }
}

fn text(words: &str) -> Markup {
    html! { (words) }
}

/// Results line by line, on a card; nothing without a line.
fn table(language: Language, title: &str, head: &str, lines: Vec<(Markup, Results)>) -> Markup {
    html! { @if !lines.is_empty() {
        section.card {
            h2 { (language.say(title)) }
            table {
                thead { tr {
                    th scope="col" { (language.say(head)) }
                    @for name in ["home-wins", "home-losses", "home-draws"] {
                        th.figure scope="col" { (language.say(name)) }
                    }
                } }
                tbody {
                    @for (name, Results { wins, losses, draws }) in lines {
                        tr {
                            th scope="row" { (name) }
                            @for count in [wins, losses, draws] { td.figure { (count) } }
                        }
                    }
                }
            }
        }
    } }
}

/// A rating over time: its figure, a curve, and in words where it stands and was best.
fn graph(
    language: Language,
    game: GameId,
    class: ClockClass,
    rating: Rating,
    history: &[RatingChange],
) -> Markup {
    let of_these = history.iter().filter(|change| change.game == game && change.class == class);
    let line: Vec<i64> = of_these.map(|change| change.points).collect();
    let (least, most) = (line.iter().min().copied(), line.iter().max().copied());
    let words = language.say_with(
        if least == most { "profile-rating-flat" } else { "profile-rating" },
        &[
            ("points", wording::rating_text(rating).into()),
            ("games", rating.games.into()),
            ("least", least.unwrap_or_default().into()),
            ("most", most.unwrap_or_default().into()),
        ],
    );
    let content = html! {
        p.big-number { (wording::rating_text(rating)) }
        (curve(&line, &words))
        p.hint { (words) }
    };
    let kind = html! { (language.title(game)) " · " (language.clock_class(class)) };
    card(&language.say("home-rating"), &kind, &content)
}

/// A page of the list of a player's games.
pub(crate) struct GamesPage<'a> {
    pub(crate) found: &'a PageOfGames,
    /// The same games with their positions.
    pub(crate) boards: &'a [GameOnBoard],
    pub(crate) filter: &'a GameFilter,
    /// Counted from 1.
    pub(crate) number: u32,
}

pub(crate) fn games(visitor: &Visitor, list: &GamesPage<'_>) -> Markup {
    let language = visitor.language;
    let (PageOfGames { player, more, .. }, number) = (list.found, list.number);
    let name = language.player_name(&player.name);
    let title = language.say_with("games-title", &[("name", name.as_str().into())]);
    let page = Page { style: Some("places.css"), ..Page::new(visitor, &title, "lists") };
    let is_own = visitor.player().is_some_and(|me| me.id == player.id);
    let main = html! {
        section.card.greeting {
            span.avatar.large aria-hidden="true" { (initial(&player.name)) }
            div { h1 { (title) } }
            a.button href=(address_of(&player.name)) { (language.say("games-profile")) }
            a.button href="/import" { (language.say("import-title")) }
        }
        (filters(language, list))
        @if list.boards.is_empty() {
            (empty(&language.say("games-none"), is_own.then_some(("/", language.say("nav-play").as_str()))))
        } @else {
            ul.tables { @for game in list.boards { li { (on_board(language, game, player, is_own)) } } }
        }
        p.after {
            @if number > 1 { a.button href=(page_address(list, number - 1)) { (language.say("games-earlier")) } }
            @if *more { a.button href=(page_address(list, number + 1)) { (language.say("games-later")) } }
        }
    };
    page.render(&main, &html! {})
}

/// A game with the position as it stands: one's own with what it means to oneself.
fn on_board(language: Language, game: &GameOnBoard, player: &Player, is_own: bool) -> Markup {
    let stored = &game.stored;
    let side = stored.side_of(&player.id).unwrap_or(Side::White);
    let leads = if stored.score.is_some() { "/replay" } else { "" };
    html! {
        a href={ "/game/" (stored.key) (leads) } {
            (emblem(&game.position, side))
            span.title { (language.title(stored.game)) }
            span { (against(language, stored, side)) }
            time.quiet datetime=(stored.touched) { (day_of(stored.touched)) }
            @if is_own { (standing(language, stored, side)) }
            @else { span.turn { (stored.score.unwrap_or(GameScore::Void)) } }
        }
    }
}

fn page_address(list: &GamesPage<'_>, number: u32) -> String {
    let filter = list.filter;
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    if let Some(game) = filter.game {
        query.append_pair("game", game.id());
    }
    if let Some(opponents) = filter.opponents {
        query.append_pair("opponent", opponents.name());
    }
    if let Some(standing) = filter.standing {
        query.append_pair("result", standing.name());
    }
    query.append_pair("page", &number.to_string());
    format!("?{}", query.finish())
}

fn filters(language: Language, list: &GamesPage<'_>) -> Markup {
    let filter = list.filter;
    let games = GameId::ALL.map(|game| (game.id(), language.title(game)));
    let opponents =
        Opponents::ALL.map(|each| (each.name(), language.say(&format!("games-{}", each.name()))));
    let results =
        Standing::ALL.map(|each| (each.name(), language.say(&format!("games-{}", each.name()))));
    html! {
        form.pair method="get" action={ (address_of(&list.found.player.name)) "/games" } {
            (select(language, "game", "field-game", &games, filter.game.map(GameId::id)))
            (select(language, "opponent", "field-opponent", &opponents, filter.opponents.map(Opponents::name)))
            (select(language, "result", "games-result", &results, filter.standing.map(Standing::name)))
            div.after { button { (language.say("ratings-show")) } }
        }
    }
}

fn select(
    language: Language,
    name: &str,
    label: &str,
    options: &[(&str, String)],
    chosen: Option<&str>,
) -> Markup {
    html! {
        div.field {
            label for=(name) { (language.say(label)) }
            select #(name) name=(name) {
                option value="" { (language.say("games-all")) }
                @for (value, text) in options {
                    option value=(value) selected[chosen == Some(*value)] { (text) }
                }
            }
        }
    }
}
