//! Work that takes longer than a frame, done on a thread while the window goes on: odds, threats, lists of data files, the
//! check of a draft. It stops when the result is no longer wanted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

/// The result of a thread. When it is dropped, the thread stops at its next step.
#[derive(Debug)]
pub struct Background<T> {
    answer: Receiver<T>,
    stop: Arc<AtomicBool>,
}

impl<T> Drop for Background<T> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// The thread's end of it.
#[derive(Debug)]
pub struct Reporter<T> {
    report: Sender<T>,
    stop: Arc<AtomicBool>,
    /// Dropped last, so that the frame it requests finds the channel closed.
    wake: Wake,
}

/// Number of threads at work for the window of this context.
#[derive(Debug, Clone, Default)]
struct Running(Arc<AtomicUsize>);

impl Running {
    fn of(ctx: &egui::Context) -> Self {
        ctx.data_mut(|data| data.get_temp_mut_or_default::<Self>(egui::Id::NULL).clone())
    }
}

/// Is a thread still at work for this window? If so, its contents may change without input.
pub fn is_busy(ctx: &egui::Context) -> bool {
    Running::of(ctx).0.load(Ordering::Acquire) > 0
}

/// Requests a repaint with every answer, and when the thread ends without one; `None` before the first frame, which is painted
/// anyway.
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

impl<T> Reporter<T> {
    /// Has the result been given up?
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub fn report(&self, answer: T) {
        // The receiver is gone if the work was given up meanwhile.
        let _ = self.report.send(answer);
        self.wake.up();
    }
}

impl<T: Send + 'static> Background<T> {
    pub fn begin(ctx: Option<egui::Context>, work: impl FnOnce(&Reporter<T>) + Send + 'static) -> Self {
        let (report, answer) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let reporter = Reporter { report, stop: Arc::clone(&stop), wake: Wake::new(ctx) };
        std::thread::spawn(move || work(&reporter));
        Self { answer, stop }
    }

    /// The next result; `Disconnected` if there are no more.
    pub fn poll(&self) -> Result<T, TryRecvError> {
        self.answer.try_recv()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_up_stops_and_what_ends_is_noticed() {
        let (report, ended) = channel();
        let background = Background::<u8>::begin(None, move |reporter| {
            while !reporter.stopped() {
                std::thread::yield_now();
            }
            let _ = report.send(());
        });
        assert_eq!(background.poll(), Err(TryRecvError::Empty));
        drop(background);
        ended.recv().expect("the thread has stopped");

        let background = Background::begin(None, |reporter| reporter.report(3_u8));
        let mut polled = Vec::new();
        loop {
            match background.poll() {
                Ok(answer) => polled.push(answer),
                Err(TryRecvError::Empty) => std::thread::yield_now(),
                Err(TryRecvError::Disconnected) => break,
            }
        }
        assert_eq!(polled, [3]);
    }

    #[test]
    fn a_window_is_busy_until_the_last_thread_has_ended() {
        let ctx = egui::Context::default();
        let begin = || {
            let (go, wait) = channel::<()>();
            let background = Background::begin(Some(ctx.clone()), move |reporter: &Reporter<u8>| {
                let _ = wait.recv();
                reporter.report(1);
            });
            (go, background)
        };
        assert!(!is_busy(&ctx));
        let (first, second) = (begin(), begin());
        assert!(is_busy(&ctx));
        drop(first);
        assert!(is_busy(&ctx));
        drop(second.0);
        while is_busy(&ctx) {
            std::thread::yield_now();
        }
        assert_eq!(second.1.poll(), Ok(1), "what it found is there before it has ended");
        assert!(!is_busy(&egui::Context::default()), "each window for itself");
    }
}
