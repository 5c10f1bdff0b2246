//! Checks of derivatives, for tests.
//!
//! A [`Check`] compares what a rule or a derived function says with what the function does: central
//! finite differences over several step sizes, one direction at a time and along random directions
//! (the dot-product test), for random cotangents. It also asks what every derivative here promises:
//! that it adds to the shadows it is given, gives the same when called twice, and leaves `&mut`
//! arguments as they were before the call. With [`CountingAllocator`] installed it asks that the second
//! call allocates nothing. `rrule!` writes such a test for each rule, at the rule's check points.
//!
//! A point is owned data: a float, an array, a `Vec`, or a tuple of them; everything in it that is a
//! float is varied. The closures pass it on as the function wants it.
//!
//! ```
//! use ad_core::check::Check; // `pullback::check::Check` for users of the facade
//!
//! fn dot(x: &[f64], y: &[f64]) -> f64 {
//!     x.iter().zip(y).map(|(x, y)| x * y).sum()
//! }
//!
//! Check::new("dot").gradient(
//!     (vec![1.0, 2.0], [0.5, -3.0]),
//!     |(x, y)| dot(x, y),
//!     |(x, y)| (dot(x, y), (y.to_vec(), x.clone())), // `dot::value_and_gradient(x, y)`
//! );
//! ```

mod allocator;
mod floats;
mod numeric;
mod sweep;

pub use allocator::CountingAllocator;
pub use floats::Floats;

use self::allocator::counted;
use self::floats::{filled, flattened};
use self::numeric::{Numeric, Random};
use self::sweep::Sweep;
use crate::Differentiable;

/// A check of one function's derivative. Its methods panic with what they found.
#[derive(Clone, Debug)]
pub struct Check {
    name: String,
    tolerance: Option<f64>,
}

impl Check {
    /// A check that speaks of the function by this name.
    pub fn new(name: impl Into<String>) -> Self {
        Check {
            name: name.into(),
            tolerance: None,
        }
    }

    /// The relative error allowed, in place of one that fits the precision of the arguments (10⁻⁷ for
    /// `f64`, 2·10⁻³ for `f32`).
    pub fn tolerance(mut self, relative: f64) -> Self {
        self.tolerance = Some(relative);
        self
    }

    /// Checks a function that gives its value and its gradient, such as `f::value_and_gradient`.
    #[track_caller]
    pub fn gradient<P, V, G>(
        &self,
        point: P,
        primal: impl Fn(&mut P) -> V,
        value_and_gradient: impl Fn(&mut P) -> (V, G),
    ) where
        P: Floats + Clone,
        V: Floats,
        G: Floats,
    {
        let call = |point: &mut P| {
            let (value, gradient) = value_and_gradient(point);
            (flattened(value), flattened(gradient))
        };
        self.gradient_by(&point, &primal, call);
    }

    /// Checks a function that writes its gradient into buffers, such as `f::value_and_gradient_into`:
    /// also that it overwrites what they hold, and that its second call allocates no more than two
    /// calls of the function itself.
    #[track_caller]
    pub fn gradient_into<P, V, G>(
        &self,
        point: P,
        buffers: G,
        primal: impl Fn(&mut P) -> V,
        value_and_gradient_into: impl Fn(&mut P, &mut G) -> V,
    ) where
        P: Floats + Clone,
        V: Floats,
        G: Floats + Clone,
    {
        let mut random = Random::new();
        let call = |point: &mut P| {
            let garbage = random.vector(flattened(buffers.clone()).len());
            let mut gradient = filled(buffers.clone(), &garbage);
            let value = value_and_gradient_into(point, &mut gradient);
            (flattened(value), flattened(gradient))
        };
        self.gradient_by(&point, &primal, call);
        let (mut arguments, mut gradient) = (point.clone(), buffers);
        let allocated = counted(|| value_and_gradient_into(&mut arguments, &mut gradient)).1;
        self.allocates_like_primal(&point, &primal, allocated);
    }

