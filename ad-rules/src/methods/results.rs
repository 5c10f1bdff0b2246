//! The methods of results, and of what loops are left with.

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
    /// The rules of the methods of `Result`.
    impl [T, E] ResultMethods<T, E> for Result<T, E>
    where {
        T: Clone + Differentiable<Shadow: Sized>,
    }

    fn derivative_rule_of_clone(&[] self, _) -> Result<T, E> where [E: Clone] {
        (self.clone(), |dy, _, (d_result,)| give(d_result, &dy))
    }

    #[track_caller]
    fn derivative_rule_of_unwrap(&[] self, _) -> T where [E: Debug] {
        (self.as_ref().unwrap().clone(), |dy, _, (d_result,)| give_ok(d_result, &dy))
    }

    #[track_caller]
    fn derivative_rule_of_expect(&[] self, _, message: &str) -> T where [E: Debug] {
        (self.as_ref().expect(message).clone(), |dy, _, (d_result, _)| give_ok(d_result, &dy))
    }

    fn derivative_rule_of_unwrap_or(&[] self, _, default: T) -> T {
        (self.as_ref().ok().cloned().unwrap_or(default), |dy, (result, _), (d_result, d_default)| {
            if result.is_ok() {
                give_ok(d_result, &dy);
            } else {
                give(d_default, &dy);
            }
        })
    }

    fn derivative_rule_of_unwrap_or_default(&[] self, _) -> T where [T: Default] {
        (self.as_ref().ok().cloned().unwrap_or_default(), |dy, (result,), (d_result,)| {
            if result.is_ok() {
                give_ok(d_result, &dy);
            }
        })
    }

    fn derivative_rule_of_ok(&[] self, _) -> Option<T> {
        (self.as_ref().ok().cloned(), |dy, _, (d_result,)| {
            if let Some(dy) = &dy {
                give_ok(d_result, dy);
            }
        })
    }

    fn derivative_rule_of_err(&[] self, _) -> Option<E>
    where [E: Clone + Inactive + Differentiable<Shadow: Sized>]
    {
        (self.as_ref().err().cloned(), |_, _, _| {})
    }

    fn derivative_rule_of_or(&[] self, _, other: Result<T, E>) -> Result<T, E> where [E: Clone] {
        (self.clone().or(other), |dy, (result, _), (d_result, d_other)| {
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
