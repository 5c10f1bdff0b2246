//! Functions put where no type says what they are called with: fields, and parts of arguments.
//!
//! Receives a function value; promises the same, as a function that emitted code can call with a function
//! as an argument. What the function is called with is said by the type it is called on.
//!
//! ```text
//! Solver { f: |x: f64| x - target }
//!
//! Solver { f: Known::<(ValueOf<f64>,), _>::of(|x: f64| x - target) }
//! ```

#![allow(clippy::type_complexity, reason = "it is the form of all rules")]

use crate::function::{Arguments, Closure, Environment, Function};
use crate::keep::Keep;
use crate::{Accumulate, Differentiable};
use std::marker::PhantomData;

/// What a closure is called with, and what it returns.
#[derive(Debug)]
pub struct Known<A, O>(PhantomData<fn() -> (A, O)>);

impl<A: Arguments, O: Differentiable<Shadow: Sized>> Known<A, O> {
    /// The function itself.
    #[inline(always)]
    pub fn of<F>(function: F) -> F {
        function
    }

    /// The rule of [`of`](Self::of).
    #[inline(always)]
    pub fn associated_rule_of_of<K: Keep, F: Function<A, Output = O>>(
        _: K,
        (function,): (F,),
    ) -> (
        F,
        impl Fn(F::Shadow, (F::Again,), (Option<&F::Shadow>,)) + use<A, O, F, K>,
    ) {
        let pullback = |ct: F::Shadow, _: (F::Again,), (shadow,): (Option<&F::Shadow>,)| {
            if let Some(shadow) = shadow {
                shadow.accumulate(&ct);
            }
        };
        (function, pullback)
    }

    /// Makes a closure the argument of [`of`](Self::of).
    #[inline(always)]
    pub fn argument_0_of_of<E, R, P>(
        _: PhantomData<Closure<E, R, A>>,
        _: impl Sized,
        environment: E,
        rule: R,
    ) -> Closure<E, R, A>
    where
        E: Environment,
        R: Fn(bool, &E, A::Given<'_>) -> (O, P),
        P: Fn(O::Shadow, A::Again<'_, E::Again>, A::Shadows<'_, E::Shadow>),
    {
        crate::function::closure::<A, O, E, R, P>(environment, rule)
    }
}
