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

use super::Ignored;
use super::collected::Nothing;
use super::given::Gave;
use crate::blank::Blank;
use crate::differentiable::Harmless;
use crate::projection::Choice;
use crate::{Accumulate, Real};
use std::borrow::Borrow;
use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// The shadow of a constant field of type `C`, and of everything in it: what is added to it is not wanted, if it is constant
/// `By` the user's word. If no more is known than that its type derives nothing, no float may be added to it.
pub struct ConstantField<C: ?Sized = Unseen, By = ByMark>(PhantomData<fn(&C) -> By>);

/// By `#[constant]`.
#[derive(Clone, Copy, Debug)]
pub struct ByMark;

/// Its type derives nothing, and has the `Eq` that no float has (`differentiable/seen.rs`).
#[derive(Clone, Copy, Debug)]
pub struct ByType;

/// It is a copy of a field, which says by what. What is dropped here may have floats, so a field that is no constant by the
/// user's word takes nothing of it.
#[derive(Clone, Copy, Debug)]
pub struct ByOrigin;

/// A part of a constant field whose type nothing shows.
#[derive(Clone, Copy, Debug)]
pub struct Unseen;

/// Whether what is added to a part `C` of a constant may be dropped.
#[diagnostic::on_unimplemented(
    message = "a derivative would be lost: this is in a type that derives nothing",
    label = "this may carry a derivative",
    note = "add `#[derive(pullback::Differentiable)]` to the type; if no derivative is wanted, mark the field `#[constant]`"
)]
pub trait Drops<C: ?Sized> {}

impl<C: ?Sized> Drops<C> for ByMark {}

impl<C: ?Sized> Drops<C> for ByOrigin {}

#[diagnostic::do_not_recommend]
impl<C: Harmless + ?Sized> Drops<C> for ByType {}

/// The same of a shadow: one without floats gives nothing.
#[diagnostic::on_unimplemented(
    message = "a derivative would be lost: this is in a type that derives nothing",
    label = "this may carry a derivative",
    note = "add `#[derive(pullback::Differentiable)]` to the type; if no derivative is wanted, mark the field `#[constant]`"
)]
pub trait DroppedFor<C: ?Sized, By> {}

impl<F: ?Sized, C: ?Sized> DroppedFor<C, ByMark> for F {}

impl<F: ?Sized, C: ?Sized> DroppedFor<C, ByOrigin> for F {}

#[diagnostic::do_not_recommend]
impl<C: ?Sized, D: ?Sized, By> DroppedFor<C, ByType> for ConstantField<D, By> {}

#[diagnostic::do_not_recommend]
impl<C: ?Sized> DroppedFor<C, ByType> for () {}

#[diagnostic::do_not_recommend]
impl<C: ?Sized> DroppedFor<C, ByType> for dyn Ignored + '_ {}

#[diagnostic::do_not_recommend]
impl<C: ?Sized, S: DroppedFor<C, ByType>> DroppedFor<C, ByType> for Vec<S> {}

#[diagnostic::do_not_recommend]
impl<C: ?Sized, S: DroppedFor<C, ByType>> DroppedFor<C, ByType> for Option<S> {}

#[diagnostic::do_not_recommend]
impl<C: ?Sized, A: DroppedFor<C, ByType>, B: DroppedFor<C, ByType>> DroppedFor<C, ByType>
    for (A, B)
{
}

#[diagnostic::do_not_recommend]
impl<C: ?Sized, S: DroppedFor<C, ByType>> DroppedFor<C, ByType> for [S] {}

#[diagnostic::do_not_recommend]
impl<C: ?Sized, S: DroppedFor<C, ByType>, const N: usize> DroppedFor<C, ByType> for [S; N] {}

#[diagnostic::do_not_recommend]
impl<C: ?Sized, S: DroppedFor<C, ByType> + ?Sized> DroppedFor<C, ByType> for &S {}

#[diagnostic::do_not_recommend]
impl<C: Harmless + ?Sized, T> DroppedFor<C, ByType> for Cell<T> {}

impl<C: ?Sized, By> ConstantField<C, By> {
    /// There is only one.
    #[inline(always)]
    pub const fn new() -> Self {
        ConstantField(PhantomData)
    }
}

impl<C: ?Sized, By> Default for ConstantField<C, By> {
    fn default() -> Self {
        ConstantField::new()
    }
}

