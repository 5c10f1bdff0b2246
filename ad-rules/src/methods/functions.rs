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
use super::copies::{ByParts, by_parts, cloned};
use super::{Shadow, extension, give};
use ad_core::__private::{
    Arguments, Closure, Differentiable, Environment, Function, Keep, RefTo, ValueOf,
    another_variant, closure,
};
use std::marker::PhantomData;

/// What a function value is called with.
pub trait Value: Differentiable<Shadow: Sized + 'static> + Clone + 'static {}

impl<T: Differentiable<Shadow: Sized + 'static> + Clone + 'static> Value for T {}

/// The same without `Clone`.
pub trait Part: Differentiable<Shadow: Sized + 'static> + 'static {}

impl<T: Differentiable<Shadow: Sized + 'static> + 'static> Part for T {}

type Again<T> = <T as Differentiable>::Again;

/// Declares rules of methods that take a function last, with what makes a function value of a closure.
macro_rules! taking {
    (
        $(#[$doc:meta])*
        impl $params:tt ($($generics:tt)*) $Trait:ident ($($arguments:tt)*) for ByParts<$Target:ty>;
        $($rules:tt)*
    ) => {
        taking! {
            @trait [$(#[$doc])*] $params [$($generics)*] $Trait [] [$($arguments)*] [ByParts] [$Target] $($rules)*
        }
    };
    (
        $(#[$doc:meta])*
        impl $params:tt ($($generics:tt)*) $Trait:ident ($($arguments:tt)*) for $Target:ty;
        $($rules:tt)*
    ) => {
        taking! {
            @trait [$(#[$doc])*] $params [$($generics)*] $Trait [: Differentiable<Shadow: Sized> + Sized]
            [$($arguments)*] [] [$Target] $($rules)*
        }
    };
    (
        @trait [$(#[$doc:meta])*] $params:tt [$($generics:tt)*] $Trait:ident [$($whole:tt)*] [$($arguments:tt)*]
        [$($ByParts:ident)?] [$Target:ty]
        $(
            fn $name:ident, $argument:ident(&$self:ident $(, $first:ident: $First:ty)?; $f:ident($Arg:ty) -> $Value:ty)
            -> $Output:ty $(where [$($bounds:tt)*])? $body:block
        )*
    ) => {
        $(#[$doc])*
        #[allow(missing_docs, reason = "each method is the rule of the method it is named after")]
        #[allow(clippy::type_complexity, reason = "it is the form of all rules")]
        pub trait $Trait<$($generics)*> $($whole)*
        {
            $(taking! {
                @declare $params [$Target]
                fn $name, $argument(&$self $(, $first: $First)?; $f($Arg) -> $Value) -> $Output
                [$($($bounds)*)?]
            })*
        }

        #[allow(clippy::type_complexity, reason = "it is the form of all rules")]
        #[allow(refining_impl_trait, reason = "a pullback holds nothing of the receiver")]
        impl<$($generics)*> $Trait<$($arguments)*> for extension!(@receiver [$($ByParts)?] $Target)
        {
            $(taking! {
                @define $params [$Target]
                fn $name(&$self $(, $first: $First)?; $f($Arg) -> $Value) -> $Output
                [$($($bounds)*)?] $body
            })*
        }
    };
    (
        @declare [$($P:ident)*] [$Target:ty]
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
                (&$Target, $(Again<$First>,)? Again<F>),
                (Option<&Shadow<$Target>>, $(Option<&Shadow<$First>>,)? Option<&Shadow<F>>),
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
        @define [$($P:ident)*] [$Target:ty]
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
                (&$Target, $(Again<$First>,)? Again<F>),
                (Option<&Shadow<$Target>>, $(Option<&Shadow<$First>>,)? Option<&Shadow<F>>),
            ) + use<$($P,)* K, U, F>,
        )
        where
            $($bounds)*
        $body
    };
}

/// The methods of arrays that take a function, with the way in which their elements are copied.
macro_rules! of_arrays {
    ($(#[$doc:meta])* $Trait:ident for [$($Target:tt)*] of $Value:ident by $copies:ident) => {
        taking! {
            $(#[$doc])*
            impl [T N] (T: $Value, const N: usize) $Trait (T, N) for $($Target)*;

            fn derivative_rule_of_map, argument_0_of_map(&self; f(T) -> U) -> [U; N] {
                let mut pullbacks: [_; N] = std::array::from_fn(|_| None);
                let mut slots = pullbacks.iter_mut();
                let values = $copies::array(self).map(|x| {
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
    };
}

of_arrays! {
    /// The rules of the methods of arrays that take a function.
    ArrayFunctions for [[T; N]] of Value by cloned
}

of_arrays! {
    /// The same of arrays of what cannot be cloned.
    ArrayFunctionsByParts for [ByParts<[T; N]>] of Part by by_parts
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

/// The methods of `Option` that take a function, with the way in which what it holds is copied.
macro_rules! of_options {
    ($(#[$doc:meta])* $Trait:ident for [$($Target:tt)*] of $Value:ident by $copies:ident) => {
        taking! {
            $(#[$doc])*
            impl [T] (T: $Value) $Trait (T) for $($Target)*;

            fn derivative_rule_of_map, argument_0_of_map(&self; f(T) -> U) -> Option<U> {
                let (value, pullback) = $copies::option(self).map(|x| f.derivative_rule_of___call(false, (x,))).unzip();
                (value, move |dy, (option, f), (d_option, d_f)| {
                    if let (Some(x), Some(pullback), Some(dy)) = (option, &pullback, dy) {
                        pullback(dy, (&f, x.primal_again()), (d_f, payload(d_option)));
                    }
                })
            }

            fn derivative_rule_of_and_then, argument_0_of_and_then(&self; f(T) -> Option<U>) -> Option<U> {
                let (value, pullback) = $copies::option(self).map(|x| f.derivative_rule_of___call(false, (x,))).unzip();
                (value.flatten(), move |dy, (option, f), (d_option, d_f)| {
                    if let (Some(x), Some(pullback)) = (option, &pullback) {
                        pullback(dy, (&f, x.primal_again()), (d_f, payload(d_option)));
                    }
                })
            }

            fn derivative_rule_of_map_or, argument_1_of_map_or(&self, default: U; f(T) -> U) -> U {
                let (value, pullback) = $copies::option(self).map(|x| f.derivative_rule_of___call(false, (x,))).unzip();
                (value.unwrap_or(default), move |dy, (option, _, f), (d_option, d_default, d_f)| {
                    match (option, &pullback) {
                        (Some(x), Some(pullback)) => pullback(dy, (&f, x.primal_again()), (d_f, payload(d_option))),
                        _ => give(d_default, &dy),
                    }
                })
            }
        }
    };
}

of_options! {
    /// The rules of the methods of `Option` that take a function.
    OptionFunctions for [Option<T>] of Value by cloned
}

of_options! {
    /// The same of options of what cannot be cloned.
    OptionFunctionsByParts for [ByParts<Option<T>>] of Part by by_parts
}

/// The methods of `Result` that take a function, with the way in which what it holds is copied.
macro_rules! of_results {
    ($(#[$doc:meta])* $Trait:ident for [$($Target:tt)*] of $Value:ident by $copies:ident) => {
        taking! {
            $(#[$doc])*
            impl [T X] (T: $Value, X) $Trait (T, X) for $($Target)*;

            fn derivative_rule_of_map, argument_0_of_map(&self; f(T) -> U) -> Result<U, X>
            where [X: CopiedError]
            {
                let (value, pullback) = unzipped(result($copies::held(self), self).map(|x| f.derivative_rule_of___call(false, (x,))));
                (value, move |dy, (result, f), (d_result, d_f)| {
                    if let (Ok(x), Some(pullback), Ok(dy)) = (result, &pullback, dy) {
                        pullback(dy, (&f, x.primal_again()), (d_f, held(d_result)));
                    }
                })
            }

            fn derivative_rule_of_and_then, argument_0_of_and_then(&self; f(T) -> Result<U, X>) -> Result<U, X>
            where [X: CopiedError]
            {
                let (value, pullback) = unzipped(result($copies::held(self), self).map(|x| f.derivative_rule_of___call(false, (x,))));
                (value.and_then(|value| value), move |dy, (result, f), (d_result, d_f)| {
                    if let (Ok(x), Some(pullback)) = (result, &pullback) {
                        pullback(dy, (&f, x.primal_again()), (d_f, held(d_result)));
                    }
                })
            }

            fn derivative_rule_of_map_or, argument_1_of_map_or(&self, default: U; f(T) -> U) -> U {
                let good = $copies::held(self);
                let (value, pullback) = good.map(|x| f.derivative_rule_of___call(false, (x,))).unzip();
                (value.unwrap_or(default), move |dy, (result, _, f), (d_result, d_default, d_f)| {
                    match (result, &pullback) {
                        (Ok(x), Some(pullback)) => pullback(dy, (&f, x.primal_again()), (d_f, held(d_result))),
                        _ => give(d_default, &dy),
                    }
                })
            }
        }
    };
}

of_results! {
    /// The rules of the methods of `Result` that take a function.
    ResultFunctions for [Result<T, X>] of Value by cloned
}

of_results! {
    /// The same of results of what cannot be cloned.
    ResultFunctionsByParts for [ByParts<Result<T, X>>] of Part by by_parts
}

/// What decides whether an item is kept: a function of a reference to it.
type Decides<T> = (RefTo<T>,);

/// Declares rules of methods that keep what a function of a reference to it holds for.
macro_rules! deciding {
    (
        $(#[$doc:meta])*
        $Trait:ident for ByParts<$Target:ty>, of $Value:ident;
        $($rules:tt)*
    ) => {
        deciding! { @trait [$(#[$doc])*] $Trait [] [ByParts] [$Target] $Value $($rules)* }
    };
    (
        $(#[$doc:meta])*
        $Trait:ident for $Target:ty, of $Value:ident;
        $($rules:tt)*
    ) => {
        deciding! {
            @trait [$(#[$doc])*] $Trait [: Differentiable<Shadow: Sized> + Sized] [] [$Target] $Value $($rules)*
        }
    };
    (
        @trait [$(#[$doc:meta])*] $Trait:ident [$($whole:tt)*] [$($ByParts:ident)?] [$Target:ty] $Value:ident
        $(fn $name:ident, $argument:ident(&$self:ident, $decides:ident) $body:block)*
    ) => {
        $(#[$doc])*
        #[allow(missing_docs, reason = "each method is the rule of the method it is named after")]
        #[allow(clippy::type_complexity, reason = "it is the form of all rules")]
        pub trait $Trait<T: $Value> $($whole)* {
            $(
                fn $name<K: Keep, F: Function<Decides<T>, Output = bool>>(
                    &$self,
                    keep: K,
                    decides: (F,),
                ) -> (
                    $Target,
                    impl Fn(
                        Shadow<$Target>,
                        (&$Target, Again<F>),
                        (Option<&Shadow<$Target>>, Option<&Shadow<F>>),
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
        #[allow(refining_impl_trait, reason = "a pullback holds nothing of the receiver")]
        impl<T: $Value> $Trait<T> for extension!(@receiver [$($ByParts)?] $Target) {
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
                        (&$Target, Again<F>),
                        (Option<&Shadow<$Target>>, Option<&Shadow<F>>),
                    ) + use<T, K, F>,
                ) $body
            )*
        }
    };
}

/// `Option::filter`, with the way in which what it holds is copied.
macro_rules! filtering {
    ($(#[$doc:meta])* $Trait:ident for [$($Target:tt)*] of $Value:ident by $copies:ident) => {
        deciding! {
            $(#[$doc])*
            $Trait for $($Target)*, of $Value;

            fn derivative_rule_of_filter, argument_0_of_filter(&self, decides) {
                let value = self.as_ref().filter(|held| decides.__call((*held,))).map($copies::value);
                (value, |dy, _, (d_option, _)| {
                    if let Some(dy) = &dy {
                        give(payload(d_option), dy);
                    }
                })
            }
        }
    };
}

filtering! {
    /// The rule of `Option::filter`.
    OptionFilter for [Option<T>] of Value by cloned
}

filtering! {
    /// The same of options of what cannot be cloned.
    OptionFilterByParts for [ByParts<Option<T>>] of Part by by_parts
}

deciding! {
    /// The rules of the adaptors that leave items out, of lists that stand for iterators, as in `adaptors.rs`.
    ListFilters for Vec<T>, of Value;

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

/// The result of which a copy of what it held is given, or its error.
fn result<T, X: CopiedError>(held: Option<T>, result: &Result<T, X>) -> Result<T, X> {
    match (held, result) {
        (Some(value), _) => Ok(value),
        (None, Err(error)) => Err(error.copied()),
        (None, Ok(_)) => another_variant(),
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
