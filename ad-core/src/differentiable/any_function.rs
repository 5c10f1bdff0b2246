//! Functions behind one type: stored side by side, chosen at run time, or returned.
//!
//! Receives a function value of any type; promises one whose type says only what it is called with and
//! what it returns, as `Box<dyn Fn(f64) -> f64>` does. It carries the function's rule, and what the
//! function captured has a shadow as dynamic as the function.
//!
//! ```text
//! let f: Box<dyn Fn(f64) -> f64> = Box::new(move |x| k * x);
//!
//! let f: AnyFunction<(ValueOf<f64>,), f64> = AnyFunction::of(AnyFunction::argument_0_of_of(PhantomData, PhantomData, (Captured(k),), |_, environment, (x,)| { … }));
//! ```

use super::{Differentiable, Loan};
use crate::Accumulate;
use crate::function::{Arguments, Closure, Environment, Fresh, Function, Recalled};
use crate::keep::Keep;
use std::any::Any;
use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::rc::Rc;

/// A function of `A` that returns `O`, whatever it captured.
pub struct AnyFunction<A: Arguments + 'static, O: Differentiable<Shadow: Sized> + 'static>(
    Rc<dyn ErasedFunction<A, O>>,
);

/// The pullback of a call of an [`AnyFunction`].
type Pullback<A, O> = Box<
    dyn for<'a, 'b> Fn(
        <O as Differentiable>::Shadow,
        <A as Arguments>::Again<'a, AnyFunction<A, O>>,
        <A as Arguments>::Shadows<'b, AnyShadow>,
    ),
>;

trait ErasedFunction<A: Arguments + 'static, O: Differentiable<Shadow: Sized> + 'static> {
    fn call(&self, arguments: A::Given<'_>) -> O;

    fn rule(&self, keep: bool, arguments: A::Given<'_>) -> (O, Pullback<A, O>);

    /// What pullbacks get again of the function.
    fn primal_again(&self) -> &dyn Any;

    fn fresh(&self) -> AnyShadow;
}

/// A function, and what its pullbacks get again of it.
struct Stored<F, G> {
    function: F,
    again: G,
}

impl<A, F> ErasedFunction<A, F::Output> for Stored<F, F::Again>
where
    A: Arguments + 'static,
    F: Function<A, Output: 'static>,
{
    fn call(&self, arguments: A::Given<'_>) -> F::Output {
        self.function.__call(arguments)
    }

    fn rule(&self, keep: bool, arguments: A::Given<'_>) -> (F::Output, Pullback<A, F::Output>) {
        let (value, pullback) = self.function.derivative_rule_of___call(keep, arguments);
        let erased = move |ct: <F::Output as Differentiable>::Shadow,
                           again: A::Again<'_, AnyFunction<A, F::Output>>,
                           shadows: A::Shadows<'_, AnyShadow>| {
            let again = A::again_of(AnyFunction::captured, again);
            pullback(ct, again, A::shadows_of(AnyShadow::get, shadows));
        };
        (value, Box::new(erased))
    }

    fn primal_again(&self) -> &dyn Any {
        &self.again
    }

    fn fresh(&self) -> AnyShadow {
        AnyShadow(Rc::new(self.again.fresh()))
    }
}

impl<A: Arguments + 'static, O: Differentiable<Shadow: Sized> + 'static> AnyFunction<A, O> {
    /// A function value of any type.
    #[inline]
    pub fn of<F: Function<A, Output = O>>(function: F) -> Self {
        let again = function.primal_again();
        AnyFunction(Rc::new(Stored { function, again }))
    }

    /// The rule of [`of`](Self::of).
    #[allow(clippy::type_complexity)]
    #[inline]
    pub fn associated_rule_of_of<K: Keep, F: Function<A, Output = O>>(
        _keep: K,
        (function,): (F,),
    ) -> (
        Self,
        impl Fn(AnyShadow, (F::Again,), (Option<&F::Shadow>,)) + use<K, F, A, O>,
    ) {
        let pullback = |ct: AnyShadow, _, (shadow,): (Option<&F::Shadow>,)| {
            if let Some(shadow) = shadow {
                shadow.accumulate(ct.get());
            }
        };
        (Self::of(function), pullback)
    }

    /// What pullbacks get again of a function of the type known to the caller.
    fn captured<G: 'static>(&self) -> &G {
        of_known_type(self.0.primal_again())
    }