impl<C: ?Sized, By> Clone for ConstantField<C, By> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: ?Sized, By> Copy for ConstantField<C, By> {}

impl<C: ?Sized, By> fmt::Debug for ConstantField<C, By> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ConstantField")
    }
}

impl<By: 'static> ConstantField<Unseen, By> {
    /// What is in a variant of a constant.
    pub const PART: &'static Self = &ConstantField(PhantomData);
}

/// What is in an optional constant is constant.
#[allow(missing_docs, non_snake_case)]
impl<T, By> ConstantField<Option<T>, By> {
    #[inline(always)]
    pub fn __variant_Some(&self) -> (&ConstantField<T, By>,) {
        (&ConstantField(PhantomData),)
    }
}

/// The same of what went well and of what did not.
#[allow(missing_docs, non_snake_case)]
impl<T, E, By> ConstantField<Result<T, E>, By> {
    #[inline(always)]
    pub fn __variant_Ok(&self) -> (&ConstantField<T, By>,) {
        (&ConstantField(PhantomData),)
    }

    #[inline(always)]
    pub fn __variant_Err(&self) -> (&ConstantField<E, By>,) {
        (&ConstantField(PhantomData),)
    }
}

/// And of what is in a variant, which may be an option or a result.
#[allow(missing_docs, non_snake_case)]
impl<By: 'static> ConstantField<Unseen, By> {
    #[inline(always)]
    pub fn __variant_Some(&self) -> (&Self,) {
        (Self::PART,)
    }

    #[inline(always)]
    pub fn __variant_Ok(&self) -> (&Self,) {
        (Self::PART,)
    }

    #[inline(always)]
    pub fn __variant_Err(&self) -> (&Self,) {
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

    /// The shadow of what a pattern binds in a variant.
    #[inline(always)]
    fn __of_part<T: ?Sized>(&self, _: &T) -> &Self {
        self
    }
}

impl<S: ?Sized> HasFields for S {}

impl<By> ConstantField<Unseen, By> {
    /// Which type a part of a variant has, the name says that a pattern binds to it.
    #[inline(always)]
    pub fn __of_part<'s, T: ?Sized + 's>(&'s self, _: &T) -> &'s ConstantField<T, By> {
        &ConstantField(PhantomData)
    }
}

impl<C: ?Sized, By> ConstantField<C, By> {
    /// A field of a constant is constant. Which type it has, the primal's field says.
    #[inline(always)]
    pub fn __field<'s, S: ?Sized + 's>(
        &'s self,
        _: impl FnOnce(&'s C) -> &'s S,
    ) -> &'s ConstantField<S, By> {
        &ConstantField(PhantomData)
    }

    /// The same where the field may be changed.
    #[inline(always)]
    pub fn __field_mut<'s, S: ?Sized + 's>(
        &'s mut self,
        _: impl FnOnce(&'s mut C) -> &'s mut S,
    ) -> &'s mut ConstantField<S, By> {
        // What has no size takes no memory.
        Box::leak(Box::new(ConstantField::new()))
    }
}

impl<C: ?Sized, By: 'static, I> Index<I> for ConstantField<C, By> {
    type Output = ConstantField<Unseen, By>;

    #[inline(always)]
    fn index(&self, _: I) -> &Self::Output {
        &ConstantField(PhantomData)
    }
}

impl<C: ?Sized, By: 'static, I> IndexMut<I> for ConstantField<C, By> {
    #[inline(always)]
    fn index_mut(&mut self, _: I) -> &mut Self::Output {
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
    /// By what it is constant.
    type By;
}

impl<T: ?Sized, By> OfConstant for ConstantField<T, By> {
    type Field = T;
    type By = By;
}

impl<T: ?Sized, By> OfConstant for &ConstantField<T, By> {
    type Field = T;
    type By = By;
}

impl<C, S: OfConstant + ?Sized> PartOf<'_, '_, C, S> {
    /// It stays constant.
    #[inline(always)]
    pub fn __choice(&self) -> ConstantChoice<S::Field, S::By> {
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
pub struct ConstantChoice<T: ?Sized, By>(PhantomData<fn(&T) -> By>);

impl<T: ?Sized + Index<I>, I, By> ConstantPart<T, I, By> for ConstantChoice<T, By> {}

/// A part of a constant whose type says what its parts are.
pub trait ConstantPart<T: ?Sized + Index<I>, I, By>: Sized {
    /// The part.
    #[inline(always)]
    fn __part<'s>(self, _: &'s ConstantField<T, By>, _: I) -> &'s ConstantField<T::Output, By>
    where
        T::Output: 's,
    {
        &ConstantField(PhantomData)
    }

    /// The same where it may be changed.
    #[inline(always)]
    fn __part_mut<'s>(
        self,
        _: &'s mut ConstantField<T, By>,
        _: I,
    ) -> &'s mut ConstantField<T::Output, By>
    where
        T::Output: 's,
    {
        Box::leak(Box::new(ConstantField::new()))
    }
}

