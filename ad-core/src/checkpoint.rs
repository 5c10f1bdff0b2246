//! Loops that remember few of their states and compute the others again.
//!
//! Receives the bounds of a loop, the state it begins with and, as a closure, what runs a part of it;
//! promises the state it ends with, and a pullback that holds no more than about √(2n) states after n
//! steps. The reverse sweep runs the parts from the last to the first, each from the state remembered
//! before it, and has the residual of one part at a time.
//!
//! ```text
//! #[checkpoint]                          let start = (0, n, (false, false), (p, v));
//! for i in 0..n { v -= p; p += v; }      let end = start.checkpointed(|from, to, (mut p, mut v)| {
//!                                            for i in from..to { v -= p; p += v; }
//!                                            ((p, v), false)
//!                                        });
//! ```
//!
//! How many steps there will be need not be known. States are remembered at multiples of a stride;
//! when there are twice as many as the stride is long, every second one is dropped and the stride
//! doubles. So both their number and the length of a part stay within a factor of √2 of √n.

use crate::Differentiable;
use crate::accumulate::Accumulate;
use crate::function::{Arguments, Closure, Environment, Function, Recalled, ValueOf, closure};
use crate::inactive::Inactive;
use crate::keep::Keep;
use std::marker::PhantomData;

/// What a loop may count with.
pub trait Counter: Inactive + Differentiable<Shadow = ()> + PartialOrd + Copy + 'static {
    /// How many steps there are from here up to `end`.
    fn steps_to(self, end: Self) -> usize;

    /// The counter so many steps later.
    fn after(self, steps: usize) -> Self;

    /// The counter so many steps before.
    fn before(self, steps: usize) -> Self;
}

macro_rules! counters {
    ($($Int:ident $Unsigned:ident),*) => {$(
        impl Counter for $Int {
            fn steps_to(self, end: $Int) -> usize {
                match self < end {
                    true => usize::try_from(end.wrapping_sub(self) as $Unsigned).unwrap_or(usize::MAX),
                    false => 0,
                }
            }

            fn after(self, steps: usize) -> $Int {
                self.wrapping_add(steps as $Int)
            }

            fn before(self, steps: usize) -> $Int {
                self.wrapping_sub(steps as $Int)
            }
        }
    )*};
}

counters!(u8 u8, u16 u16, u32 u32, u64 u64, u128 u128, usize usize);
counters!(i8 u8, i16 u16, i32 u32, i64 u64, i128 u128, isize usize);

/// What a loop changes: its values can be remembered, and have shadows.
#[diagnostic::on_unimplemented(
    message = "a checkpointed loop changes a `{Self}`, whose values cannot be remembered",
    label = "changed by the loop",
    note = "what `#[checkpoint]` remembers is cloned and owns its data: derive `Clone` and `Differentiable` for it; a generator of random numbers can be made inside of the loop, from the number of the step"
)]
pub trait State: Differentiable<Shadow: Sized + 'static> + Clone + 'static {}

impl<S: Differentiable<Shadow: Sized + 'static> + Clone + 'static> State for S {}

/// Takes what the loop changes along. Where that cannot be, rustc says so here, and nothing of what follows.
pub trait Remember {
    /// A copy.
    fn __remembered(&self) -> Self;
}

impl<S: State> Remember for S {
    #[inline(always)]
    fn __remembered(&self) -> S {
        self.clone()
    }
}

type Shadow<T> = <T as Differentiable>::Shadow;
type Again<T> = <T as Differentiable>::Again;
/// A part of a loop: from where, up to where, and the state before it.
type Part<I, S> = (ValueOf<I>, ValueOf<I>, ValueOf<S>);
/// The state after a part, and whether the loop was left in it.
type After<S> = (S, bool);

/// The rule of a checkpointed loop, for the loop's bounds, how they are to be read (whether the upper one
/// belongs to the loop, and whether it begins there) and the state before it.
pub trait Checkpointed<I: Counter, S: State>: Differentiable<Shadow: Sized> {
    /// The rule.
    #[allow(clippy::type_complexity, reason = "it is the form of all rules")]
    fn derivative_rule_of_checkpointed<K, E, R>(
        &self,
        keep: K,
        part: (Closure<E, R, Part<I, S>>,),
    ) -> (
        S,
        impl Fn(Shadow<S>, (&Self, Again<E>), (Option<&Shadow<Self>>, Option<&Shadow<E>>))
        + use<Self, I, S, K, E, R>,
    )
    where
        K: Keep,
        E: Environment,
        R: Clone + 'static,
        Closure<E, R, Part<I, S>>: Function<Part<I, S>, Output = After<S>>
            + Recalled<Again = Again<E>, Shadow = Shadow<E>>;

