//! Functions that captured nothing, behind one type that can be copied.
//!
//! Receives a function by its name, or a closure without an environment; promises a value whose type
//! says only what it is called with and what it returns, as `fn(f64) -> f64` does, and that carries the
//! function's rule. No derivative goes to it.
//!
//! ```text
//! let fs: [fn(f64) -> f64; 2] = [f64::sin, |x| x * x];
//!
//! let fs: [FunctionPointer<(ValueOf<f64>,), f64>; 2] = [FunctionPointer::of(…), FunctionPointer::of(…)];
//! ```

use crate::differentiable::AnyFunction;
use crate::function::{Arguments, Closure, Environment, Fresh, Function, Recalled, RefTo, ValueOf};
use crate::keep::Keep;
use crate::{__inert, Differentiable};
use std::fmt;
use std::marker::PhantomData;

/// A function of `A` that returns `O`.
pub struct FunctionPointer<A: Arguments + 'static, O: Differentiable<Shadow: Sized> + 'static>(
    &'static dyn ErasedFunction<A, O>,
);

/// The pullback of a call of a [`FunctionPointer`].
type Pullback<A, O> = Box<
    dyn for<'a, 'b> Fn(
        <O as Differentiable>::Shadow,
        <A as Arguments>::Again<'a, ()>,
        <A as Arguments>::Shadows<'b, ()>,
    ),
>;

trait ErasedFunction<A: Arguments, O: Differentiable<Shadow: Sized>> {
    fn call(&self, arguments: A::Given<'_>) -> O;

    fn rule(&self, keep: bool, arguments: A::Given<'_>) -> (O, Pullback<A, O>);
}

impl<A, F> ErasedFunction<A, F::Output> for F
where
    A: Arguments + 'static,
    F: Function<A, Output: 'static, Again = (), Shadow = ()>,
{
    fn call(&self, arguments: A::Given<'_>) -> F::Output {
        self.__call(arguments)
    }

    fn rule(&self, keep: bool, arguments: A::Given<'_>) -> (F::Output, Pullback<A, F::Output>) {
        let (value, pullback) = self.derivative_rule_of___call(keep, arguments);
        (value, Box::new(pullback))
    }
}

impl<A: Arguments + 'static, O: Differentiable<Shadow: Sized> + 'static> FunctionPointer<A, O> {
    /// A function without captures.
    #[inline]
    pub fn of<F: Function<A, Output = O, Again = (), Shadow = ()>>(function: F) -> Self {
        const { assert!(size_of::<F>() == 0, "a function pointer captures nothing") };
        // What has no size takes no memory.
        FunctionPointer(Box::leak(Box::new(function)))
    }

    /// The rule of [`of`](Self::of).
    #[allow(clippy::type_complexity)]
    #[inline]
    pub fn associated_rule_of_of<K: Keep, F: Function<A, Output = O, Again = (), Shadow = ()>>(
        _keep: K,
        (function,): (F,),
    ) -> (Self, impl Fn((), ((),), (Option<&()>,)) + use<K, F, A, O>) {
        (Self::of(function), |(), _, _| {})
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

/// A type of functions, which may go by another name: `type Control = fn(f64, f64) -> f64`.
#[diagnostic::on_unimplemented(
    message = "calls of a `{Self}` cannot be differentiated",
    note = "write the type of the function where it is a parameter: `f: impl Fn(f64) -> f64`"
)]
pub trait FunctionType {
    /// What it is called with.
    type Arguments: Arguments;
    /// What it returns.
    type Output;
    /// The value in its place where it is kept.
    type Kept;
}

/// The value in the place of a function of this type where it is kept.
pub type KeptFunction<F> = <F as FunctionType>::Kept;

macro_rules! function_types {
    ($($($A:ident)*;)*) => {$(
        impl<R: Differentiable<Shadow: Sized> + 'static, $($A: Differentiable<Shadow: Sized + 'static> + 'static),*> FunctionType for fn($($A),*) -> R {
            type Arguments = ($(ValueOf<$A>,)*);
            type Output = R;
            type Kept = FunctionPointer<Self::Arguments, R>;
        }

        impl<R: Differentiable<Shadow: Sized> + 'static, $($A: Differentiable<Shadow: Sized + 'static> + 'static),*> FunctionType for Box<dyn Fn($($A),*) -> R> {
            type Arguments = ($(ValueOf<$A>,)*);
            type Output = R;
            type Kept = AnyFunction<Self::Arguments, R>;
        }
    )*};
}