    /// Makes a closure the argument of [`of`](Self::of).
    #[inline(always)]
    pub fn argument_0_of_of<E, R, P>(
        _: PhantomData<Closure<E, R, A>>,
        _: PhantomData<Self>,
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

impl<A: Arguments + 'static, O: Differentiable<Shadow: Sized> + 'static> Function<A>
    for AnyFunction<A, O>
{
    type Output = O;

    #[inline]
    fn __call(&self, arguments: A::Given<'_>) -> O {
        self.0.call(arguments)
    }

    #[inline]
    fn derivative_rule_of___call(
        &self,
        keep: bool,
        arguments: A::Given<'_>,
    ) -> (
        O,
        impl Fn(O::Shadow, A::Again<'_, Self>, A::Shadows<'_, AnyShadow>) + use<A, O>,
    ) {
        self.0.rule(keep, arguments)
    }
}

impl<A: Arguments + 'static, O: Differentiable<Shadow: Sized> + 'static> Clone
    for AnyFunction<A, O>
{
    #[inline]
    fn clone(&self) -> Self {
        AnyFunction(Rc::clone(&self.0))
    }
}

impl<A: Arguments + 'static, O: Differentiable<Shadow: Sized> + 'static> Recalled
    for AnyFunction<A, O>
{
    type Kept = ();

    fn kept(&self) {}

    fn recalled(again: &Self, (): &()) -> Self {
        again.clone()
    }
}

impl<A: Arguments + 'static, O: Differentiable<Shadow: Sized> + 'static> Fresh
    for AnyFunction<A, O>
{
    type Shadow = AnyShadow;

    #[inline]
    fn fresh(&self) -> AnyShadow {
        self.0.fresh()
    }
}

impl<A: Arguments + 'static, O: Differentiable<Shadow: Sized> + 'static> Differentiable
    for AnyFunction<A, O>
{
    type Shadow = AnyShadow;
    type Tangent = AnyShadow;
    type Again = Self;
    type Shape = Self;

    whole!();

    #[inline]
    fn primal_shape(&self) -> Self {
        self.clone()
    }

    #[inline]
    fn primal_again(&self) -> Self {
        self.clone()
    }

    #[inline]
    fn primal_copied<Asked: crate::copying::Uncopied>(&self) -> Self {
        self.clone()
    }

    #[inline]
    fn zero_shadow(shape: &Self) -> AnyShadow {
        shape.fresh()
    }

    #[inline]
    fn tangent(shadow: &AnyShadow) -> AnyShadow {
        shadow.normalise();
        shadow.clone()
    }

    #[inline]
    fn shadow(tangent: AnyShadow) -> AnyShadow {
        tangent
    }

    #[inline]
    fn zero_tangent(&self) -> AnyShadow {
        self.fresh()
    }

    fn check_buffer(&self, _buffer: &AnyShadow, _argument: impl Display + Copy) {}
}

/// The shadow of what an [`AnyFunction`] captured.
pub struct AnyShadow(Rc<dyn ErasedShadow>);

trait ErasedShadow {
    fn as_any(&self) -> &dyn Any;

    fn as_any_mut(&mut self) -> &mut dyn Any;

    fn accumulate_any(&self, from: &AnyShadow);

    fn clear_any(&self);

    fn normalise_any(&self);
}

impl<S: Accumulate + 'static> ErasedShadow for S {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn accumulate_any(&self, from: &AnyShadow) {
        Accumulate::accumulate(self, from.get());
    }

    fn clear_any(&self) {
        Accumulate::clear(self);
    }

    fn normalise_any(&self) {
        Accumulate::normalise(self);
    }
}

/// The same shadow: as a tangent, it stays as it is.
impl Clone for AnyShadow {
    fn clone(&self) -> Self {
        AnyShadow(Rc::clone(&self.0))
    }
}

/// Whether it is the same shadow.
impl PartialEq for AnyShadow {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for AnyShadow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyShadow").finish_non_exhaustive()
    }
}

impl AnyShadow {
    /// The shadow of what is of a type known to the caller.
    pub(crate) fn of<S: Accumulate + 'static>(shadow: S) -> Self {
        AnyShadow(Rc::new(shadow))
    }

    /// The tangent of what is of type `T`: `scene_tangent.shapes[0].tangent_of::<Disc>()`. `None` where it is of
    /// another type.
    pub fn tangent_of<T>(&self) -> Option<T::Tangent>
    where
        T: Differentiable<Shadow: Sized + 'static>,
    {
        self.0.as_any().downcast_ref().map(T::tangent)
    }

    /// A tangent as a shadow, which changes: nobody else may hold it.
    pub(crate) fn owned(mut tangent: Self) -> Self {
        assert!(
            Rc::get_mut(&mut tangent.0).is_some(),
            "the cotangent of a trait object is used once"
        );
        tangent
    }

    /// The shadow of a function of the type known to the caller.
    pub(crate) fn get<S: 'static>(&self) -> &S {
        of_known_type(self.0.as_any())
    }

    /// The same, to be put in another state: what was taken as a tangent is not changed any more.
    pub(crate) fn get_mut<S: 'static>(&mut self) -> &mut S {
        let alone = Rc::get_mut(&mut self.0)
            .unwrap_or_else(|| panic!("the cotangent of a trait object is used once"));
        let part = alone.as_any_mut().downcast_mut();
        part.unwrap_or_else(|| panic!("a derivative of another function"))
    }
}

/// What belongs to one function is never given to another: a pullback goes with its own function, and a
/// shadow with its own primal.
fn of_known_type<T: 'static>(part: &dyn Any) -> &T {
    let part = part.downcast_ref();
    part.unwrap_or_else(|| panic!("a derivative of another function"))
}

impl Accumulate for AnyShadow {
    fn accumulate(&self, from: &Self) {
        self.0.accumulate_any(from);
    }

    fn clear(&self) {
        self.0.clear_any();
    }

    fn normalise(&self) {
        self.0.normalise_any();
    }
}

impl<A: Arguments + 'static, O: Differentiable<Shadow: Sized> + 'static> fmt::Debug
    for AnyFunction<A, O>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyFunction").finish_non_exhaustive()
    }
}
