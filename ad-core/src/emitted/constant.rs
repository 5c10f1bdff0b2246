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

use crate::projection::Choice;
use crate::{Accumulate, Real};
use std::borrow::Borrow;
use std::cell::Cell;
use std::ops::{Index, IndexMut};

/// The shadow of a constant field, and of everything in it: what is added to it is not wanted.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConstantField;

impl<I> Index<I> for ConstantField {
    type Output = ConstantField;

    #[inline(always)]
    fn index(&self, _: I) -> &ConstantField {
        self
    }
}

impl<I> IndexMut<I> for ConstantField {
    #[inline(always)]
    fn index_mut(&mut self, _: I) -> &mut ConstantField {
        self
    }
}

/// What chooses the part of a shadow: the choice that the primal made, or nothing to choose where the
/// shadow is that of a constant field. Which of the two is a matter of the shadow's type.
pub struct PartOf<'c, 's, C, S: ?Sized>(pub &'c C, pub &'s S);

impl<C> PartOf<'_, '_, C, ConstantField> {
    /// It stays what it is.
    #[inline(always)]
    pub fn __choice(&self) -> ConstantChoice {
        ConstantChoice
    }
}

impl<C> PartOf<'_, '_, C, &ConstantField> {
    /// It stays what it is.
    #[inline(always)]
    pub fn __choice(&self) -> ConstantChoice {
        ConstantChoice
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

/// Chooses nothing.
#[derive(Clone, Copy, Debug)]
pub struct ConstantChoice;

impl<I> Choice<ConstantField, I> for ConstantChoice {
    type Part = ConstantField;

    #[inline(always)]
    fn __part<'s>(&self, shadow: &'s ConstantField, _: I) -> &'s ConstantField {
        shadow
    }

    #[inline(always)]
    fn __part_mut<'s>(&self, shadow: &'s mut ConstantField, _: I) -> &'s mut ConstantField {
        shadow
    }
}

/// A field without derivative gives nothing to what it came from.
impl Borrow<()> for ConstantField {
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

impl Renew<()> for ConstantField {
    #[inline(always)]
    fn renew(&mut self, (): ()) {}
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
}

impl<S: ?Sized> Wanted for S {}

impl ConstantField {
    /// No shadow, of whatever type.
    #[inline(always)]
    pub fn __sink<S: ?Sized>(&self) -> Option<&S> {
        None
    }
}

/// What takes no more than a look at its receiver, whose shadow it can do without.
#[diagnostic::on_unimplemented(
    message = "a derivative would be lost: this changes what is marked `#[constant]`",
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

impl ConstantField {
    /// No shadow, of whatever type.
    #[inline(always)]
    pub fn __lent<R: Unwanted>(&mut self) -> R {
        R::unwanted()
    }
}

/// What a constant field is not: something that derivatives come from.
#[diagnostic::on_unimplemented(
    message = "a `#[constant]` field would receive a value that carries a derivative",
    label = "the derivative of this would be lost",
    note = "remove `#[constant]` from the field, or wrap the value in `stop_gradient(..)`"
)]
pub trait GivesDerivative {}

impl ConstantField {
    /// For an error that says why there is nothing to get.
    pub fn get<'a>(&'a self) -> f64
    where
        &'a Self: GivesDerivative,
    {
        unreachable!("a constant field has no shadow")
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

impl<T> AddTo<T> for ConstantField {
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

impl Clear for ConstantField {
    #[inline(always)]
    fn cleared(&self) {}
}

/// Shadows that the shadow `F` can be added to; an owned one is added to a borrowed one, too.
pub trait AccumulateFrom<F: ?Sized> {
    /// `self += from`, leaf by leaf.
    fn accumulate_from(&self, from: &F);
}

impl<S: Accumulate + ?Sized, F: Borrow<S> + ?Sized> AccumulateFrom<F> for S {
    #[inline(always)]
    fn accumulate_from(&self, from: &F) {
        self.accumulate(from.borrow());
    }
}

impl<F: ?Sized> AccumulateFrom<F> for ConstantField {
    #[inline(always)]
    fn accumulate_from(&self, _: &F) {}
}