    /// Makes a closure the argument.
    #[inline(always)]
    fn argument_0_of_checkpointed<E, R, P>(
        &self,
        _: PhantomData<Closure<E, R, Part<I, S>>>,
        environment: E,
        rule: R,
    ) -> Closure<E, R, Part<I, S>>
    where
        E: Environment,
        R: Fn(bool, &E, (I, I, S)) -> (After<S>, P),
        P: Fn(
            Shadow<After<S>>,
            <Part<I, S> as Arguments>::Again<'_, Again<E>>,
            <Part<I, S> as Arguments>::Shadows<'_, Shadow<E>>,
        ),
    {
        closure::<Part<I, S>, After<S>, E, R, P>(environment, rule)
    }
}

impl<I: Counter, S: State> Checkpointed<I, S> for (I, I, (bool, bool), S) {
    #[allow(clippy::type_complexity, reason = "it is the form of all rules")]
    fn derivative_rule_of_checkpointed<K, E, R>(
        &self,
        _keep: K,
        (part,): (Closure<E, R, Part<I, S>>,),
    ) -> (
        S,
        impl Fn(Shadow<S>, (&Self, Again<E>), (Option<&Shadow<Self>>, Option<&Shadow<E>>))
        + use<I, S, K, E, R>,
    )
    where
        K: Keep,
        E: Environment,
        R: Clone + 'static,
        Closure<E, R, Part<I, S>>: Function<Part<I, S>, Output = After<S>>
            + Recalled<Again = Again<E>, Shadow = Shadow<E>>,
    {
        let (end, remembered) = Remembered::run(&part, Bounds::of(self), self.3.clone());
        let kept = part.kept();
        let pullback =
            move |d_end: Shadow<S>,
                  (_, captured): (&Self, Again<E>),
                  (d_start, d_captured): (Option<&Shadow<Self>>, Option<&Shadow<E>>)| {
                let part = Closure::recalled(&captured, &kept);
                let d = remembered.reverse(&part, &captured, d_end, d_captured);
                if let Some((_, _, _, d_start)) = d_start {
                    d_start.accumulate(&d);
                }
            };
        (end, pullback)
    }
}

/// The counters that a loop takes, in order.
#[derive(Clone, Copy)]
struct Bounds<I> {
    lo: I,
    hi: I,
    inclusive: bool,
    reversed: bool,
}

impl<I: Counter> Bounds<I> {
    fn of<S>(&(lo, hi, (inclusive, reversed), _): &(I, I, (bool, bool), S)) -> Self {
        Bounds {
            lo,
            hi,
            inclusive,
            reversed,
        }
    }

    fn steps(&self) -> usize {
        let last = usize::from(self.inclusive && self.lo <= self.hi);
        self.lo.steps_to(self.hi).saturating_add(last)
    }

    /// The bounds of the part that begins after `from` steps and ends after `to`, read as those of the
    /// loop are.
    fn part(&self, from: usize, to: usize) -> (I, I) {
        let beyond = usize::from(self.inclusive);
        if self.reversed {
            (self.hi.after(beyond).before(to), self.hi.before(from))
        } else {
            (self.lo.after(from), self.lo.after(to - beyond))
        }
    }
}

/// The states before some of the parts of a loop that ran.
struct Remembered<I, S> {
    bounds: Bounds<I>,
    /// Before the first step, and before every `stride`-th after it.
    states: Vec<S>,
    stride: usize,
}

impl<I: Counter, S: State> Remembered<I, S> {
    /// Runs the loop; also the state after it.
    fn run<F>(part: &F, bounds: Bounds<I>, mut state: S) -> (S, Self)
    where
        F: Function<Part<I, S>, Output = After<S>>,
    {
        let mut this = Remembered {
            bounds,
            states: Vec::new(),
            stride: 1,
        };
        let (steps, mut from, mut left) = (bounds.steps(), 0, false);
        while from < steps && !left {
            this.remember(&state);
            let (lo, hi, to) = this.part(from);
            (state, left) = part.__call((lo, hi, state));
            from = to;
        }
        (state, this)
    }

