//! Slices, vectors and arrays.

use super::Differentiable;
use super::loan::{Loan, Owned};
use super::pooled::PooledVec;
use crate::Accumulate;
use std::fmt::Display;
use std::{array, mem, slice};

type Shadow<T> = <T as Differentiable>::Shadow;
type Tangent<T> = <T as Differentiable>::Tangent;

fn tangents<T: Differentiable<Shadow: Sized>>(shadows: &[T::Shadow]) -> Vec<T::Tangent> {
    shadows.iter().map(T::tangent).collect()
}

/// Shadows of their own for a buffer of which no part is one in place. The function has run: there may be more
/// values than there were, or fewer.
#[inline]
fn beside<'b, T: Differentiable<Shadow: Sized>, S: ?Sized>(
    values: &[T],
    buffer: &'b mut [T::Tangent],
) -> Loan<'b, S, PooledVec<T::Shadow>, [T::Tangent]> {
    let mut shadows = PooledVec::with_capacity(values.len());
    let mut tangents = buffer.iter_mut();
    shadows.extend(values.iter().map(|value| match tangents.next() {
        Some(tangent) => value.shadow_on(tangent),
        None => T::zero_shadow(&value.primal_shape()),
    }));
    Loan::Owned(Owned::new(shadows, buffer, give_back::<T>))
}

fn give_back<T: Differentiable<Shadow: Sized>>(
    mut shadows: PooledVec<T::Shadow>,
    buffer: &mut [T::Tangent],
) {
    for (tangent, shadow) in buffer.iter_mut().zip(shadows.drain(..)) {
        *tangent = T::into_tangent(shadow);
    }
}

/// Ends the loan of a sequence's buffer.
#[inline]
fn end<S: Accumulate + ?Sized, D, T>(lent: Loan<'_, S, PooledVec<D>, [T]>) {
    match lent {
        Loan::InPlace(shadow) => shadow.normalise(),
        Loan::Owned(owned) => {
            let (shadows, buffer) = owned.parts();
            assert_eq!(
                shadows.len(),
                buffer.len(),
                "a shadow is not of the length its argument had"
            );
        }
    }
}

/// A zero shadow of these values on the memory of a tangent. Collects in place: no allocation where both have one layout.
/// A tangent of another length has no place here.
#[inline]
pub(super) fn shadows_on<'v, T: Differentiable<Shadow: Sized> + 'v>(
    values: impl IntoIterator<Item = &'v T, IntoIter: ExactSizeIterator>,
    tangents: &mut Vec<T::Tangent>,
) -> Vec<T::Shadow> {
    let values = values.into_iter();
    if tangents.len() != values.len() {
        return values
            .map(|value| T::zero_shadow(&value.primal_shape()))
            .collect();
    }
    let pairs = mem::take(tangents).into_iter().zip(values);
    pairs
        .map(|(mut tangent, value)| value.shadow_on(&mut tangent))
        .collect()
}

/// A zero shadow of these values, on pooled memory.
#[inline]
pub(crate) fn pooled_zeros<T: Differentiable<Shadow: Sized>>(values: &[T]) -> PooledVec<T::Shadow> {
    let mut shadow = PooledVec::with_capacity(values.len());
    shadow.extend(
        values
            .iter()
            .map(|value| T::zero_shadow(&value.primal_shape())),
    );
    shadow
}

/// Panics unless there is one tangent for each value, and each fits.
pub(super) fn check_elements<'v, T: Differentiable + 'v>(
    values: impl IntoIterator<Item = &'v T, IntoIter: ExactSizeIterator>,
    tangents: &[T::Tangent],
    argument: impl Display + Copy,
) {
    let values = values.into_iter();
    let (expected, found) = (values.len(), tangents.len());
    if found != expected {
        wrong_length(argument, expected, found);
    }
    for (value, tangent) in values.zip(tangents) {
        value.check_tangent(tangent, argument);
    }
}

/// Apart, so that calls that are right prepare nothing for it.
#[cold]
#[inline(never)]
fn wrong_length(argument: impl Display, expected: usize, found: usize) -> ! {
    panic!(
        "gradient buffer for argument `{argument}`: its length is {found}, that of the argument is {expected}"
    )
}

impl<T: Differentiable<Shadow: Sized>> Differentiable for [T] {
    type Shadow = [Shadow<T>];
    type Tangent = Vec<Tangent<T>>;
    type Buffer = [Tangent<T>];
    type Again = ();
    type Shape = Vec<T::Shape>;
    type Lent<'b>
        = Loan<'b, [Shadow<T>], PooledVec<Shadow<T>>, [Tangent<T>]>
    where
        Self: 'b;
    type Owned = Vec<Shadow<T>>;

