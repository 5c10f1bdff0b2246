//! What takes the place of a shadow where a field is constant.
//!
//! The compiler of derivatives does not see which fields of a type are marked `#[constant]`: it adds to
//! the shadow of `model.times[i]` as to any other. What it finds there is a [`ConstantField`].
//!
//! ```text
//! #[constant] times: Vec<f64>,        // the user's
//!
//! add(&d_model.times[i], ct);         // the reverse sweep: nothing happens
//! ```
//!
//! It is a constant field of a type, since only that type has the fields that are asked for in it:
//!
//! ```text
//! #[constant] config: Config,         // the user's; `Config` need not be differentiable
//!
//! add(d_model.config.__field(|part| &part.rate), ct);
//! ```

use crate::projection::Choice;
use crate::{Accumulate, Real};
use std::borrow::Borrow;
use std::cell::Cell;
use std::collections::VecDeque;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// The shadow of a constant field of type `C`, and of everything in it: what is added to it is not wanted.
pub struct ConstantField<C: ?Sized = Unseen>(PhantomData<fn(&C)>);

/// A part of a constant field whose type nothing shows.
#[derive(Clone, Copy, Debug)]
pub struct Unseen;

impl<C: ?Sized> ConstantField<C> {
    /// There is only one.
    #[inline(always)]
    pub const fn new() -> Self {
        ConstantField(PhantomData)
    }
}

impl<C: ?Sized> Default for ConstantField<C> {
    fn default() -> Self {
        ConstantField::new()
    }
}

impl<C: ?Sized> Clone for ConstantField<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: ?Sized> Copy for ConstantField<C> {}

impl<C: ?Sized> fmt::Debug for ConstantField<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ConstantField")
    }
}

impl ConstantField {
    /// What is in a variant of a constant.
    pub const PART: &'static ConstantField = &ConstantField(PhantomData);
}

/// What is in an optional constant is constant.
#[allow(missing_docs, non_snake_case)]
impl<T> ConstantField<Option<T>> {
    #[inline(always)]
    pub fn __variant_Some(&self) -> (&ConstantField<T>,) {
        (&ConstantField(PhantomData),)
    }
}

/// The same of what went well and of what did not.
#[allow(missing_docs, non_snake_case)]
impl<T, E> ConstantField<Result<T, E>> {
    #[inline(always)]
    pub fn __variant_Ok(&self) -> (&ConstantField<T>,) {
        (&ConstantField(PhantomData),)
    }

    #[inline(always)]
    pub fn __variant_Err(&self) -> (&ConstantField<E>,) {
        (&ConstantField(PhantomData),)
    }
}

/// And of what is in a variant, which may be an option or a result.
#[allow(missing_docs, non_snake_case)]
impl ConstantField {
    #[inline(always)]
    pub fn __variant_Some(&self) -> (&ConstantField,) {
        (Self::PART,)
    }

    #[inline(always)]
    pub fn __variant_Ok(&self) -> (&ConstantField,) {
        (Self::PART,)
    }

    #[inline(always)]
    pub fn __variant_Err(&self) -> (&ConstantField,) {
        (Self::PART,)
    }
}

/// Shadows that have fields, of which `part` is one.
pub trait HasFields {
    /// The field's shadow; a [`ConstantField`]'s own method takes precedence.
    #[inline(always)]
    fn __field<'s, S: ?Sized>(&'s self, part: impl FnOnce(&'s Self) -> &'s S) -> &'s S {
        part(self)
    }

    /// The same, to change it.
    #[inline(always)]
    fn __field_mut<'s, S: ?Sized>(
        &'s mut self,
        part: impl FnOnce(&'s mut Self) -> &'s mut S,
    ) -> &'s mut S {
        part(self)
    }
}

impl<S: ?Sized> HasFields for S {}

impl<C: ?Sized> ConstantField<C> {
    /// A field of a constant is constant. Which type it has, the primal's field says.
    #[inline(always)]
    pub fn __field<'s, S: ?Sized + 's>(
        &'s self,
        _: impl FnOnce(&'s C) -> &'s S,
    ) -> &'s ConstantField<S> {
        &ConstantField(PhantomData)
    }

    /// The same where the field may be changed.
    #[inline(always)]
    pub fn __field_mut<'s, S: ?Sized + 's>(
        &'s mut self,
        _: impl FnOnce(&'s mut C) -> &'s mut S,
    ) -> &'s mut ConstantField<S> {
        // What has no size takes no memory.
        Box::leak(Box::new(ConstantField::new()))
    }
}

impl<C: ?Sized, I> Index<I> for ConstantField<C> {
    type Output = ConstantField;

    #[inline(always)]
    fn index(&self, _: I) -> &ConstantField {
        &ConstantField(PhantomData)
    }
}

impl<C: ?Sized, I> IndexMut<I> for ConstantField<C> {
    #[inline(always)]
    fn index_mut(&mut self, _: I) -> &mut ConstantField {
        Box::leak(Box::new(ConstantField::new()))
    }
}

