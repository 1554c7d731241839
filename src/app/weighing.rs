//! What takes longer than a frame, found out on a thread of its own while the window goes on: odds, threats, lists of
//! data files, the check of a draft. Given up when nobody wants it any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
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

/// Has the window painted anew, with every answer and when the thread ends without one; none before the first frame, when
/// all is painted anyway.
#[derive(Debug)]
struct Wake(Option<egui::Context>);

impl Wake {
    fn up(&self) {
        if let Some(ctx) = &self.0 {
            ctx.request_repaint();
        }
    }
}

impl Drop for Wake {
    fn drop(&mut self) {
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
        let scales = Scales { tell, stop: Arc::clone(&stop), wake: Wake(ctx) };
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
}