    #[inline]
    fn primal_shape(&self) -> Self::Shape {
        self.iter().map(T::primal_shape).collect()
    }

    #[inline(always)]
    fn primal_again(&self) {}

    #[inline]
    fn copied_to_box<Asked: crate::copying::Uncopied>(&self) -> Box<Self> {
        self.iter().map(T::primal_copied::<Asked>).collect()
    }

    fn zero_shadow(_shape: &Self::Shape) -> Self::Shadow
    where
        Self::Shadow: Sized,
    {
        unreachable!("slices are unsized")
    }

    #[inline]
    fn tangent(shadow: &Self::Shadow) -> Self::Tangent {
        tangents::<T>(shadow)
    }

    fn shadow(_tangent: Self::Tangent) -> Self::Shadow
    where
        Self::Shadow: Sized,
    {
        unreachable!("slices are unsized")
    }

    #[inline]
    fn owned_zeros(shape: &Self::Shape) -> Self::Owned {
        shape.iter().map(T::zero_shadow).collect()
    }

    #[inline]
    fn owned_shadow(tangent: Self::Tangent) -> Self::Owned {
        tangent.into_iter().map(T::shadow).collect()
    }

    #[inline]
    fn owned_shadow_on(&self, tangent: &mut Self::Tangent) -> Self::Owned {
        shadows_on(self, tangent)
    }

    /// Collects in place: no allocation where shadow and tangent have one layout.
    #[inline]
    fn owned_into_tangent(shadow: Self::Owned) -> Self::Tangent {
        shadow.into_iter().map(T::into_tangent).collect()
    }

    #[inline]
    fn zero_tangent(&self) -> Self::Tangent {
        self.iter().map(T::zero_tangent).collect()
    }

    #[inline]
    fn check_buffer(&self, buffer: &Self::Buffer, argument: impl Display + Copy) {
        check_elements(self, buffer, argument);
    }

    #[inline]
    fn check_tangent(&self, tangent: &Self::Tangent, argument: impl Display + Copy) {
        check_elements(self, tangent, argument);
    }

    #[inline]
    fn lend<'b>(&self, buffer: &'b mut Self::Buffer) -> Self::Lent<'b>
    where
        Self: 'b,
    {
        match T::in_place(buffer) {
            Ok(shadow) => {
                shadow.clear();
                Loan::InPlace(shadow)
            }
            Err(buffer) => beside(self, buffer),
        }
    }

    #[inline]
    fn finish<'b>(lent: Self::Lent<'b>)
    where
        Self: 'b,
    {
        end(lent);
    }

    #[inline(always)]
    fn buffer(tangent: &mut Self::Tangent) -> &mut Self::Buffer {
        tangent
    }
}

impl<T: Differentiable<Shadow: Sized>> Differentiable for Vec<T> {
    type Shadow = Vec<Shadow<T>>;
    type Tangent = Vec<Tangent<T>>;
    type Buffer = [Tangent<T>];
    type Again = ();
    type Shape = Vec<T::Shape>;
    type Lent<'b>
        = Loan<'b, Vec<Shadow<T>>, PooledVec<Shadow<T>>, [Tangent<T>]>
    where
        Self: 'b;

    sized!();

    #[inline]
    fn primal_shape(&self) -> Self::Shape {
        self.iter().map(T::primal_shape).collect()
    }

    #[inline(always)]
    fn primal_again(&self) {}

    #[inline]
    fn primal_copied<Asked: crate::copying::Uncopied>(&self) -> Self {
        self.iter().map(T::primal_copied::<Asked>).collect()
    }

    #[inline]
    fn zero_shadow(shape: &Self::Shape) -> Self::Shadow {
        shape.iter().map(T::zero_shadow).collect()
    }

    #[inline]
    fn tangent(shadow: &Self::Shadow) -> Self::Tangent {
        tangents::<T>(shadow)
    }

    /// Collects in place: no allocation where shadow and tangent have one layout.
    #[inline]
    fn shadow(tangent: Self::Tangent) -> Self::Shadow {
        tangent.into_iter().map(T::shadow).collect()
    }

    #[inline]
    fn zero_tangent(&self) -> Self::Tangent {
        self.iter().map(T::zero_tangent).collect()
    }

    #[inline]
    fn check_buffer(&self, buffer: &Self::Buffer, argument: impl Display + Copy) {
        check_elements(self, buffer, argument);
    }

    #[inline]
    fn check_tangent(&self, tangent: &Self::Tangent, argument: impl Display + Copy) {
        check_elements(self, tangent, argument);
    }

    #[inline]
    fn shadow_on(&self, tangent: &mut Self::Tangent) -> Self::Shadow {
        shadows_on(self, tangent)
    }