for_arguments!(function_types);

/// The same where some of the arguments are references, of any lifetime.
macro_rules! function_types_of_references {
    ($([$($S:ident)*] [$($A:ident)*] ($($given:ty),*) ($($argument:ty),*);)*) => {$(
        // No type is a function of one lifetime and of any.
        #[allow(coherence_leak_check)]
        impl<R: Differentiable<Shadow: Sized> + 'static, $($S: Differentiable<Shadow: 'static> + ?Sized + 'static,)* $($A: Differentiable<Shadow: Sized + 'static> + 'static),*>
            FunctionType for fn($($given),*) -> R
        {
            type Arguments = ($($argument,)*);
            type Output = R;
            type Kept = FunctionPointer<Self::Arguments, R>;
        }

        // No type is a function of one lifetime and of any.
        #[allow(coherence_leak_check)]
        impl<R: Differentiable<Shadow: Sized> + 'static, $($S: Differentiable<Shadow: 'static> + ?Sized + 'static,)* $($A: Differentiable<Shadow: Sized + 'static> + 'static),*>
            FunctionType for Box<dyn Fn($($given),*) -> R>
        {
            type Arguments = ($($argument,)*);
            type Output = R;
            type Kept = AnyFunction<Self::Arguments, R>;
        }
    )*};
}

function_types_of_references! {
    [S] [] (&S) (RefTo<S>);
    [S] [A] (A, &S) (ValueOf<A>, RefTo<S>);
    [S] [A] (&S, A) (RefTo<S>, ValueOf<A>);
    [S T] [] (&S, &T) (RefTo<S>, RefTo<T>);
    [S] [A B] (A, B, &S) (ValueOf<A>, ValueOf<B>, RefTo<S>);
    [S] [A B] (&S, A, B) (RefTo<S>, ValueOf<A>, ValueOf<B>);
    [S T] [A] (A, &S, &T) (ValueOf<A>, RefTo<S>, RefTo<T>);
    [S T] [A] (&S, &T, A) (RefTo<S>, RefTo<T>, ValueOf<A>);
    [S T U] [] (&S, &T, &U) (RefTo<S>, RefTo<T>, RefTo<U>);
}

impl<A: Arguments + 'static, O: Differentiable<Shadow: Sized> + 'static> Recalled
    for FunctionPointer<A, O>
{
    type Kept = ();

    fn kept(&self) {}

    fn recalled(again: &Self, (): &()) -> Self {
        *again
    }
}

impl<A: Arguments + 'static, O: Differentiable<Shadow: Sized> + 'static> Function<A>
    for FunctionPointer<A, O>
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
        impl Fn(O::Shadow, A::Again<'_, Self>, A::Shadows<'_, ()>) + use<A, O>,
    ) {
        let (value, pullback) = self.0.rule(keep, arguments);
        let pullback =
            move |ct: O::Shadow, again: A::Again<'_, Self>, shadows: A::Shadows<'_, ()>| {
                pullback(ct, A::again_of(|_| &(), again), shadows);
            };
        (value, pullback)
    }
}

impl<A: Arguments + 'static, O: Differentiable<Shadow: Sized> + 'static> Fresh
    for FunctionPointer<A, O>
{
    type Shadow = ();

    #[inline(always)]
    fn fresh(&self) {}
}

impl<A: Arguments + 'static, O: Differentiable<Shadow: Sized> + 'static> Clone
    for FunctionPointer<A, O>
{
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: Arguments + 'static, O: Differentiable<Shadow: Sized> + 'static> Copy
    for FunctionPointer<A, O>
{
}

impl<A: Arguments + 'static, O: Differentiable<Shadow: Sized> + 'static> fmt::Debug
    for FunctionPointer<A, O>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FunctionPointer").finish_non_exhaustive()
    }
}

__inert! {
    {A: Arguments + 'static, O: Differentiable<Shadow: Sized> + 'static} FunctionPointer<A, O> => Self, |pointer| *pointer, copied *pointer;
}
