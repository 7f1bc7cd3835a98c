//! Calls from several threads, and calls that nobody waits for.

use std::sync::Arc;
use std::task::{Context as TaskContext, Poll, Wake, Waker};
use windrow::{Array, Backend, Context, ErrorKind, Pending};

fn context() -> Context {
    Context::builder().backend(Backend::Native).build().unwrap()
}

#[test]
fn threads_call_at_the_same_time() {
    let context = context();
    let module = context.compile("entry f [n] (xs: [n]i64) (k: i64): [n]i64 = map (+ k) xs").unwrap();
    let f = module.entry("f").unwrap();
    let shared = context.array((0..100).collect::<Vec<i64>>()).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..8i64 {
            let (f, shared) = (&f, &shared);
            scope.spawn(move || {
                let own: Vec<i64> = vec![thread; 50];
                for round in 0..1000 {
                    let a: Array<i64> = f.call((shared, thread)).unwrap();
                    assert_eq!(a.view().unwrap()[99], 99 + thread);
                    if round % 10 == 0 {
                        assert_eq!(f.call::<Vec<i64>>((&own, round)).unwrap(), vec![thread + round; 50]);
                    }
                }
            });
        }
    });
    drop(shared);
    assert_eq!((context.stats().resident, context.stats().copies.total().count), (0, 0));
}

#[test]
fn entries_are_compiled_by_several_threads() {
    let module = context().compile("entry f (x: i32) = x + 1\nentry g (x: i32) = x * 2").unwrap();
    std::thread::scope(|scope| {
        for (name, expected) in [("f", 6), ("g", 10), ("f", 6), ("g", 10)] {
            let module = &module;
            scope.spawn(move || assert_eq!(module.entry(name).unwrap().call::<i32>((5,)).unwrap(), expected));
        }
    });
}

#[test]
fn started_calls_run_in_order_and_can_be_awaited() {
    let module = context().compile("entry f (x: i64) = i64.sum (iota x)").unwrap();
    let f = module.entry("f").unwrap();
    let pending: Vec<Pending<i64>> = (0..10i64).map(|x| f.start((x,))).collect();
    let results: Vec<i64> = pending.into_iter().map(|p| p.wait().unwrap()).collect();
    assert_eq!(results, [0, 0, 1, 3, 6, 10, 15, 21, 28, 36]);
    assert_eq!(block_on(f.start::<i64>((5i64,))).unwrap(), 10);
    assert!(f.start::<i64>((true,)).wait().is_err());
}

#[test]
fn a_result_is_taken_once() {
    let module = context().compile("entry f (x: i64) = x + 1").unwrap();
    let mut pending = module.entry("f").unwrap().start::<i64>((5i64,));
    assert_eq!(block_on(&mut pending).unwrap(), 6);
    assert!(pending.is_done());
    // It would wait for ever.
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| pending.wait())).is_err());
}

#[test]
fn a_waker_that_panics_ends_no_other_call() {
    struct Panics;
    impl Wake for Panics {
        fn wake(self: Arc<Self>) {
            panic!("a waker of somebody else");
        }
    }
    let module = context().compile("entry f (x: i64) = i64.sum (iota x)").unwrap();
    let f = module.entry("f").unwrap();
    let mut first = f.start::<i64>((1_000_000i64,));
    let waker = Waker::from(Arc::new(Panics));
    let _ = std::pin::Pin::new(&mut first).poll(&mut TaskContext::from_waker(&waker));
    assert_eq!(f.start::<i64>((5i64,)).wait().unwrap(), 10);
    assert_eq!(f.start::<i64>((6i64,)).wait().unwrap(), 15);
}

/// Polls a future whenever it wakes this thread.
fn block_on<F: Future + Unpin>(mut future: F) -> F::Output {
    struct Unpark(std::thread::Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    loop {
        let polled = std::pin::Pin::new(&mut future).poll(&mut TaskContext::from_waker(&waker));
        match polled {
            Poll::Ready(result) => return result,
            Poll::Pending => std::thread::park(),
        }
    }
}

/// A loop of kernels that ends at once for 0 and never for 1.
const LOOP: &str = "entry f (x: i64) = (loop ys = [x, 0] while ys[0] > 0 do map (\\y -> y % 1000 + 1) ys)[0]";

#[test]
fn a_loop_is_cancelled() {
    let f = context().compile(LOOP).unwrap().entry("f").unwrap();
    let endless = f.start::<i64>((1i64,));
    let behind = f.start::<i64>((0i64,));
    std::thread::sleep(std::time::Duration::from_millis(20));
    assert!(!endless.is_done());
    endless.cancel();
    let error = endless.wait().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Cancelled), "{error}");
    assert_eq!(behind.wait().unwrap(), 0);
}

#[test]
fn a_call_that_is_cancelled_before_it_begins_does_not_begin() {
    let f = context().compile(LOOP).unwrap().entry("f").unwrap();
    let (endless, waiting) = (f.start::<i64>((1i64,)), f.start::<i64>((0i64,)));
    waiting.cancel();
    endless.cancel();
    assert!(waiting.wait().is_err() && endless.wait().is_err());
}