    #[inline]
    fn into_tangent(shadow: Self::Shadow) -> Self::Tangent {
        shadow.into_iter().map(T::into_tangent).collect()
    }

    /// The shadow of a vector may grow and shrink as the vector did, so it cannot be the buffer.
    #[inline]
    fn lend<'b>(&self, buffer: &'b mut Self::Buffer) -> Self::Lent<'b>
    where
        Self: 'b,
    {
        beside(self, buffer)
    }

    #[inline]
    fn finish<'b>(lent: Self::Lent<'b>)
    where
        Self: 'b,
    {
        end(lent);
    }

    #[inline(always)]
    fn buffer(tangent: &mut Self::Tangent) -> &mut Self::Buffer {
        tangent
    }
}

/// `count` groups of `N`.
#[inline(always)]
fn grouped<T, const N: usize>(flat: &mut [T], count: usize) -> &mut [[T; N]] {
    assert_eq!(Some(flat.len()), count.checked_mul(N), "not so many groups");
    // SAFETY: by the assertion it is the same memory, and `[T; N]` is aligned as `T` is.
    unsafe { slice::from_raw_parts_mut(flat.as_mut_ptr().cast(), count) }
}

impl<T: Differentiable<Shadow: Sized>, const N: usize> Differentiable for [T; N] {
    type Shadow = [Shadow<T>; N];
    type Tangent = [Tangent<T>; N];
    type Buffer = [Tangent<T>; N];
    type Again = [T::Again; N];
    type Shape = [T::Shape; N];
    type Lent<'b>
        = Loan<'b, [Shadow<T>; N], [Shadow<T>; N], [Tangent<T>; N]>
    where
        Self: 'b;

    sized!();

    #[inline(always)]
    fn primal_shape(&self) -> Self::Shape {
        array::from_fn(|i| self[i].primal_shape())
    }

    #[inline(always)]
    fn primal_again(&self) -> Self::Again {
        array::from_fn(|i| self[i].primal_again())
    }

    #[inline]
    fn primal_copied<Asked: crate::copying::Uncopied>(&self) -> Self {
        array::from_fn(|i| self[i].primal_copied::<Asked>())
    }

    #[inline(always)]
    fn zero_shadow(shape: &Self::Shape) -> Self::Shadow {
        array::from_fn(|i| T::zero_shadow(&shape[i]))
    }

    #[inline(always)]
    fn tangent(shadow: &Self::Shadow) -> Self::Tangent {
        array::from_fn(|i| T::tangent(&shadow[i]))
    }

    #[inline(always)]
    fn shadow(tangent: Self::Tangent) -> Self::Shadow {
        tangent.map(T::shadow)
    }

    #[inline(always)]
    fn shadow_on(&self, tangent: &mut Self::Tangent) -> Self::Shadow {
        array::from_fn(|i| self[i].shadow_on(&mut tangent[i]))
    }

    #[inline(always)]
    fn into_tangent(shadow: Self::Shadow) -> Self::Tangent {
        shadow.map(T::into_tangent)
    }

    #[inline(always)]
    fn zero_tangent(&self) -> Self::Tangent {
        array::from_fn(|i| self[i].zero_tangent())
    }

    #[inline]
    fn check_buffer(&self, buffer: &Self::Buffer, argument: impl Display + Copy) {
        check_elements(self, buffer, argument);
    }

    #[inline]
    fn check_tangent(&self, tangent: &Self::Tangent, argument: impl Display + Copy) {
        check_elements(self, tangent, argument);
    }

    #[inline]
    fn lend<'b>(&self, buffer: &'b mut Self::Buffer) -> Self::Lent<'b>
    where
        Self: 'b,
    {
        match Self::in_place(slice::from_mut(buffer)) {
            Ok(shadow) => {
                shadow[0].clear();
                Loan::InPlace(&mut shadow[0])
            }
            Err(buffer) => Loan::of(self, &mut buffer[0]),
        }
    }

    #[inline]
    fn finish<'b>(lent: Self::Lent<'b>)
    where
        Self: 'b,
    {
        lent.end();
    }

    #[inline(always)]
    fn buffer(tangent: &mut Self::Tangent) -> &mut Self::Buffer {
        tangent
    }

    #[inline(always)]
    fn in_place(
        tangents: &mut [Self::Tangent],
    ) -> Result<&mut [Self::Shadow], &mut [Self::Tangent]> {
        let count = tangents.len();
        match T::in_place(tangents.as_flattened_mut()) {
            Ok(shadows) => Ok(grouped(shadows, count)),
            Err(tangents) => Err(grouped(tangents, count)),
        }
    }
}