    /// Checks a function that gives its value and a pullback, such as `f::vjp`. The pullback is called
    /// as `|cotangent| pullback.call(cotangent)`.
    #[track_caller]
    pub fn vjp<P, V, G, B>(
        &self,
        point: P,
        primal: impl Fn(&mut P) -> V,
        vjp: impl Fn(&mut P) -> (V, B),
    ) where
        P: Floats + Clone,
        V: Floats + Differentiable,
        V::Tangent: Floats,
        G: Floats,
        B: Fn(V::Tangent) -> G,
    {
        let (value, pullback) = vjp(&mut point.clone());
        let numeric = self.numeric(&point, V::EPSILON, |point| flattened(primal(point)));
        let mut random = Random::new();
        for _ in 0..COTANGENTS {
            let weights = random.vector(flattened(value.zero_tangent()).len());
            let pull = || flattened(pullback(filled(value.zero_tangent(), &weights)));
            let pulled = pull();
            self.same(
                &pull(),
                &pulled,
                "the pullback gives something else when called twice",
            );
            numeric.compare(&weights, &pulled);
        }
        self.close(
            &flattened(value),
            &flattened(primal(&mut point.clone())),
            V::EPSILON,
        );
    }

    /// Checks a rule in the form callers of a differentiable function use, with its arguments packed
    /// into one point: `rrule(keep, point)` gives the value and
    /// `pullback(cotangent, point after the call, shadow of the point, wanted)`.
    #[track_caller]
    pub fn rule<P, V, B>(
        &self,
        point: P,
        primal: impl Fn(&mut P) -> V,
        rrule: impl Fn(bool, &mut P) -> (V, B),
    ) where
        P: Floats + Differentiable + Clone,
        P::Shadow: Sized,
        P::Tangent: Floats,
        V: Floats + Differentiable + Clone,
        V::Shadow: Sized,
        V::Tangent: Floats,
        B: Fn(V::Shadow, &mut P, &mut P::Shadow, bool),
    {
        let numeric = self.numeric(&point, V::EPSILON, |point| {
            let value = flattened(primal(point));
            [value, flattened(point.clone())].concat()
        });
        let mut random = Random::new();
        for keep in [true, false] {
            let mut after = point.clone();
            let (value, pullback) = rrule(keep, &mut after);
            let sweep = Sweep {
                value,
                after,
                pullback,
            };
            let outputs = (numeric.outputs)(&numeric.at);
            self.close(&sweep.outputs(), &outputs, V::EPSILON.max(P::EPSILON));
            for _ in 0..COTANGENTS {
                let weights = random.vector(outputs.len());
                self.pulls_back(&sweep, &weights, &numeric, keep);
            }
        }
        self.rule_allocations(&point, &primal, &rrule);
    }

    /// One cotangent through one pullback: right, the same twice, and the arguments restored.
    #[track_caller]
    fn pulls_back<P, V, B>(
        &self,
        sweep: &Sweep<P, V, B>,
        weights: &[f64],
        numeric: &Numeric,
        keep: bool,
    ) where
        P: Floats + Differentiable + Clone,
        P::Shadow: Sized,
        P::Tangent: Floats,
        V: Floats + Differentiable + Clone,
        V::Shadow: Sized,
        V::Tangent: Floats,
        B: Fn(V::Shadow, &mut P, &mut P::Shadow, bool),
    {
        let (pulled, arguments) = sweep.pull(weights, true);
        let (again, _) = sweep.pull(weights, true);
        self.same(
            &again,
            &pulled,
            "the pullback gives something else when called twice",
        );
        numeric.compare(weights, &pulled);
        let (_, unwanted) = sweep.pull(weights, false);
        if keep {
            self.same(
                &arguments,
                &numeric.at,
                "the pullback does not restore the arguments",
            );
            self.same(
                &unwanted,
                &numeric.at,
                "the pullback does not restore the arguments",
            );
        }
    }

