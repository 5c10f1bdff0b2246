//! Which of two things is compiled: what an annotated trait asks for, or what stands in for it.
//!
//! A trait that is annotated brings [`__annotated`] along under its own name. Emitted code imports that name, and
//! [`__unannotated`] from further out is found where the trait brought nothing.

/// Of a trait with rules: the first.
#[doc(hidden)]
#[macro_export]
macro_rules! __annotated {
    ({$($rules:tt)*} {$($otherwise:tt)*}) => { $($rules)* };
}

/// Of any other trait: the second.
#[doc(hidden)]
#[macro_export]
macro_rules! __unannotated {
    ({$($rules:tt)*} {$($otherwise:tt)*}) => { $($otherwise)* };
}