impl<T: ?Sized, I, By: 'static> Choice<ConstantField<T, By>, I> for ConstantChoice<T, By> {
    type Part = ConstantField<Unseen, By>;

    #[inline(always)]
    fn __part<'s>(&self, _: &'s ConstantField<T, By>, _: I) -> &'s Self::Part {
        &ConstantField(PhantomData)
    }

    #[inline(always)]
    fn __part_mut<'s>(&self, _: &'s mut ConstantField<T, By>, _: I) -> &'s mut Self::Part {
        Box::leak(Box::new(ConstantField::new()))
    }
}

/// A field without derivative gives nothing to what it came from.
impl<C: ?Sized, By> Borrow<()> for ConstantField<C, By> {
    #[inline(always)]
    fn borrow(&self) -> &() {
        &()
    }
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

    /// What is asked of the cotangent of a value that a method without a rule gave of the receiver (`given.rs`).
    #[inline(always)]
    fn __gave<F: ?Sized>(&self, _: &F) -> Gave<Self, F> {
        Gave::new()
    }
}

impl<S: ?Sized> Wanted for S {}

impl<C: ?Sized, By> ConstantField<C, By> {
    /// What a method without a rule gave may be dropped.
    #[inline(always)]
    pub fn __gave<F: DroppedFor<C, By> + ?Sized>(&self, _: &F) -> Gave<Self, F> {
        Gave::new()
    }

    /// No shadow, of whatever type.
    #[inline(always)]
    pub fn __sink<S: DroppedFor<C, By> + ?Sized>(&self) -> Option<&S> {
        None
    }
}

/// Shadows that hold one float. That of a constant field does not.
#[diagnostic::on_unimplemented(
    message = "a derivative would be lost: this changes a field that carries none",
    label = "this has no derivative",
    note = "it is marked `#[constant]`, or its type derives nothing: without the mark, or with `#[derive(pullback::Differentiable)]` on the type, what is written there has one"
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

impl<T, C: ?Sized, By: Drops<C>> AddTo<T> for ConstantField<C, By> {
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
    message = "a derivative would be lost between a field without one and a value that carries one",
    label = "the derivative of this would be lost",
    note = "remove `#[constant]` from the field, or derive `Differentiable` for its type, or wrap the value in `stop_gradient(..)`"
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

impl<F: ?Sized, C: ?Sized> AccumulateFrom<F> for ConstantField<C, ByOrigin> {
    #[inline(always)]
    fn accumulate_from(&self, _: &F) {}
}

/// What derives nothing has the shadow of a field.
impl<C: ?Sized> Accumulate for ConstantField<C, ByType> {
    const EMPTY: bool = true;

    #[inline(always)]
    fn accumulate(&self, _: &Self) {}

    #[inline(always)]
    fn clear(&self) {}

    #[inline(always)]
    fn normalise(&self) {}
}

impl<C: ?Sized> Blank for ConstantField<C, ByType> {
    #[inline(always)]
    fn blank() -> Self {
        ConstantField::new()
    }
}

/// It is given what has no floats, or what is read of it that has none.
macro_rules! given_nothing {
    ($([$($generics:tt)*] $from:ty $(, $read:ident)?;)*) => {$(
        impl<C: ?Sized $(+ $read)?, $($generics)*> AccumulateFrom<$from> for ConstantField<C, ByType> {
            #[inline(always)]
            fn accumulate_from(&self, _: &$from) {}
        }
    )*};
}

given_nothing! {
    [] ();
    [D: ?Sized] ConstantField<D>;
    [S: Nothing] Vec<S>;
    [S: Nothing] [S];
    [S: Nothing, const N: usize] [S; N];
    [S: Nothing] Option<S>;
    [A: Nothing] (A,);
    [A: Nothing, B: Nothing] (A, B);
    [A: Nothing, B: Nothing, D: Nothing] (A, B, D);
    [T] Cell<T>, Harmless;
}