    fn remember(&mut self, state: &S) {
        if self.states.len() == 2 * self.stride {
            let mut odd = false;
            self.states.retain(|_| {
                odd = !odd;
                odd
            });
            self.stride *= 2;
        }
        self.states.push(state.clone());
    }

    /// The bounds of the part that begins after `from` steps, and after how many it ends.
    fn part(&self, from: usize) -> (I, I, usize) {
        let to = from.saturating_add(self.stride).min(self.bounds.steps());
        let (lo, hi) = self.bounds.part(from, to);
        (lo, hi, to)
    }

    /// The cotangent of the state before the loop, from that of the state after it.
    fn reverse<F>(
        &self,
        part: &F,
        captured: &F::Again,
        d_end: S::Shadow,
        d_captured: Option<&F::Shadow>,
    ) -> S::Shadow
    where
        F: Function<Part<I, S>, Output = After<S>>,
    {
        let parts = self.states.iter().enumerate().rev();
        parts.fold(d_end, |d_after, (n, before)| {
            let (lo, hi, _) = self.part(n * self.stride);
            let d_before = S::zero_shadow(&before.primal_shape());
            let (_, pullback) = part.derivative_rule_of___call(false, (lo, hi, before.clone()));
            pullback(
                (d_after, ()),
                (
                    captured,
                    lo.primal_again(),
                    hi.primal_again(),
                    before.primal_again(),
                ),
                (d_captured, None, None, Some(&d_before)),
            );
            d_before
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Bounds, Counter, Remembered};

    fn bounds<I: Counter>(lo: I, hi: I, inclusive: bool, reversed: bool) -> Bounds<I> {
        Bounds::of(&(lo, hi, (inclusive, reversed), ()))
    }

    /// The counters of a loop that is run in parts of so many steps.
    fn counters(of: Bounds<i8>, stride: usize) -> Vec<i8> {
        let starts = (0..of.steps()).step_by(stride);
        let each = |from: usize| {
            let (lo, hi) = of.part(from, (from + stride).min(of.steps()));
            let part: Vec<i8> = match of.inclusive {
                true => (lo..=hi).collect(),
                false => (lo..hi).collect(),
            };
            match of.reversed {
                true => part.into_iter().rev().collect(),
                false => part,
            }
        };
        starts.flat_map(each).collect()
    }

    #[test]
    fn parts_are_the_whole_in_order() {
        for (lo, hi) in [(-128, 127), (-3, 8), (0, 1), (5, 5), (7, -7), (127, 127)] {
            for stride in [1, 2, 5, 300] {
                let whole: Vec<i8> = (lo..hi).collect();
                assert_eq!(counters(bounds(lo, hi, false, false), stride), whole);
                let whole: Vec<i8> = (lo..=hi).collect();
                assert_eq!(counters(bounds(lo, hi, true, false), stride), whole);
                let whole: Vec<i8> = (lo..hi).rev().collect();
                assert_eq!(counters(bounds(lo, hi, false, true), stride), whole);
                let whole: Vec<i8> = (lo..=hi).rev().collect();
                assert_eq!(counters(bounds(lo, hi, true, true), stride), whole);
            }
        }
    }

    #[test]
    fn wide_counters_saturate() {
        assert_eq!(bounds(i64::MIN, i64::MAX, false, false).steps(), usize::MAX);
        assert_eq!(bounds(0, u128::MAX, true, false).steps(), usize::MAX);
    }

    #[test]
    fn states_and_strides_stay_near_the_root() {
        let mut remembered = Remembered {
            bounds: bounds(0, usize::MAX, false, false),
            states: Vec::new(),
            stride: 1,
        };
        let mut from = 0;
        while from < 1_000_000 {
            remembered.remember(&from);
            from = remembered.part(from).2;
            let most = ((2 * from) as f64).sqrt() + 2.0;
            assert!(remembered.states.len() as f64 <= most, "after {from}");
            assert!(remembered.stride as f64 <= most, "after {from}");
        }
        let stride = remembered.stride;
        let multiples = (0..remembered.states.len()).map(|n| n * stride);
        assert!(remembered.states.iter().copied().eq(multiples));
    }
}