/// What chooses the part of a shadow: the choice that the primal made, or nothing to choose where the
/// shadow is that of a constant field. Which of the two is a matter of the shadow's type.
pub struct PartOf<'c, 's, C, S: ?Sized>(pub &'c C, pub &'s S);

/// A constant field, or a reference to one. It is one trait so that a shadow whose type is not known, after another
/// error, has one choice.
pub trait OfConstant {
    /// The type of the field.
    type Field: ?Sized;
}

impl<T: ?Sized> OfConstant for ConstantField<T> {
    type Field = T;
}

impl<T: ?Sized> OfConstant for &ConstantField<T> {
    type Field = T;
}

impl<C, S: OfConstant + ?Sized> PartOf<'_, '_, C, S> {
    /// It stays constant.
    #[inline(always)]
    pub fn __choice(&self) -> ConstantChoice<S::Field> {
        ConstantChoice(PhantomData)
    }
}

/// The choice that the primal made.
pub trait MadeChoice<'c, C> {
    /// The choice.
    fn __choice(&self) -> &'c C;
}

impl<'c, C, S: ?Sized> MadeChoice<'c, C> for PartOf<'c, '_, C, S> {
    #[inline(always)]
    fn __choice(&self) -> &'c C {
        self.0
    }
}

/// Chooses nothing: a part of a constant is constant.
pub struct ConstantChoice<T: ?Sized>(PhantomData<fn(&T)>);

impl<T: ?Sized + Index<I>, I> ConstantPart<T, I> for ConstantChoice<T> {}

/// A part of a constant whose type says what its parts are.
pub trait ConstantPart<T: ?Sized + Index<I>, I>: Sized {
    /// The part.
    #[inline(always)]
    fn __part<'s>(self, _: &'s ConstantField<T>, _: I) -> &'s ConstantField<T::Output>
    where
        T::Output: 's,
    {
        &ConstantField(PhantomData)
    }

    /// The same where it may be changed.
    #[inline(always)]
    fn __part_mut<'s>(self, _: &'s mut ConstantField<T>, _: I) -> &'s mut ConstantField<T::Output>
    where
        T::Output: 's,
    {
        Box::leak(Box::new(ConstantField::new()))
    }
}

impl<T: ?Sized, I> Choice<ConstantField<T>, I> for ConstantChoice<T> {
    type Part = ConstantField;

    #[inline(always)]
    fn __part<'s>(&self, _: &'s ConstantField<T>, _: I) -> &'s ConstantField {
        &ConstantField(PhantomData)
    }

    #[inline(always)]
    fn __part_mut<'s>(&self, _: &'s mut ConstantField<T>, _: I) -> &'s mut ConstantField {
        Box::leak(Box::new(ConstantField::new()))
    }
}

/// A field without derivative gives nothing to what it came from.
impl<C: ?Sized> Borrow<()> for ConstantField<C> {
    #[inline(always)]
    fn borrow(&self) -> &() {
        &()
    }
}

/// Shadows that a zero shadow `Z` can take the place of.
pub trait Renew<Z> {
    /// Puts it there.
    fn renew(&mut self, zero: Z);
}

impl<S> Renew<S> for S {
    #[inline(always)]
    fn renew(&mut self, zero: S) {
        *self = zero;
    }
}

impl<C: ?Sized> Renew<()> for ConstantField<C> {
    #[inline(always)]
    fn renew(&mut self, (): ()) {}
}

impl<C: ?Sized> Renew<Vec<()>> for ConstantField<C> {
    #[inline(always)]
    fn renew(&mut self, _: Vec<()>) {}
}

/// Puts a zero shadow in the place of another.
#[inline(always)]
pub fn renew<S: Renew<Z>, Z>(shadow: &mut S, zero: Z) {
    shadow.renew(zero);
}

/// The shadow of an argument, as a pullback is given it.
pub trait Wanted {
    /// Itself; a [`ConstantField`]'s own method takes precedence.
    #[inline(always)]
    fn __sink(&self) -> Option<&Self> {
        Some(self)
    }

    /// The same of what is changed.
    #[inline(always)]
    fn __changed(&mut self) -> Option<&mut Self> {
        Some(self)
    }
}

impl<S: ?Sized> Wanted for S {}

impl<C: ?Sized> ConstantField<C> {
    /// No shadow, of whatever type.
    #[inline(always)]
    pub fn __sink<S: ?Sized>(&self) -> Option<&S> {
        None
    }
}

/// What takes no more than a look at its receiver, whose shadow it can do without.
#[diagnostic::on_unimplemented(
    message = "a derivative would be lost: this changes what is marked `#[constant]`",
    label = "this is marked `#[constant]`",
    note = "without the mark, what is written there has a derivative"
)]
pub trait Unwanted {
    /// No shadow.
    fn unwanted() -> Self;
}

impl<S: ?Sized> Unwanted for Option<&S> {
    #[inline(always)]
    fn unwanted() -> Self {
        None
    }
}

