//! What a call returns that nothing with a derivative goes into: data, or a function that others are lent.
//!
//! The function that the user's own call returns has no rule, so the callee's rule is to make it. Whether what comes
//! back is a function, its type says: functions are not differentiable as they are. Where the callee has no rule, data
//! need none, and a function is refused.
//!
//! ```text
//! let f = make(3.0);                      // the user's
//! integrate(&f, a, b)
//!
//! let made = Makes::of((), |()| make(3.0), |()| rule::rrule(Discard, (3.0,)));
//! let f = (&&&&made.kind()).__made(made);
//! ```

use super::{Call, HasRule, NoRule};
use crate::Differentiable;
use crate::differentiable::AnyFunction;
use crate::function::ValueOf;
use std::marker::PhantomData;

/// A call and its rule, of which one is made. What is moved into the call is given to either.
pub struct Makes<Moved, Plain, Ruled, V, W> {
    moved: Moved,
    plain: Plain,
    ruled: Ruled,
    kinds: PhantomData<fn() -> (V, W)>,
}

/// The types of what the call returns and of what its rule gives.
pub struct Kind<V, W>(PhantomData<fn() -> (V, W)>);

impl<Moved, Plain, Ruled, V, W, P> Makes<Moved, Plain, Ruled, V, W>
where
    Plain: FnOnce(Moved) -> V,
    Ruled: FnOnce(Moved) -> (W, P),
{
    /// Both calls.
    #[inline(always)]
    pub fn of(moved: Moved, plain: Plain, ruled: Ruled) -> Self {
        Makes {
            moved,
            plain,
            ruled,
            kinds: PhantomData,
        }
    }

    /// The types of their results.
    #[inline(always)]
    pub fn kind(&self) -> Kind<V, W> {
        Kind(self.kinds)
    }
}

impl<Moved, Plain: FnOnce(Moved) -> V, Ruled, V, W> Makes<Moved, Plain, Ruled, V, W> {
    fn plain(self) -> V {
        (self.plain)(self.moved)
    }
}

/// Found for data.
pub trait MakesData<V, W> {
    /// What the user's call returns.
    fn __made<M, F: FnOnce(M) -> V, G>(&self, made: Makes<M, F, G, V, W>) -> V;
}

impl<V: Differentiable, W> MakesData<V, W> for &&&Kind<V, W> {
    #[inline(always)]
    fn __made<M, F: FnOnce(M) -> V, G>(&self, made: Makes<M, F, G, V, W>) -> V {
        made.plain()
    }
}

/// A function as users write it, called with `A`.
pub trait Callable<A> {
    /// The same with a rule.
    type WithRule;
}

macro_rules! callable {
    ($($($A:ident)*;)*) => {$(
        impl<F, O, $($A),*> Callable<($($A,)*)> for F
        where
            F: Fn($($A),*) -> O,
            O: Differentiable<Shadow: Sized> + 'static,
            $($A: Differentiable<Shadow: Sized + 'static> + 'static,)*
        {
            type WithRule = AnyFunction<($(ValueOf<$A>,)*), O>;
        }
    )*};
}

callable! {
    A;
    A B;
    A B C;
}

/// Found for functions that a call without a rule returns.
pub trait MakesBareFunction<V, A, N, X> {
    /// There is none that has a rule, and that is said.
    fn __made<M, F, G, W>(&self, made: Makes<M, F, G, V, W>) -> V::WithRule
    where
        V: Callable<A>,
        Call<X>: HasRule<N>;
}

impl<V: Callable<A>, A, N, X> MakesBareFunction<V, A, N, X> for &&Kind<V, NoRule<N, X>> {
    fn __made<M, F, G, W>(&self, _: Makes<M, F, G, V, W>) -> V::WithRule
    where
        Call<X>: HasRule<N>,
    {
        unreachable!("a bound of this never holds")
    }
}

/// Found for what else a call without a rule returns.
pub trait MakesOther<V, W> {
    /// What the user's call returns.
    fn __made<M, F: FnOnce(M) -> V, G>(&self, made: Makes<M, F, G, V, W>) -> V;
}

impl<V, N, X> MakesOther<V, NoRule<N, X>> for &Kind<V, NoRule<N, X>> {
    #[inline(always)]
    fn __made<M, F: FnOnce(M) -> V, G>(&self, made: Makes<M, F, G, V, NoRule<N, X>>) -> V {
        made.plain()
    }
}

/// Found for what has a rule and is not differentiable as it is: functions.
pub trait MakesByRule<V, W> {
    /// What the rule gives.
    fn __made<M, F, G: FnOnce(M) -> (W, P), P>(&self, made: Makes<M, F, G, V, W>) -> W;
}

impl<V, W> MakesByRule<V, W> for Kind<V, W> {
    #[inline(always)]
    fn __made<M, F, G: FnOnce(M) -> (W, P), P>(&self, made: Makes<M, F, G, V, W>) -> W {
        (made.ruled)(made.moved).0
    }
}
