//! The methods of options of references that take functions, for receivers whose type the compiler of derivatives
//! does not see.
//!
//! What is referred to may end before the pullback does, as in [`super::references`]; but here the pullback holds that
//! of the function's call, which only a box can hide. Options go in by value, so that these rules are found before
//! those of options of anything.
//!
//! ```text
//! table.find(key).map_or(0.0, |entry| k * entry.weight)
//!
//! found.derivative_rule_of_map_or(keep, (0.0, found.argument_1_of_map_or(PhantomData, (Captured(k),), |keep, (k,), (entry,)| { … })))
//! ```

use super::{Shadow, give};
use ad_core::__private::{
    Arguments, Closure, Differentiable, Environment, Function, Keep, RefTo, another_variant,
    closure,
};
use std::borrow::Borrow;
use std::marker::PhantomData;

type Again<T> = <T as Differentiable>::Again;
type Arg<T> = (RefTo<T>,);
type ShadowOfOption<T> = Option<<T as Differentiable>::Owned>;

/// The pullback of what takes a function alone.
type OfFunction<T, F, O> = Box<
    dyn Fn(Shadow<O>, (&Option<&T>, Again<F>), (Option<&ShadowOfOption<T>>, Option<&Shadow<F>>)),
>;

/// The pullback of what takes a value for nothing as well.
type WithDefault<T, F, O> = Box<
    dyn Fn(
        Shadow<O>,
        (&Option<&T>, Again<O>, Again<F>),
        (
            Option<&ShadowOfOption<T>>,
            Option<&Shadow<O>>,
            Option<&Shadow<F>>,
        ),
    ),
>;

/// What an option may refer to for a function to be called with it.
pub trait Referent: Differentiable<Shadow: 'static> + 'static {}

impl<T: Differentiable<Shadow: 'static> + ?Sized + 'static> Referent for T {}

/// A function value of a closure that is called with a reference.
macro_rules! argument {
    ($name:ident -> $Value:ty) => {
        fn $name<U, E, R, Q>(
            self,
            _: PhantomData<Closure<E, R, Arg<T>>>,
            environment: E,
            rule: R,
        ) -> Closure<E, R, Arg<T>>
        where
            U: Differentiable<Shadow: Sized>,
            E: Environment,
            R: Fn(bool, &E, (&T,)) -> ($Value, Q),
            Q: Fn(
                Shadow<$Value>,
                <Arg<T> as Arguments>::Again<'_, Again<E>>,
                <Arg<T> as Arguments>::Shadows<'_, Shadow<E>>,
            ),
        {
            closure::<Arg<T>, $Value, E, R, Q>(environment, rule)
        }
    };
}

/// The rules of the methods of an option of a reference that take a function.
#[allow(
    missing_docs,
    reason = "each method is the rule of the method it is named after"
)]
pub trait ReferenceOptionFunctions<T: Referent + ?Sized>: Sized {
    argument! { argument_0_of_map -> U }
    argument! { argument_0_of_and_then -> Option<U> }
    argument! { argument_1_of_map_or -> U }

    fn derivative_rule_of_map<K: Keep, U, F>(
        self,
        _: K,
        f: (F,),
    ) -> (Option<U>, OfFunction<T, F, Option<U>>)
    where
        U: Differentiable<Shadow: Sized> + 'static,
        F: Function<Arg<T>, Output = U>;

    fn derivative_rule_of_and_then<K: Keep, U, F>(
        self,
        _: K,
        f: (F,),
    ) -> (Option<U>, OfFunction<T, F, Option<U>>)
    where
        U: Differentiable<Shadow: Sized> + 'static,
        F: Function<Arg<T>, Output = Option<U>>;

    fn derivative_rule_of_map_or<K: Keep, U, F>(
        self,
        _: K,
        arguments: (U, F),
    ) -> (U, WithDefault<T, F, U>)
    where
        U: Differentiable<Shadow: Sized> + 'static,
        F: Function<Arg<T>, Output = U>;
}

impl<T: Referent + ?Sized> ReferenceOptionFunctions<T> for Option<&T> {
    #[inline]
    fn derivative_rule_of_map<K: Keep, U, F>(
        self,
        _: K,
        (f,): (F,),
    ) -> (Option<U>, OfFunction<T, F, Option<U>>)
    where
        U: Differentiable<Shadow: Sized> + 'static,
        F: Function<Arg<T>, Output = U>,
    {
        let (value, called) = self
            .map(|x| f.derivative_rule_of___call(false, (x,)))
            .unzip();
        let pullback: OfFunction<T, F, Option<U>> =
            Box::new(move |dy, (option, f), (d_option, d_f)| {
                if let (Some(x), Some(called), Some(dy)) = (option, &called, dy) {
                    called(dy, (&f, x), (d_f, referent::<T>(d_option)));
                }
            });
        (value, pullback)
    }

    #[inline]
    fn derivative_rule_of_and_then<K: Keep, U, F>(
        self,
        _: K,
        (f,): (F,),
    ) -> (Option<U>, OfFunction<T, F, Option<U>>)
    where
        U: Differentiable<Shadow: Sized> + 'static,
        F: Function<Arg<T>, Output = Option<U>>,
    {
        let (value, called) = self
            .map(|x| f.derivative_rule_of___call(false, (x,)))
            .unzip();
        let pullback: OfFunction<T, F, Option<U>> =
            Box::new(move |dy, (option, f), (d_option, d_f)| {
                if let (Some(x), Some(called)) = (option, &called) {
                    called(dy, (&f, x), (d_f, referent::<T>(d_option)));
                }
            });
        (value.flatten(), pullback)
    }

    #[inline]
    fn derivative_rule_of_map_or<K: Keep, U, F>(
        self,
        _: K,
        (default, f): (U, F),
    ) -> (U, WithDefault<T, F, U>)
    where
        U: Differentiable<Shadow: Sized> + 'static,
        F: Function<Arg<T>, Output = U>,
    {
        let (value, called) = self
            .map(|x| f.derivative_rule_of___call(false, (x,)))
            .unzip();
        let pullback: WithDefault<T, F, U> =
            Box::new(move |dy, (option, _, f), (d_option, d_default, d_f)| {
                match (option, &called) {
                    (Some(x), Some(called)) => called(dy, (&f, x), (d_f, referent::<T>(d_option))),
                    _ => give(d_default, &dy),
                }
            });
        (value.unwrap_or(default), pullback)
    }
}

/// The shadow of what an option refers to, of an option that is `Some`.
fn referent<T: Differentiable + ?Sized>(shadow: Option<&ShadowOfOption<T>>) -> Option<&T::Shadow> {
    shadow.map(|option| {
        option
            .as_ref()
            .unwrap_or_else(|| another_variant())
            .borrow()
    })
}
