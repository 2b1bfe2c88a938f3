//! A lock on the staged memory.
//!
//! A script can run its processes while one of them is in the middle of an access.

use doorway::exclusion::Algorithm;
use doorway::phases::Exclusion;
use doorway::shape::Inline;
use doorway_memories::{stage, Act, Stage};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

/// Processes 0..N of a lock, which the script can run too.
pub struct Play<L: Exclusion> {
    /// The lock.
    pub lock: L,
    private: Vec<RefCell<L::Private>>,
    inside: Cell<usize>,
}

impl<L: Exclusion + fmt::Debug> fmt::Debug for Play<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Play")
            .field("lock", &self.lock)
            .field("inside", &self.inside)
            .finish_non_exhaustive()
    }
}

impl<L: Exclusion> Play<L> {
    /// p goes through its doorway.
    ///
    /// # Panics
    ///
    /// If the tickets are used up.
    pub fn doorway(&self, p: usize) {
        assert!(self.is_served(p), "tickets enough");
    }
    /// p goes through its doorway. Returns whether it got a ticket.
    pub fn is_served(&self, p: usize) -> bool {
        let private = &mut self.private[p].borrow_mut();
        self.lock.doorway(p, private).is_ok()
    }
    /// p announces its ticket.
    pub fn announce(&self, p: usize) {
        self.lock.announce(p, &mut self.private[p].borrow_mut());
    }
    /// p polls three times, with k = 1, and enters if it may.
    pub fn enters(&self, p: usize) -> bool {
        self.enters_among(p, 1)
    }
    /// The same as `enters`, for any k.
    pub fn enters_among(&self, p: usize, k: usize) -> bool {
        let private = &mut self.private[p].borrow_mut();
        let may = (0..3).any(|_| self.lock.scan(p, k, private));
        if may {
            self.inside.set(self.inside.get() + 1);
            self.lock.enter(p, private);
        }
        may
    }
    /// p, which was inside, exits.
    pub fn exits(&self, p: usize) {
        self.inside.set(self.inside.get() - 1);
        self.lock.exit(p);
    }
}

type OnStage<L> = Rc<RefCell<Option<Rc<Play<L>>>>>;
type Script<L> = dyn Fn(&Play<L>, Act, &Stage);
/// The registers of `A` for N processes, inline.
pub type Of<A, const N: usize> = <A as Algorithm>::Registers<Inline<N>>;

/// Runs `story` with `script` inside its accesses, and returns the number of processes inside at its end.
pub fn told<A: Algorithm, const N: usize>(
    script: impl Fn(&Play<Of<A, N>>, Act, &Stage) + 'static,
    story: impl FnOnce(&Play<Of<A, N>>),
) -> usize
where
    Of<A, N>: 'static,
{
    let play: OnStage<Of<A, N>> = Rc::default();
    let script: Box<Script<Of<A, N>>> = Box::new(script);
    let on_stage = play.clone();
    let inside = Rc::new(Cell::new(0));
    let counted = inside.clone();
    stage(
        move |act, stage| {
            let play = on_stage.borrow().clone();
            if let Some(play) = play {
                script(&play, act, stage);
            }
        },
        move || {
            let lock = <Of<A, N>>::new(Inline);
            let private = (0..N).map(|_| RefCell::new(lock.private())).collect();
            let inside = Cell::new(0);
            let new = Rc::new(Play {
                lock,
                private,
                inside,
            });
            *play.borrow_mut() = Some(new.clone());
            story(&new);
            counted.set(new.inside.get());
        },
    );
    inside.get()
}
