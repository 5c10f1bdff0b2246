//! Which way a branch went.
//!
//! Receives the residuals of the ways of a branch; promises one type for what the forward sweep remembers of it, which
//! the reverse sweep matches on.

/// Which way a branch went in the forward sweep, with what its pullback must remember. Branches of more
/// ways nest in `Else`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch<A, B> {
    /// The first way.
    Here(A),
    /// One of the others.
    Else(B),
}

/// Yes, where that is the rare answer: the code that asks for it is a jump away, so that what comes after the
/// usual one does not wait for both.
#[cold]
#[inline(always)]
pub fn seldom() -> bool {
    true
}
