use std::net::IpAddr;
use std::sync::mpsc;

use futures_util::FutureExt;

use super::*;

fn gate(waiting_per_network: usize) -> EngineGate {
    EngineGate::new(GateLimits { threads: 1, waiting_per_network, waiting: 100 })
}

fn asker(last: u8) -> Asker {
    let client = ClientAddress::from(IpAddr::from([192, 0, 2, last]));
    Asker { network: Network::Client(client), player: None }
}

/// Works until it is told to stop, and says then that it was.
fn until_stopped(
    begun: oneshot::Sender<()>,
    ended: mpsc::Sender<()>,
) -> impl FnOnce(&mut Desk, &Arc<AtomicBool>) + Send {
    move |_, stop| {
        let _ = begun.send(());
        while !stop.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
        let _ = ended.send(());
    }
}

#[tokio::test]
async fn a_dropped_question_leaves_the_queue() {
    let gate = gate(10);
    let held = gate.turn(&asker(1), Purpose::Reply).await.unwrap();
    let ask = |last| {
        let (gate, asker) = (gate.clone(), asker(last));
        async move { gate.ask(&asker, Purpose::Values, move |_, _| last).await }.boxed()
    };
    let (mut gone, mut stays) = (ask(2), ask(3));
    assert!((&mut gone).now_or_never().is_none() && (&mut stays).now_or_never().is_none());
    assert_eq!(gate.waiting(), 2);
    drop(gone);
    assert_eq!(gate.waiting(), 1);
    drop(held);
    assert_eq!(stays.await, Ok(3));
}

#[tokio::test]
async fn a_thought_is_stopped_when_its_asker_goes_away() {
    let gate = gate(10);
    let ((begin, begun), (end, ended)) = (oneshot::channel(), mpsc::channel());
    let question = {
        let gate = gate.clone();
        let work = until_stopped(begin, end);
        tokio::spawn(async move { gate.ask(&asker(1), Purpose::LongReply, work).await })
    };
    begun.await.unwrap();
    question.abort();
    // The thread is free for the next one, who need not wait for the end of the thought otherwise.
    assert_eq!(gate.ask(&asker(2), Purpose::Values, |_, _| "next").await, Ok("next"));
    ended.recv().unwrap();
}

#[tokio::test]
async fn what_is_beyond_the_limit_is_refused_at_once() {
    let (gate, one) = (gate(1), asker(1));
    let _held = gate.turn(&asker(1), Purpose::Reply).await.unwrap();
    let mut waits = gate.turn(&one, Purpose::Values).boxed();
    assert!((&mut waits).now_or_never().is_none());
    let refused = gate.turn(&asker(1), Purpose::Values).now_or_never();
    assert_eq!(refused.unwrap().unwrap_err(), Refused::NetworkFull);
    // A reply takes the place of the one who waits, who is told.
    let reply = gate.turn(&one, Purpose::Reply);
    assert!(reply.boxed().now_or_never().is_none());
    assert_eq!(waits.await.unwrap_err(), Refused::NetworkFull);
}

#[tokio::test]
async fn a_thought_that_breaks_off_refuses_its_asker_and_no_other() {
    let gate = gate(10);
    let broken = gate.ask(&asker(1), Purpose::Values, |_, _| panic!("on purpose")).await;
    assert_eq!(broken, Err::<(), _>(Refused::Full));
    assert_eq!(gate.ask(&asker(1), Purpose::Values, |_, _| 7).await, Ok(7));
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_threads_that_serve_go_before_those_that_think() {
    let niceness = || rustix::process::getpriority_process(None).unwrap();
    let thinking = gate(10).ask(&asker(1), Purpose::Values, move |_, _| niceness()).await.unwrap();
    assert!(thinking > niceness(), "{thinking} and {}", niceness());
}
