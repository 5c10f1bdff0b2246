//! The methods of options.

use super::copies::{ByParts, by_parts, cloned};
use super::{Shadow, extension, give, give_copy_back, kept_copy};
use ad_core::__private::{Accumulate, Differentiable, Keep, another_variant};
use std::borrow::Borrow;
use std::ops::Deref;

/// Adds the cotangent of its payload to the shadow of an option that is `Some`.
#[inline(always)]
fn give_payload<S: Accumulate>(shadow: Option<&Option<S>>, cotangent: &S) {
    match shadow {
        Some(Some(shadow)) => shadow.accumulate(cotangent),
        Some(None) if !S::EMPTY => another_variant(),
        _ => {}
    }
}

/// The cotangent of what an option held before it was taken out, from that of what was taken out.
#[inline(always)]
fn put_back<T: Differentiable<Shadow: Sized>>(
    shadow: Option<&mut Option<T::Shadow>>,
    shape: &Option<T::Shape>,
    cotangent: &Option<T::Shadow>,
) {
    if let Some(shadow) = shadow {
        *shadow = Option::<T>::zero_shadow(shape);
        shadow.accumulate(cotangent);
    }
}

extension! {
    /// The rules of the methods of `Option` that copy what it holds.
    impl [T] OptionCopies<T> for Option<T> where { T: Clone + Differentiable<Shadow: Sized> }

    fn derivative_rule_of_clone(&[] self, _) -> Option<T> {
        (self.clone(), |dy, _, (d_option,)| give(d_option, &dy))
    }

    fn derivative_rule_of_copied<U>(&[] self, keep) -> Option<U>
    where [
        U: Clone + Differentiable<Shadow: Sized>,
        T: Deref<Target = U>,
        Shadow<T>: Borrow<Shadow<U>>,
    ]
    {
        self.derivative_rule_of_cloned(keep, ())
    }

    fn derivative_rule_of_cloned<U>(&[] self, _) -> Option<U>
    where [
        U: Clone + Differentiable<Shadow: Sized>,
        T: Deref<Target = U>,
        Shadow<T>: Borrow<Shadow<U>>,
    ]
    {
        (self.as_deref().cloned(), |dy, _, (d_option,)| {
            if let (Some(Some(d_option)), Some(dy)) = (d_option, &dy) {
                d_option.borrow().accumulate(dy);
            }
        })
    }
}

