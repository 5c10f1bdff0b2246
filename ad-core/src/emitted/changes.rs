//! Changes of what is in a constant field, which has no shadow.
//!
//! A whole number may be changed there, and so may what derives nothing: no derivative is lost by that. Where a float would be
//! put there, it is an error that says so.
//!
//! ```text
//! self.grid.nx += 1; self.nodes.push(node);          // the user's
//!
//! (d_self.grid.__field_mut(|part| &mut part.nx)).__changed()       // no shadow
//! (d_self.nodes).__lent()
//! ```

use super::collected::Nothing;
use super::constant::{ByMark, ByOrigin, ByType, ConstantField, DroppedFor};
use crate::inactive::Inactive;
use std::collections::VecDeque;

/// Shadows that a zero shadow `Z` can take the place of.
#[diagnostic::on_unimplemented(
    message = "a derivative would be lost: this changes a field that carries none",
    label = "this has no derivative",
    note = "it is marked `#[constant]`, or its type derives nothing: without the mark, or with `#[derive(pullback::Differentiable)]` on the type, what is written there has one"
)]
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

impl<C: ?Sized, By> Renew<()> for ConstantField<C, By> {
    #[inline(always)]
    fn renew(&mut self, (): ()) {}
}

impl<C: ?Sized, By> Renew<Vec<()>> for ConstantField<C, By> {
    #[inline(always)]
    fn renew(&mut self, _: Vec<()>) {}
}

/// Puts a zero shadow in the place of another.
#[inline(always)]
pub fn renew<S: Renew<Z>, Z>(shadow: &mut S, zero: Z) {
    shadow.renew(zero);
}

/// What takes no more than a look at its receiver, whose shadow it can do without.
#[diagnostic::on_unimplemented(
    message = "a derivative would be lost: this changes a field that carries none",
    label = "this has no derivative",
    note = "it is marked `#[constant]`, or its type derives nothing: without the mark, or with `#[derive(pullback::Differentiable)]` on the type, what is written there has one"
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

/// What holds no float may be changed: nothing is lost.
#[diagnostic::do_not_recommend]
impl<S: Nothing + ?Sized> Unwanted for Option<&mut S> {
    #[inline(always)]
    fn unwanted() -> Self {
        None
    }
}

impl<C: ?Sized, By> ConstantField<C, By> {
    /// No shadow, of whatever type.
    #[inline(always)]
    pub fn __lent<R: Unwanted>(&mut self) -> R {
        R::unwanted()
    }

    /// No shadow; an error that says why it cannot be changed, if there may be floats in it.
    #[inline(always)]
    pub fn __changed<S: ?Sized>(&mut self) -> Option<&mut S>
    where
        Self: Changes<S>,
    {
        None
    }
}

macro_rules! popped {
    ($($By:ident)*) => {$(
        impl<C: ?Sized> ConstantField<C, $By> {
            /// Nothing can be taken off a list that has no shadow.
            pub fn pop<R>(&mut self) -> Option<R>
            where
                Self: Changes<R>,
            {
                unreachable!("a constant field has no shadow")
            }
        }
    )*};
}

popped!(ByMark ByOrigin);

impl<C: ?Sized> ConstantField<C, ByType> {
    /// The shadow of what was put there.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<()> {
        Some(())
    }

    /// Takes the shadow of what was taken away, which has no floats.
    #[inline(always)]
    pub fn push<S: DroppedFor<C, ByType>>(&mut self, _: S) {}
}

/// What a constant field is not: something that can be changed.
#[diagnostic::on_unimplemented(
    message = "a derivative would be lost: this changes a field that carries none",
    label = "this has no derivative",
    note = "it is marked `#[constant]`, or its type derives nothing: without the mark, or with `#[derive(pullback::Differentiable)]` on the type, what is written there has one"
)]
pub trait Changes<S: ?Sized> {}

/// What holds no float may be changed: nothing is lost.
#[diagnostic::do_not_recommend]
impl<C: Inactive + ?Sized, S: ?Sized> Changes<S> for ConstantField<C, ByMark> {}

#[diagnostic::do_not_recommend]
impl<C: Inactive + ?Sized, S: ?Sized> Changes<S> for ConstantField<C, ByOrigin> {}

/// What derives nothing may be changed by what knows no more of it: whoever puts a float in there is told.
#[diagnostic::do_not_recommend]
impl<C: ?Sized, S: Nothing + ?Sized> Changes<S> for ConstantField<C, ByType> {}

/// What a constant field is not: something that derivatives come from.
#[diagnostic::on_unimplemented(
    message = "a `#[constant]` field would receive a value that carries a derivative",
    label = "the derivative of this would be lost",
    note = "remove `#[constant]` from the field, or wrap the value in `stop_gradient(..)`"
)]
pub trait GivesDerivative {}

impl<C: ?Sized, By> ConstantField<C, By> {
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

impl<C: ?Sized, By> ConstantField<C, By> {
    /// Nothing was put there.
    #[inline(always)]
    pub fn __unpushed(&mut self) {}
}
