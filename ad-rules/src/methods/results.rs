//! The methods of results, and of what loops are left with.

use super::copies::{ByParts, by_parts, cloned};
use super::{Shadow, extension, give};
use ad_core::__private::{Accumulate, Differentiable, Inactive, Keep, another_variant};
use std::fmt::Debug;
use std::ops::ControlFlow;

/// Adds the cotangent of its payload to the shadow of a result that is `Ok`.
#[inline(always)]
fn give_ok<S: Accumulate, E>(shadow: Option<&Result<S, E>>, cotangent: &S) {
    match shadow {
        Some(Ok(shadow)) => shadow.accumulate(cotangent),
        Some(Err(_)) if !S::EMPTY => another_variant(),
        _ => {}
    }
}

extension! {
    /// The rules of the methods of `Result` that copy what it holds.
    impl [T, E] ResultCopies<T, E> for Result<T, E> where { T: Clone + Differentiable<Shadow: Sized> }

    fn derivative_rule_of_clone(&[] self, _) -> Result<T, E> where [E: Clone] {
        (self.clone(), |dy, _, (d_result,)| give(d_result, &dy))
    }

    fn derivative_rule_of_err(&[] self, _) -> Option<E>
    where [E: Clone + Inactive + Differentiable<Shadow: Sized>]
    {
        (self.as_ref().err().cloned(), |_, _, _| {})
    }
}

/// The methods of `Result` that consume it, with the way in which what it holds is copied.
macro_rules! consuming {
    ($(#[$doc:meta])* $Trait:ident for [$($Target:tt)*] where { $($bounds:tt)* } by $copies:ident) => {
        extension! {
            $(#[$doc])*
            impl [T, E] $Trait<T, E> for $($Target)* where { $($bounds)* }

            #[track_caller]
            fn derivative_rule_of_unwrap(&[] self, _) -> T where [E: Debug] {
                ($copies::value(self.as_ref().unwrap()), |dy, _, (d_result,)| give_ok(d_result, &dy))
            }

            #[track_caller]
            fn derivative_rule_of_expect(&[] self, _, message: &str) -> T where [E: Debug] {
                ($copies::value(self.as_ref().expect(message)), |dy, _, (d_result, _)| give_ok(d_result, &dy))
            }

            fn derivative_rule_of_unwrap_or(&[] self, _, default: T) -> T {
                ($copies::held(self).unwrap_or(default), |dy, (result, _), (d_result, d_default)| {
                    if result.is_ok() {
                        give_ok(d_result, &dy);
                    } else {
                        give(d_default, &dy);
                    }
                })
            }

            fn derivative_rule_of_unwrap_or_default(&[] self, _) -> T where [T: Default] {
                ($copies::held(self).unwrap_or_default(), |dy, (result,), (d_result,)| {
                    if result.is_ok() {
                        give_ok(d_result, &dy);
                    }
                })
            }

            fn derivative_rule_of_ok(&[] self, _) -> Option<T> {
                ($copies::held(self), |dy, _, (d_result,)| {
                    if let Some(dy) = &dy {
                        give_ok(d_result, dy);
                    }
                })
            }

            fn derivative_rule_of_or(&[] self, _, other: Result<T, E>) -> Result<T, E> {
                ($copies::held(self).map_or(other, Ok), |dy, (result, _), (d_result, d_other)| {
                    if let Ok(held) = &dy {
                        match (result, d_other) {
                            (Ok(_), _) => give_ok(d_result, held),
                            (Err(_), Some(d_other)) => d_other.accumulate(&dy),
                            _ => {}
                        }
                    }
                })
            }
        }
    };
}

consuming! {
    /// The rules of the methods of `Result`.
    ResultMethods for [Result<T, E>] where { T: Clone + Differentiable<Shadow: Sized> } by cloned
}

consuming! {
    /// The same of results of what cannot be cloned.
    ResultMethodsByParts for [ByParts<Result<T, E>>] where { T: Differentiable<Shadow: Sized> } by by_parts
}

extension! {
    /// The rules of the methods of `ControlFlow`.
    impl [B, C] ControlFlowMethods<B, C> for ControlFlow<B, C>
    where {
        B: Clone + Differentiable<Shadow: Sized>,
        C: Clone + Differentiable<Shadow: Sized>,
    }

    fn derivative_rule_of_break_value(&[] self, _) -> Option<B> {
        (self.clone().break_value(), |dy, _, (d_end,)| match (d_end, &dy) {
            (Some(ControlFlow::Break(shadow)), Some(dy)) => shadow.accumulate(dy),
            (Some(_), Some(_)) => another_variant(),
            _ => {}
        })
    }

    fn derivative_rule_of_continue_value(&[] self, _) -> Option<C> {
        (self.clone().continue_value(), |dy, _, (d_end,)| match (d_end, &dy) {
            (Some(ControlFlow::Continue(shadow)), Some(dy)) => shadow.accumulate(dy),
            (Some(_), Some(_)) => another_variant(),
            _ => {}
        })
    }
}