/// The methods of `Option` that consume it, with the way in which what it holds is copied.
macro_rules! consuming {
    ($(#[$doc:meta])* $Trait:ident for [$($Target:tt)*] where { $($bounds:tt)* } by $copies:ident) => {
        extension! {
            $(#[$doc])*
            impl [T] $Trait<T> for $($Target)* where { $($bounds)* }

            #[track_caller]
            fn derivative_rule_of_unwrap(&[] self, _) -> T {
                ($copies::option(self).unwrap(), |dy, _, (d_option,)| give_payload(d_option, &dy))
            }

            #[track_caller]
            fn derivative_rule_of_expect(&[] self, _, message: &str) -> T {
                ($copies::option(self).expect(message), |dy, _, (d_option, _)| give_payload(d_option, &dy))
            }

            fn derivative_rule_of_unwrap_or(&[] self, _, default: T) -> T {
                ($copies::option(self).unwrap_or(default), |dy, (option, _), (d_option, d_default)| {
                    if option.is_some() {
                        give_payload(d_option, &dy);
                    } else {
                        give(d_default, &dy);
                    }
                })
            }

            fn derivative_rule_of_unwrap_or_default(&[] self, _) -> T where [T: Default] {
                ($copies::option(self).unwrap_or_default(), |dy, (option,), (d_option,)| {
                    if option.is_some() {
                        give_payload(d_option, &dy);
                    }
                })
            }

            fn derivative_rule_of_or(&[] self, _, other: Option<T>) -> Option<T> {
                ($copies::option(self).or(other), |dy, (option, _), (d_option, d_other)| {
                    give(if option.is_some() { d_option } else { d_other }, &dy);
                })
            }

            fn derivative_rule_of_xor(&[] self, _, other: Option<T>) -> Option<T> {
                ($copies::option(self).xor(other), |dy, (option, _), (d_option, d_other)| {
                    if dy.is_some() {
                        give(if option.is_some() { d_option } else { d_other }, &dy);
                    }
                })
            }

            fn derivative_rule_of_zip<U>(&[] self, _, other: Option<U>) -> Option<(T, U)>
            where [U: Differentiable<Shadow: Sized>]
            {
                ($copies::option(self).zip(other), |dy, _, (d_option, d_other)| {
                    if let Some((left, right)) = &dy {
                        give_payload(d_option, left);
                        give_payload(d_other, right);
                    }
                })
            }

            fn derivative_rule_of_and<U>(&[] self, _, other: Option<U>) -> Option<U>
            where [U: Differentiable<Shadow: Sized>]
            {
                (self.as_ref().and(other), |dy, _, (_, d_other)| {
                    if dy.is_some() {
                        give(d_other, &dy);
                    }
                })
            }

            fn derivative_rule_of_ok_or<E>(&[] self, _, error: E) -> Result<T, E>
            where [E: Differentiable<Shadow: Sized>]
            {
                ($copies::option(self).ok_or(error), |dy, _, (d_option, _)| {
                    if let Ok(dy) = &dy {
                        give_payload(d_option, dy);
                    }
                })
            }
        }
    };
}

consuming! {
    /// The rules of the methods of `Option`.
    OptionMethods for [Option<T>] where { T: Clone + Differentiable<Shadow: Sized> } by cloned
}

consuming! {
    /// The same of options of what cannot be cloned.
    OptionMethodsByParts for [ByParts<Option<T>>] where { T: Differentiable<Shadow: Sized> } by by_parts
}

extension! {
    /// The rules of the methods of `Option` that change it, whatever it holds.
    impl [T] OptionChanges<T> for Option<T> where { T: Differentiable<Shadow: Sized> }

    fn derivative_rule_of_take(&[mut] self, keep) -> Option<T> {
        let (old, shape) = (kept_copy(keep, self), self.primal_shape());
        (self.take(), move |dy, (option,), (d_option,)| {
            give_copy_back::<K, _>(&old, option);
            put_back::<T>(d_option, &shape, &dy);
        })
    }

    fn derivative_rule_of_replace(&[mut] self, keep, value: T) -> Option<T> {
        let (old, shape) = (kept_copy(keep, self), self.primal_shape());
        (self.replace(value), move |dy, (option, _), (d_option, d_value)| {
            give_copy_back::<K, _>(&old, option);
            if let (Some(Some(after)), Some(d_value)) = (&d_option, d_value) {
                d_value.accumulate(after);
            }
            put_back::<T>(d_option, &shape, &dy);
        })
    }

    fn derivative_rule_of_insert(&[mut] self, keep, value: T) -> () {
        let (old, shape) = (kept_copy(keep, self), self.primal_shape());
        *self = Some(value);
        ((), move |(), (option, _), (d_option, d_value)| {
            give_copy_back::<K, _>(&old, option);
            if let Some(d_option) = d_option {
                let after = std::mem::replace(d_option, Option::<T>::zero_shadow(&shape));
                after.iter().for_each(|after| give(d_value, after));
            }
        })
    }

    fn derivative_rule_of_get_or_insert(&[mut] self, keep, value: T) -> () {
        let (old, was_none) = (kept_copy(keep, self), self.is_none());
        self.get_or_insert(value);
        ((), move |(), (option, _), (d_option, d_value)| {
            give_copy_back::<K, _>(&old, option);
            if let Some(d_option) = d_option.filter(|_| was_none) {
                d_option.take().iter().for_each(|after| give(d_value, after));
            }
        })
    }

}

extension! {
    /// The rules of the methods of an option of an option.
    impl [T] NestedOptionMethods<T> for Option<Option<T>>
    where { T: Clone + Differentiable<Shadow: Sized> }

    fn derivative_rule_of_flatten(&[] self, _) -> Option<T> {
        (self.clone().flatten(), |dy, _, (d_option,)| {
            if let (Some(dy), Some(Some(d_option))) = (&dy, d_option) {
                give_payload(Some(d_option), dy);
            }
        })
    }
}

extension! {
    /// The rules of the methods of an option of a result.
    impl [T, E] OptionOfResultMethods<T, E> for Option<Result<T, E>>
    where { T: Clone + Differentiable<Shadow: Sized>, E: Clone }

    fn derivative_rule_of_transpose(&[] self, _) -> Result<Option<T>, E> {
        (self.clone().transpose(), |dy, _, (d_option,)| {
            if let (Ok(Some(dy)), Some(Some(Ok(d_held)))) = (&dy, d_option) {
                d_held.accumulate(dy);
            }
        })
    }
}

extension! {
    /// The rules of the methods of a result of an option.
    impl [T, E] ResultOfOptionMethods<T, E> for Result<Option<T>, E>
    where { T: Clone + Differentiable<Shadow: Sized>, E: Clone }

    fn derivative_rule_of_transpose(&[] self, _) -> Option<Result<T, E>> {
        (self.clone().transpose(), |dy, _, (d_result,)| {
            if let (Some(Ok(dy)), Some(Ok(d_option))) = (&dy, d_result) {
                give_payload(Some(d_option), dy);
            }
        })
    }
}