impl<C: ?Sized> ConstantField<C> {
    /// No shadow, of whatever type.
    #[inline(always)]
    pub fn __lent<R: Unwanted>(&mut self) -> R {
        R::unwanted()
    }

    /// For an error that says why it cannot be changed.
    pub fn __changed<S: ?Sized>(&mut self) -> Option<&mut S>
    where
        Self: Changes,
    {
        unreachable!("a constant field has no shadow")
    }

    /// The same of a list.
    pub fn pop<R>(&mut self) -> Option<R>
    where
        Self: Changes,
    {
        unreachable!("a constant field has no shadow")
    }
}

/// What a constant field is not: something that can be changed.
#[diagnostic::on_unimplemented(
    message = "a derivative would be lost: this changes what is marked `#[constant]`",
    label = "this is marked `#[constant]`",
    note = "without the mark, what is written there has a derivative"
)]
pub trait Changes {}

/// What a constant field is not: something that derivatives come from.
#[diagnostic::on_unimplemented(
    message = "a `#[constant]` field would receive a value that carries a derivative",
    label = "the derivative of this would be lost",
    note = "remove `#[constant]` from the field, or wrap the value in `stop_gradient(..)`"
)]
pub trait GivesDerivative {}

impl<C: ?Sized> ConstantField<C> {
    /// For an error that says why there is nothing to get.
    pub fn get<'a>(&'a self) -> f64
    where
        &'a Self: GivesDerivative,
    {
        unreachable!("a constant field has no shadow")
    }
}

/// Shadows of lists that something without derivative was pushed on.
pub trait Unpushed {
    /// Takes the last element off; a [`ConstantField`], which has none, has its own method.
    fn __unpushed(&mut self);
}

impl<S> Unpushed for Vec<S> {
    #[inline(always)]
    fn __unpushed(&mut self) {
        self.pop();
    }
}

impl<S> Unpushed for VecDeque<S> {
    #[inline(always)]
    fn __unpushed(&mut self) {
        self.pop_back();
    }
}

impl<C: ?Sized> ConstantField<C> {
    /// Nothing was put there.
    #[inline(always)]
    pub fn __unpushed(&mut self) {}
}

/// Shadows that hold one float. That of a constant field does not.
#[diagnostic::on_unimplemented(
    message = "a derivative would be lost: this changes what is marked `#[constant]`",
    label = "this is marked `#[constant]`",
    note = "without the mark, what is written there has a derivative"
)]
pub trait TakeFrom<T> {
    /// Reads the float, and leaves nothing.
    fn taken(&self) -> T;
}

impl<T: Real> TakeFrom<T> for Cell<T> {
    #[inline(always)]
    fn taken(&self) -> T {
        self.replace(T::NEG_ZERO)
    }
}

impl<T, S: TakeFrom<T> + ?Sized> TakeFrom<T> for &S {
    #[inline(always)]
    fn taken(&self) -> T {
        (**self).taken()
    }
}

/// Shadows that a float can be added to.
pub trait AddTo<T> {
    /// Adds `x`.
    fn add(&self, x: T);
}

impl<T: Real> AddTo<T> for Cell<T> {
    #[inline(always)]
    fn add(&self, x: T) {
        self.set(self.get() + x);
    }
}

impl<T, C: ?Sized> AddTo<T> for ConstantField<C> {
    #[inline(always)]
    fn add(&self, _: T) {}
}

impl<T, S: AddTo<T> + ?Sized> AddTo<T> for &S {
    #[inline(always)]
    fn add(&self, x: T) {
        (**self).add(x);
    }
}

/// Shadows whose leaves can be set back.
pub trait Clear {
    /// Every leaf back to −0.0.
    fn cleared(&self);
}

impl<S: Accumulate + ?Sized> Clear for S {
    #[inline(always)]
    fn cleared(&self) {
        self.clear();
    }
}

impl<C: ?Sized> Clear for ConstantField<C> {
    #[inline(always)]
    fn cleared(&self) {}
}

/// Shadows that the shadow `F` can be added to; an owned one is added to a borrowed one, too. What has one of its own
/// can't be given that of a constant field.
#[diagnostic::on_unimplemented(
    message = "a `#[constant]` field would receive a value that carries a derivative",
    label = "the derivative of this would be lost",
    note = "remove `#[constant]` from the field, or wrap the value in `stop_gradient(..)`"
)]
pub trait AccumulateFrom<F: ?Sized> {
    /// `self += from`, leaf by leaf.
    fn accumulate_from(&self, from: &F);
}

#[diagnostic::do_not_recommend]
impl<S: Accumulate + ?Sized, F: Borrow<S> + ?Sized> AccumulateFrom<F> for S {
    #[inline(always)]
    fn accumulate_from(&self, from: &F) {
        self.accumulate(from.borrow());
    }
}

impl<F: ?Sized, C: ?Sized> AccumulateFrom<F> for ConstantField<C> {
    #[inline(always)]
    fn accumulate_from(&self, _: &F) {}
}
