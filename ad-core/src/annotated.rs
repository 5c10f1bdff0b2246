//! Which of two things is compiled: what an annotated trait asks for, or what stands in for it.
//!
//! A trait that is annotated brings [`__annotated`] along under its own name. Emitted code imports that name, and
//! [`__unannotated`] from further out is found where the trait brought nothing. A trait with objects brings
//! [`__with_objects`], by which those that have it above them know.

/// Of a trait with rules, and with objects that have them: the first.
#[doc(hidden)]
#[macro_export]
macro_rules! __with_objects {
    ({$($rules:tt)*} {$($otherwise:tt)*}) => { $($rules)* };
    (objects {$($objects:tt)*} {$($otherwise:tt)*}) => { $($objects)* };
}

/// Of a trait with rules: the first.
#[doc(hidden)]
#[macro_export]
macro_rules! __annotated {
    ({$($rules:tt)*} {$($otherwise:tt)*}) => { $($rules)* };
    (objects {$($objects:tt)*} {$($otherwise:tt)*}) => { $($otherwise)* };
}

/// Of any other trait: the second.
#[doc(hidden)]
#[macro_export]
macro_rules! __unannotated {
    ({$($rules:tt)*} {$($otherwise:tt)*}) => { $($otherwise)* };
    (objects {$($objects:tt)*} {$($otherwise:tt)*}) => { $($otherwise)* };
}
