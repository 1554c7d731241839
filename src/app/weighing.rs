//! What takes longer than a frame, found out on a thread of its own while the window goes on: odds, threats, lists of
//! data files, the check of a draft. Given up when nobody wants it any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

/// What a thread is weighing. Let go of, the thread stops at its next step.
#[derive(Debug)]
pub struct Weighing<T> {
    answer: Receiver<T>,
    stop: Arc<AtomicBool>,
}

impl<T> Drop for Weighing<T> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// The thread's end of it.
#[derive(Debug)]
pub struct Scales<T> {
    tell: Sender<T>,
    stop: Arc<AtomicBool>,
    /// Let go of last: the frame that it asks for then finds that there is no more to come.
    wake: Wake,
}

/// How many threads find something out for the window of this context.
#[derive(Debug, Clone, Default)]
struct Running(Arc<AtomicUsize>);

impl Running {
    fn of(ctx: &egui::Context) -> Self {
        ctx.data_mut(|data| data.get_temp_mut_or_default::<Self>(egui::Id::NULL).clone())
    }
}

/// Whether a thread still finds something out for this window: what it shows may change without a hand on it.
pub fn is_weighing(ctx: &egui::Context) -> bool {
    Running::of(ctx).0.load(Ordering::Acquire) > 0
}

/// Has the window painted anew, with every answer and when the thread ends without one; none before the first frame, when
/// all is painted anyway.
#[derive(Debug)]
struct Wake(Option<(egui::Context, Running)>);

impl Wake {
    fn new(ctx: Option<egui::Context>) -> Self {
        Self(ctx.map(|ctx| {
            let running = Running::of(&ctx);
            running.0.fetch_add(1, Ordering::AcqRel);
            (ctx, running)
        }))
    }

    fn up(&self) {
        if let Some((ctx, _)) = &self.0 {
            ctx.request_repaint();
        }
    }
}

impl Drop for Wake {
    fn drop(&mut self) {
        if let Some((_, running)) = &self.0 {
            running.0.fetch_sub(1, Ordering::AcqRel);
        }
        self.up();
    }
}

impl<T> Scales<T> {
    /// Nobody wants the rest.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub fn tell(&self, answer: T) {
        // Nobody listens when it was given up meanwhile.
        let _ = self.tell.send(answer);
        self.wake.up();
    }
}

impl<T: Send + 'static> Weighing<T> {
    pub fn begin(ctx: Option<egui::Context>, work: impl FnOnce(&Scales<T>) + Send + 'static) -> Self {
        let (tell, answer) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let scales = Scales { tell, stop: Arc::clone(&stop), wake: Wake::new(ctx) };
        std::thread::spawn(move || work(&scales));
        Self { answer, stop }
    }

    /// What has been found; `Disconnected`: there is no more to come.
    pub fn hear(&self) -> Result<T, TryRecvError> {
        self.answer.try_recv()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_up_stops_and_what_ends_is_noticed() {
        let (tell, told) = channel();
        let weighing = Weighing::<u8>::begin(None, move |scales| {
            while !scales.stopped() {
                std::thread::yield_now();
            }
            let _ = tell.send(());
        });
        assert_eq!(weighing.hear(), Err(TryRecvError::Empty));
        drop(weighing);
        told.recv().expect("the thread has stopped");

        let weighing = Weighing::begin(None, |scales| scales.tell(3_u8));
        let mut heard = Vec::new();
        loop {
            match weighing.hear() {
                Ok(answer) => heard.push(answer),
                Err(TryRecvError::Empty) => std::thread::yield_now(),
                Err(TryRecvError::Disconnected) => break,
            }
        }
        assert_eq!(heard, [3]);
    }

    #[test]
    fn a_window_is_weighing_until_the_last_thread_has_ended() {
        let ctx = egui::Context::default();
        let begin = || {
            let (go, wait) = channel::<()>();
            let weighing = Weighing::begin(Some(ctx.clone()), move |scales: &Scales<u8>| {
                let _ = wait.recv();
                scales.tell(1);
            });
            (go, weighing)
        };
        assert!(!is_weighing(&ctx));
        let (first, second) = (begin(), begin());
        assert!(is_weighing(&ctx));
        drop(first);
        assert!(is_weighing(&ctx));
        drop(second.0);
        while is_weighing(&ctx) {
            std::thread::yield_now();
        }
        assert_eq!(second.1.hear(), Ok(1), "what it found is there before it has ended");
        assert!(!is_weighing(&egui::Context::default()), "each window for itself");
    }
}