    #[track_caller]
    fn rule_allocations<P, V, B>(
        &self,
        point: &P,
        primal: &impl Fn(&mut P) -> V,
        rrule: &impl Fn(bool, &mut P) -> (V, B),
    ) where
        P: Floats + Differentiable + Clone,
        P::Shadow: Sized,
        V: Differentiable,
        V::Shadow: Sized,
        B: Fn(V::Shadow, &mut P, &mut P::Shadow, bool),
    {
        let mut arguments = point.clone();
        let ((value, pullback), forward) = counted(|| rrule(false, &mut arguments));
        let cotangent = V::shadow(value.zero_tangent());
        let mut shadow = P::shadow(arguments.zero_tangent());
        let ((), reverse) = counted(|| pullback(cotangent, &mut arguments, &mut shadow, true));
        self.allocates_like_primal(point, primal, forward + reverse);
    }

    #[track_caller]
    fn gradient_by<P: Floats + Clone, V: Floats>(
        &self,
        point: &P,
        primal: &impl Fn(&mut P) -> V,
        mut call: impl FnMut(&mut P) -> (Vec<f64>, Vec<f64>),
    ) {
        let mut arguments = point.clone();
        let (value, gradient) = call(&mut arguments);
        let before = flattened(point.clone());
        self.same(
            &flattened(arguments.clone()),
            &before,
            "the arguments are not restored",
        );
        let again = call(&mut arguments).1;
        self.same(
            &again,
            &gradient,
            "the gradient is another when asked for twice",
        );
        self.close(
            &value,
            &flattened(primal(&mut point.clone())),
            V::EPSILON.max(P::EPSILON),
        );
        let numeric = self.numeric(point, V::EPSILON, |point| flattened(primal(point)));
        numeric.compare(&vec![1.0; value.len()], &gradient);
    }

    fn numeric<'a, P>(
        &'a self,
        point: &P,
        epsilon: f64,
        outputs: impl Fn(&mut P) -> Vec<f64> + 'a,
    ) -> Numeric<'a>
    where
        P: Floats + Clone + 'a,
    {
        let template = point.clone();
        let epsilon = epsilon.max(P::EPSILON);
        Numeric {
            name: &self.name,
            at: flattened(point.clone()),
            tolerance: self
                .tolerance
                .unwrap_or_else(|| numeric::default_tolerance(epsilon)),
            single: epsilon > f64::EPSILON,
            outputs: Box::new(move |at| outputs(&mut filled(template.clone(), at))),
        }
    }

    #[track_caller]
    fn allocates_like_primal<P: Clone, V>(
        &self,
        point: &P,
        primal: &impl Fn(&mut P) -> V,
        allocated: u64,
    ) {
        let mut arguments = point.clone();
        let by_primal = counted(|| primal(&mut arguments)).1;
        assert!(
            allocated <= 2 * by_primal,
            "check of `{}`: the second call allocates {allocated} times, the function itself {by_primal} times",
            self.name
        );
    }

    #[track_caller]
    fn same(&self, found: &[f64], expected: &[f64], complaint: &str) {
        let equal = |(found, expected): (&f64, &f64)| {
            found == expected || found.is_nan() && expected.is_nan()
        };
        assert!(
            found.len() == expected.len() && found.iter().zip(expected).all(equal),
            "check of `{}`: {complaint}: {found:?} in place of {expected:?}",
            self.name
        );
    }

    /// The value given with a derivative may be computed in another order than the function's own.
    #[track_caller]
    fn close(&self, found: &[f64], expected: &[f64], epsilon: f64) {
        let near = |(found, expected): (&f64, &f64)| {
            found == expected || (found - expected).abs() <= 1e3 * epsilon * (1.0 + expected.abs())
        };
        assert!(
            found.len() == expected.len() && found.iter().zip(expected).all(near),
            "check of `{}`: the value is {found:?}, the function's own is {expected:?}",
            self.name
        );
    }
}

/// How many random cotangents each check tries.
const COTANGENTS: usize = 2;
