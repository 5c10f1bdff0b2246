//! Which way a branch went.

/// Which way a branch went in the forward sweep, with what its pullback must remember. Branches of more
/// ways nest in `Else`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch<A, B> {
    /// The first way.
    Here(A),
    /// One of the others.
    Else(B),
}
