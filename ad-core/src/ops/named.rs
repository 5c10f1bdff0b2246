//! Operators that are called by their names, `a.add(b)`, which only the traits in scope tell from methods of the
//! user's own.
//!
//! ```text
//! use std::ops::Add;
//! let y = a.add(b);
//!
//! // 1 where `Add` is in scope
//! const ADD: usize = named(&|| { use NotInScope as _; Named.add(Named) });
//! // the rule of `a.add(b)` for what is `InScope<ADD>` and has that of `a + b`
//! ```

use std::ops::{Add, Div, Mul, Neg, Rem, Sub};

/// An operand whose operators do nothing.
#[derive(Clone, Copy, Debug)]
pub struct Named;

/// What such a closure would give tells whose method it calls. It is never called.
pub const fn named<T>(_: &impl Fn() -> T) -> usize {
    size_of::<T>()
}

/// Everything, where an operator's trait is in scope.
pub trait InScope<const IN_SCOPE: usize> {}

impl<T: ?Sized> InScope<1> for T {}

macro_rules! operators {
    ($($Operator:ident $method:ident $($Other:ty)?;)*) => {
        $(impl $Operator$(<$Other>)? for Named {
            type Output = u8;

            fn $method(self $(, _: $Other)?) -> u8 {
                0
            }
        })*

        /// The methods that are called where no such trait is in scope: they ask for a reference, which comes after
        /// those that ask for a value.
        #[allow(missing_docs, reason = "they are named after those of operators")]
        #[allow(clippy::should_implement_trait, reason = "it stands in for that trait")]
        pub trait NotInScope {
            $(fn $method(&self $(, _: $Other)?) {})*
        }
    };
}

operators! {
    Add add Named;
    Sub sub Named;
    Mul mul Named;
    Div div Named;
    Rem rem Named;
    Neg neg;
}

impl NotInScope for Named {}
