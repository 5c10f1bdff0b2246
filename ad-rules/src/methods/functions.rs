//! The methods of options, results and arrays that take functions, for receivers whose type the
//! compiler of derivatives does not see.
//!
//! A function argument is a value with a rule; its derivative is that of what it captured. Beside each
//! rule stands what makes a function value of a closure, so that inference knows its argument:
//!
//! ```text
//! self.weights.map(|w| w * k)
//!
//! weights.derivative_rule_of_map(keep, (weights.argument_0_of_map(PhantomData, (Captured(k),), |keep, (k,), (w,)| { … }),))
//! ```

use super::adaptors::scatter;
use super::{Shadow, give};
use ad_core::__private::{
    Arguments, Closure, Differentiable, Environment, Function, Keep, RefTo, ValueOf,
    another_variant, closure,
};
use std::marker::PhantomData;

/// What a function value is called with.
pub trait Value: Differentiable<Shadow: Sized + 'static> + Clone + 'static {}

impl<T: Differentiable<Shadow: Sized + 'static> + Clone + 'static> Value for T {}

type Again<T> = <T as Differentiable>::Again;

/// Declares rules of methods that take a function last, with what makes a function value of a closure.
macro_rules! taking {
    (
        $(#[$doc:meta])*
        impl $params:tt ($($generics:tt)*) $Trait:ident ($($arguments:tt)*) for $Target:ty;
        $(
            fn $name:ident, $argument:ident(&$self:ident $(, $first:ident: $First:ty)?; $f:ident($Arg:ty) -> $Value:ty)
            -> $Output:ty $(where [$($bounds:tt)*])? $body:block
        )*
    ) => {
        $(#[$doc])*
        #[allow(missing_docs, reason = "each method is the rule of the method it is named after")]
        #[allow(clippy::type_complexity, reason = "it is the form of all rules")]
        pub trait $Trait<$($generics)*>: Differentiable<Shadow: Sized> + Sized
        {
            $(taking! {
                @declare $params
                fn $name, $argument(&$self $(, $first: $First)?; $f($Arg) -> $Value) -> $Output
                [$($($bounds)*)?]
            })*
        }

        #[allow(clippy::type_complexity, reason = "it is the form of all rules")]
        impl<$($generics)*> $Trait<$($arguments)*> for $Target
        {
            $(taking! {
                @define $params
                fn $name(&$self $(, $first: $First)?; $f($Arg) -> $Value) -> $Output
                [$($($bounds)*)?] $body
            })*
        }
    };
    (
        @declare [$($P:ident)*]
        fn $name:ident, $argument:ident(&$self:ident $(, $first:ident: $First:ty)?; $f:ident($Arg:ty) -> $Value:ty)
        -> $Output:ty [$($bounds:tt)*]
    ) => {
        fn $name<K: Keep, U: Differentiable<Shadow: Sized>, F: Function<(ValueOf<$Arg>,), Output = $Value>>(
            &$self,
            keep: K,
            arguments: ($($First,)? F,),
        ) -> (
            $Output,
            impl Fn(
                Shadow<$Output>,
                (&Self, $(Again<$First>,)? Again<F>),
                (Option<&Shadow<Self>>, $(Option<&Shadow<$First>>,)? Option<&Shadow<F>>),
            ) + use<Self, $($P,)* K, U, F>,
        )
        where
            $($bounds)*;

        fn $argument<U, E, R, Q>(
            &$self,
            _: PhantomData<Closure<E, R, (ValueOf<$Arg>,)>>,
            environment: E,
            rule: R,
        ) -> Closure<E, R, (ValueOf<$Arg>,)>
        where
            U: Differentiable<Shadow: Sized>,
            E: Environment,
            R: Fn(bool, &E, ($Arg,)) -> ($Value, Q),
            Q: Fn(
                Shadow<$Value>,
                <(ValueOf<$Arg>,) as Arguments>::Again<'_, Again<E>>,
                <(ValueOf<$Arg>,) as Arguments>::Shadows<'_, Shadow<E>>,
            ),
        {
            closure::<(ValueOf<$Arg>,), $Value, E, R, Q>(environment, rule)
        }
    };
    (
        @define [$($P:ident)*]
        fn $name:ident(&$self:ident $(, $first:ident: $First:ty)?; $f:ident($Arg:ty) -> $Value:ty)
        -> $Output:ty [$($bounds:tt)*] $body:block
    ) => {
        #[inline]
        fn $name<K: Keep, U: Differentiable<Shadow: Sized>, F: Function<(ValueOf<$Arg>,), Output = $Value>>(
            &$self,
            _: K,
            ($($first,)? $f,): ($($First,)? F,),
        ) -> (
            $Output,
            impl Fn(
                Shadow<$Output>,
                (&Self, $(Again<$First>,)? Again<F>),
                (Option<&Shadow<Self>>, $(Option<&Shadow<$First>>,)? Option<&Shadow<F>>),
            ) + use<$($P,)* K, U, F>,
        )
        where
            $($bounds)*
        $body
    };
}

taking! {
    /// The rules of the methods of arrays that take a function.
    impl [T N] (T: Value, const N: usize) ArrayFunctions (T, N) for [T; N];

    fn derivative_rule_of_map, argument_0_of_map(&self; f(T) -> U) -> [U; N] {
        let mut pullbacks: [_; N] = std::array::from_fn(|_| None);
        let mut slots = pullbacks.iter_mut();
        let values = self.clone().map(|x| {
            let (y, pullback) = f.derivative_rule_of___call(false, (x,));
            slots.next().expect("a slot for each element").replace(pullback);
            y
        });
        (values, move |dy, (xs, f), (d_xs, d_f)| {
            for (i, (dy, pullback)) in dy.into_iter().zip(pullbacks.iter().flatten()).enumerate() {
                pullback(dy, (&f, xs[i].primal_again()), (d_f, d_xs.map(|d| &d[i])));
            }
        })
    }
}

taking! {
    /// The rules of the adaptors that make other items, of lists that stand for iterators, as in `adaptors.rs`.
    impl [T] (T: Value) ListFunctions (T) for Vec<T>;

    fn derivative_rule_of_map, argument_0_of_map(&self; f(T) -> U) -> Vec<U> {
        let called = self.iter().cloned().map(|x| f.derivative_rule_of___call(false, (x,)));
        let (values, pullbacks): (Vec<U>, Vec<_>) = called.unzip();
        (values, move |dy, (xs, f), (d_xs, d_f)| {
            for (i, (dy, pullback)) in dy.into_iter().zip(&pullbacks).enumerate() {
                pullback(dy, (&f, xs[i].primal_again()), (d_f, d_xs.map(|d| &d[i])));
            }
        })
    }

    fn derivative_rule_of_filter_map, argument_0_of_filter_map(&self; f(T) -> Option<U>) -> Vec<U> {
        let called = self.iter().cloned().map(|x| f.derivative_rule_of___call(false, (x,)));
        let (values, pullbacks): (Vec<Option<U>>, Vec<_>) = called.unzip();
        let yielded: Vec<bool> = values.iter().map(Option::is_some).collect();
        (values.into_iter().flatten().collect(), move |dy, (xs, f), (d_xs, d_f)| {
            let mut dy = dy.into_iter();
            for (i, pullback) in pullbacks.iter().enumerate().filter(|(i, _)| yielded[*i]) {
                pullback(dy.next(), (&f, xs[i].primal_again()), (d_f, d_xs.map(|d| &d[i])));
            }
        })
    }
}

taking! {
    /// The rules of the methods of `Option` that take a function.
    impl [T] (T: Value) OptionFunctions (T) for Option<T>;

    fn derivative_rule_of_map, argument_0_of_map(&self; f(T) -> U) -> Option<U> {
        let (value, pullback) = self.clone().map(|x| f.derivative_rule_of___call(false, (x,))).unzip();
        (value, move |dy, (option, f), (d_option, d_f)| {
            if let (Some(x), Some(pullback), Some(dy)) = (option, &pullback, dy) {
                pullback(dy, (&f, x.primal_again()), (d_f, payload(d_option)));
            }
        })
    }

    fn derivative_rule_of_and_then, argument_0_of_and_then(&self; f(T) -> Option<U>) -> Option<U> {
        let (value, pullback) = self.clone().map(|x| f.derivative_rule_of___call(false, (x,))).unzip();
        (value.flatten(), move |dy, (option, f), (d_option, d_f)| {
            if let (Some(x), Some(pullback)) = (option, &pullback) {
                pullback(dy, (&f, x.primal_again()), (d_f, payload(d_option)));
            }
        })
    }

    fn derivative_rule_of_map_or, argument_1_of_map_or(&self, default: U; f(T) -> U) -> U {
        let (value, pullback) = self.clone().map(|x| f.derivative_rule_of___call(false, (x,))).unzip();
        (value.unwrap_or(default), move |dy, (option, _, f), (d_option, d_default, d_f)| {
            match (option, &pullback) {
                (Some(x), Some(pullback)) => pullback(dy, (&f, x.primal_again()), (d_f, payload(d_option))),
                _ => give(d_default, &dy),
            }
        })
    }
}

taking! {
    /// The rules of the methods of `Result` that take a function.
    impl [T X] (T: Value, X) ResultFunctions (T, X) for Result<T, X>;

    fn derivative_rule_of_map, argument_0_of_map(&self; f(T) -> U) -> Result<U, X>
    where [X: CopiedError]
    {
        let (value, pullback) = unzipped(copied(self).map(|x| f.derivative_rule_of___call(false, (x,))));
        (value, move |dy, (result, f), (d_result, d_f)| {
            if let (Ok(x), Some(pullback), Ok(dy)) = (result, &pullback, dy) {
                pullback(dy, (&f, x.primal_again()), (d_f, held(d_result)));
            }
        })
    }

    fn derivative_rule_of_and_then, argument_0_of_and_then(&self; f(T) -> Result<U, X>) -> Result<U, X>
    where [X: CopiedError]
    {
        let (value, pullback) = unzipped(copied(self).map(|x| f.derivative_rule_of___call(false, (x,))));
        (value.and_then(|value| value), move |dy, (result, f), (d_result, d_f)| {
            if let (Ok(x), Some(pullback)) = (result, &pullback) {
                pullback(dy, (&f, x.primal_again()), (d_f, held(d_result)));
            }
        })
    }

    fn derivative_rule_of_map_or, argument_1_of_map_or(&self, default: U; f(T) -> U) -> U {
        let good = self.as_ref().ok().cloned();
        let (value, pullback) = good.map(|x| f.derivative_rule_of___call(false, (x,))).unzip();
        (value.unwrap_or(default), move |dy, (result, _, f), (d_result, d_default, d_f)| {
            match (result, &pullback) {
                (Ok(x), Some(pullback)) => pullback(dy, (&f, x.primal_again()), (d_f, held(d_result))),
                _ => give(d_default, &dy),
            }
        })
    }
}

/// What decides whether an item is kept: a function of a reference to it.
type Decides<T> = (RefTo<T>,);

/// Declares rules of methods that keep what a function of a reference to it holds for.
macro_rules! deciding {
    (
        $(#[$doc:meta])*
        $Trait:ident for $Target:ty;
        $(fn $name:ident, $argument:ident(&$self:ident, $decides:ident) $body:block)*
    ) => {
        $(#[$doc])*
        #[allow(missing_docs, reason = "each method is the rule of the method it is named after")]
        #[allow(clippy::type_complexity, reason = "it is the form of all rules")]
        pub trait $Trait<T: Value>: Differentiable<Shadow: Sized> + Sized {
            $(
                fn $name<K: Keep, F: Function<Decides<T>, Output = bool>>(
                    &$self,
                    keep: K,
                    decides: (F,),
                ) -> (
                    $Target,
                    impl Fn(
                        Shadow<$Target>,
                        (&Self, Again<F>),
                        (Option<&Shadow<Self>>, Option<&Shadow<F>>),
                    ) + use<Self, T, K, F>,
                );

                fn $argument<E, R, Q>(
                    &$self,
                    _: PhantomData<Closure<E, R, Decides<T>>>,
                    environment: E,
                    rule: R,
                ) -> Closure<E, R, Decides<T>>
                where
                    E: Environment,
                    R: Fn(bool, &E, (&T,)) -> (bool, Q),
                    Q: Fn(
                        (),
                        <Decides<T> as Arguments>::Again<'_, Again<E>>,
                        <Decides<T> as Arguments>::Shadows<'_, Shadow<E>>,
                    ),
                {
                    closure::<Decides<T>, bool, E, R, Q>(environment, rule)
                }
            )*
        }

        #[allow(clippy::type_complexity, reason = "it is the form of all rules")]
        impl<T: Value> $Trait<T> for $Target {
            $(
                #[inline]
                fn $name<K: Keep, F: Function<Decides<T>, Output = bool>>(
                    &$self,
                    _: K,
                    ($decides,): (F,),
                ) -> (
                    $Target,
                    impl Fn(
                        Shadow<$Target>,
                        (&Self, Again<F>),
                        (Option<&Shadow<Self>>, Option<&Shadow<F>>),
                    ) + use<T, K, F>,
                ) $body
            )*
        }
    };
}

deciding! {
    /// The rule of `Option::filter`.
    OptionFilter for Option<T>;

    fn derivative_rule_of_filter, argument_0_of_filter(&self, decides) {
        let value = self.as_ref().filter(|held| decides.__call((*held,))).cloned();
        (value, |dy, _, (d_option, _)| {
            if let Some(dy) = &dy {
                give(payload(d_option), dy);
            }
        })
    }
}

deciding! {
    /// The rules of the adaptors that leave items out, of lists that stand for iterators, as in `adaptors.rs`.
    ListFilters for Vec<T>;

    fn derivative_rule_of_filter, argument_0_of_filter(&self, decides) {
        let kept: Vec<bool> = self.iter().map(|item| decides.__call((item,))).collect();
        let items = self.iter().zip(&kept).filter(|(_, kept)| **kept);
        (items.map(|(item, _)| item.clone()).collect(), move |cts, _, (shadows, _)| {
            scatter(shadows, (0..kept.len()).filter(|i| kept[*i]), &cts);
        })
    }

    fn derivative_rule_of_take_while, argument_0_of_take_while(&self, decides) {
        let items = self.iter().take_while(|item| decides.__call((*item,)));
        (items.cloned().collect(), |cts, _, (shadows, _)| scatter(shadows, 0.., &cts))
    }

    fn derivative_rule_of_skip_while, argument_0_of_skip_while(&self, decides) {
        let items: Vec<T> = self.iter().skip_while(|item| decides.__call((*item,))).cloned().collect();
        let skipped = self.len() - items.len();
        (items, move |cts, _, (shadows, _)| scatter(shadows, skipped.., &cts))
    }
}

/// The error of a result that a method makes another one of: both hold it, as the reverse sweep looks at the first.
#[diagnostic::on_unimplemented(
    message = "the error `{Self}` of a result that carries a derivative cannot be copied",
    label = "this method hands the error on",
    note = "derive `Clone` for `{Self}`; or write `match`, or `?`, which move it"
)]
pub trait CopiedError {
    /// The same.
    fn copied(&self) -> Self;
}

impl<X: Clone> CopiedError for X {
    #[inline(always)]
    fn copied(&self) -> Self {
        self.clone()
    }
}

fn copied<T: Clone, X: CopiedError>(result: &Result<T, X>) -> Result<T, X> {
    match result {
        Ok(value) => Ok(value.clone()),
        Err(error) => Err(error.copied()),
    }
}

/// A value, and the pullback that came with it.
fn unzipped<T, P, E>(result: Result<(T, P), E>) -> (Result<T, E>, Option<P>) {
    match result {
        Ok((value, pullback)) => (Ok(value), Some(pullback)),
        Err(error) => (Err(error), None),
    }
}

/// The shadow of what a result holds, of a result that is `Ok`.
fn held<S>(shadow: Option<&Result<S, ()>>) -> Option<&S> {
    shadow.map(|result| result.as_ref().unwrap_or_else(|()| another_variant()))
}

/// The shadow of what an option holds, of an option that is `Some`.
fn payload<S>(shadow: Option<&Option<S>>) -> Option<&S> {
    shadow.map(|option| option.as_ref().unwrap_or_else(|| another_variant()))
}
