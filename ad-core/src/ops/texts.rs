//! The operators of texts, which have nothing to carry back.
//!
//! The syntax of `label += &feature.name` does not show that there are texts; these rules make that decision where
//! types are known.

use super::*;
use crate::keep::{self, Decided};

#[diagnostic::do_not_recommend]
impl<Form, T: Differentiable<Shadow = ()> + AsRef<str> + ?Sized> AddRule<T, Form> for String {
    type Output = String;

    #[inline]
    fn rule<K: Keep>(
        _: K,
        (a, b): (&String, &T),
    ) -> (
        String,
        impl Fn((), (&String, &T), (Option<&()>, Option<&()>)) + use<Form, T, K>,
    ) {
        let pullback = |(): (), _: (&String, &T), _: (Option<&()>, Option<&()>)| {};
        ([a, b.as_ref()].concat(), pullback)
    }
}

/// What was added is cut off again.
#[diagnostic::do_not_recommend]
impl<Form, T: Differentiable<Shadow = ()> + AsRef<str> + ?Sized> AddAssignRule<T, Form> for String {
    #[inline]
    fn rule<K: Keep>(
        _: K,
        (a, b): (&mut String, &T),
    ) -> (
        (),
        impl Fn((), (&mut String, &T), (Option<&mut ()>, Option<&()>)) + use<Form, T, K>,
    ) {
        let old: <K::IfRead<Decided<false>> as Keep>::Room<usize> = keep::Room::make(|| a.len());
        *a += b.as_ref();
        let pullback =
            move |(): (), (a, _): (&mut String, &T), _: (Option<&mut ()>, Option<&()>)| {
                if let Some(&old) = keep::Room::<usize>::get(&old) {
                    a.truncate(old);
                }
            };
        ((), pullback)
    }
}
