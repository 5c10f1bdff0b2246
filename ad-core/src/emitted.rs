//! Small operations on shadows that emitted code is written with.

mod bare_lists;
mod beside;
mod borrowed;
mod borrowing;
mod cells;
mod changes;
mod coerced;
mod collected;
mod constant;
mod deposit;
mod extended;
mod given;
mod given_back;
mod guessed;
mod inert_results;
mod interior;
mod lent_functions;
mod linked;
mod made_functions;
mod mixed;
mod objects;
mod parts;
mod passing;
mod plain;
mod positions;
mod probe;
mod promised;
mod ranked;
mod referring;
mod refused;
mod shapes;
mod spent;
mod unread;
mod unruled;
mod viewed;

pub use bare_lists::{BareList, ListWithEq, MixedList, OtherList, ProbeList, RuledList};
pub use beside::{Beside, ItemsBeside, Positions};
pub use borrowed::{
    Behind, BehindPointer, BehindReference, BehindUnique, BehindUniquePointer,
    BehindUniqueReference, Certain, CertainInert, GivenFloat, Held, Hold, HoldReference, HoldValue,
    OpenReference, OpenValue, Opened, Passed, PassedDifferentiable, PassedInert, PassedReference,
    Recall, Reopened, ShapeOfReference,
};
pub use borrowing::{
    Borrowing, HasReferences, HeldEach, HeldMany, HeldOne, HeldText, HoldBehind, HoldBorrowing,
    Lend, LendWhole, OpenBorrowing, Owned,
};
pub use cells::MadeCell;
pub use changes::{Unpushed, renew};
pub use coerced::{AsItIs, Coerced, ThroughBox};
pub use collected::{AsList, Collected, GivenAsList, StaysList, collected};
pub use constant::{
    AccumulateFrom, AddTo, ByMark, ByType, Clear, ConstantField, ConstantPart, HasFields,
    MadeChoice, PartOf, TakeFrom, Unseen, Wanted,
};
pub use deposit::{Deposit, deposit};
pub use extended::{GrowsByPushing, GrowsWith, Popped, Pushed, extends_a_list, grows_by_pushing};
pub use given::{GaveFloats, GaveInert, GaveNoFloats, GaveOther};
pub use given_back::{GivenBack, GivesValue};
pub use guessed::{GivenAgain, Guessed, HandedOver};
pub use inert_results::{HasGiven, IfRuled, LacksRule, NoRule};
pub use interior::{
    HoldsCells, HoldsConstants, Keeping, KeepsComparable, KeepsCopied, KeepsDifferentiable,
    KeepsInConstant, KeepsInSomeConstant, KeepsInterior, KeepsNoCell, KeepsNothing, KeepsOther,
    KeepsReferred, KeepsReferredOther,
};
pub use lent_functions::{LentPlain, MayBeFunction, NoFunction};
pub use linked::{Asks, GivesBack, GivesOther, ThroughLink, kind_of};
pub use made_functions::{Makes, MakesBareFunction, MakesByRule, MakesData, MakesOther};
pub use mixed::{Mixed, ProbeMixed};
pub use objects::{AsObject, MayBeObject};
pub use parts::{HoldParts, PassedParts, RecallHeld, RecallParts, Recalling};
pub use passing::{
    Bound, BoundDifferentiable, BoundInert, BoundReference, FromAgain, FromLent, FromPlace,
    FromReceiver, GivenNone, Lent, NoAgain, Operand, Told, ToldOther, ToldScalar, alike, option_of,
    passed, place, receiver, unwritten, value_of,
};
pub use plain::{
    Bare, BareGiven, BareReceiver, InertGiven, InertReceiver, IsPullback, IsRuled, KindOf, Nothing,
    OtherGiven, OtherKind, PlainArgument, ProbeGiven, ReferenceKind, Ruled, RuledGiven,
    RuledReceiver, Unruled, WholeKind, unruled,
};
pub use positions::{GoneOver, OptionPositions, OwnPositions};
pub use probe::{
    Built, BuiltInert, CopyOf, CopyWithEq, CopyWithoutEq, Listed, ListedOther, ListedVec, NoShape,
    OfField, Probe, ProbeDifferentiable, ProbeInert, Zeros, zeros_of,
};
pub use promised::{Promise, Promised, Summed, SummedOther, promised};
pub use ranked::Ranked;
pub use refused::{Refused, RefusedPullback};
pub use shapes::{Lasting, ShapeOfLasting, ShapeOfOther};
pub use spent::SpentOther;
pub use unread::{
    AreFloats, AreOthers, Floats, Left, LeftNothing, LeftValue, OfFloats, OfOthers, Unread,
};
pub use unruled::{
    BareReceiverUnique, BareUnique, IsRuledOfUnique, OfUnique, OfUniqueOther, OfUniqueWithEq,
    OtherUnique, ProbeUnique, RuledUnique, UnruledUnique,
};
pub use viewed::{
    AreKnown, AreUnknown, AsTaken, Fields, IsNumber, IsNumbers, IsVectors, NoNumber, NoNumbers,
    NoVectors, Number, Numbers, ShadowView, ShadowViewMut, Vectors, View, ViewMut,
};

use crate::keep::Keep;
use crate::{Differentiable, Real};
use std::cell::Cell;
use std::marker::PhantomData;

/// `into += from`, leaf by leaf; an owned shadow is added to a borrowed one, too.
#[inline(always)]
pub fn accumulate<S: AccumulateFrom<F> + ?Sized, F: ?Sized>(into: &S, from: &F) {
    into.accumulate_from(from);
}

/// Every leaf back to −0.0.
#[inline(always)]
pub fn clear<S: Clear + ?Sized>(shadow: &S) {
    shadow.cleared();
}

/// The sum of a sequence of shadows: what its elements' common source receives.
#[inline]
pub fn sum<T: Real>(shadows: &[Cell<T>]) -> T {
    shadows
        .iter()
        .fold(T::NEG_ZERO, |sum, shadow| sum + shadow.get())
}

/// The same, and every shadow back to −0.0.
#[inline]
pub fn take_sum<T: Real>(shadows: &[Cell<T>]) -> T {
    shadows
        .iter()
        .fold(T::NEG_ZERO, |sum, shadow| sum + shadow.replace(T::NEG_ZERO))
}

/// The shadow of the element that the forward sweep pushed.
#[inline]
pub fn popped<S>(shadow: Option<S>) -> S {
    shadow.expect("a vector's shadow has the vector's length")
}

/// The shadow of a result that control reached.
#[inline(always)]
pub fn there<S>(shadow: &Option<S>) -> &S {
    shadow
        .as_ref()
        .expect("control that used the result had it")
}

/// A cotangent as the other float type.
#[inline(always)]
pub fn convert<A: Real, B: Real>(x: A) -> B {
    B::from_f64(x.to_f64())
}

/// What a pullback gets again, for each of its calls.
#[inline(always)]
pub fn copy<A: Clone>(again: &A) -> A {
    again.clone()
}

/// A value of any type for a call that is never made: its type is all that is wanted.
pub fn absent<T>() -> T {
    unreachable!("a call written for its type was made")
}

/// The same, of the type of what the pullback gets again.
pub fn absent_like<T>(_again: &T) -> T {
    absent()
}

/// What says the type of a value, for calls that are never made: [`Typed`], or [`Unsaid`] where the callee says it.
pub struct Witness<W>(PhantomData<fn() -> W>);

/// A value is a `T`.
pub struct Typed<T>(PhantomData<fn() -> T>);

/// A callee says itself what it is given.
pub struct Unsaid;

impl<T> Typed<T> {
    /// The type of this value.
    #[inline(always)]
    pub fn of(_: &T) -> Self {
        Typed(PhantomData)
    }
}

impl<W> Clone for Witness<W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W> Copy for Witness<W> {}

#[allow(
    clippy::new_without_default,
    reason = "users name no witnesses, and emitted code calls it by path"
)]
impl<W> Witness<W> {
    /// Of a type that is yet to be seen.
    #[inline(always)]
    pub fn new() -> Self {
        Witness(PhantomData)
    }

    /// Says the type.
    #[inline(always)]
    pub fn see(&self, _: W) {}
}

impl<T> Witness<Typed<T>> {
    /// A value of the type.
    pub fn absent(&self, _: impl FnOnce() -> T) -> T {
        absent()
    }

    /// What a rule gives beside its pullback is of the type.
    pub fn result<P>(&self, given: (T, P)) -> (T, P) {
        given
    }
}

impl Witness<Unsaid> {
    /// A value of the type that the callee says.
    pub fn absent<T>(&self, _: impl FnOnce() -> T) -> T {
        absent()
    }

    /// What a rule gives beside its pullback is of the type that the callee says.
    pub fn result<T, P>(&self, given: (T, P)) -> (T, P) {
        given
    }
}

/// The tangent of a result that carries no derivative.
#[inline(always)]
pub fn absent_tangent<T: Default>() -> T {
    T::default()
}

/// A shadow for an argument whose derivative the caller does not want.
pub struct Spare<P: Differentiable + ?Sized>(Option<P::Tangent>);

impl<P: Differentiable + ?Sized> Default for Spare<P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<P: Differentiable + ?Sized> Spare<P> {
    /// None yet.
    #[inline(always)]
    pub fn new() -> Self {
        Spare(None)
    }

    /// A zero shadow of `primal`'s shape, kept here.
    #[inline]
    pub fn like<'s>(&'s mut self, primal: &P) -> P::Lent<'s> {
        primal.lend(P::buffer(self.0.insert(primal.zero_tangent())))
    }
}

/// The same for a slice of floats. No list, instead of an empty one: where the caller's shadow is seen to be there,
/// nothing is left to free.
#[derive(Default)]
pub struct SpareCells<T>(Option<Vec<Cell<T>>>);

impl<T: Real> SpareCells<T> {
    /// None yet.
    #[inline(always)]
    pub fn new() -> Self {
        SpareCells(None)
    }

    /// The shadow that the caller wants, or one that is kept here; of the length of `primal`, so that the primal's
    /// bounds check is the shadow's too.
    #[inline(always)]
    pub fn behind<'s>(&'s mut self, sink: Option<&'s [Cell<T>]>, primal: &[T]) -> &'s [Cell<T>] {
        let shadow = match sink {
            Some(shadow) => shadow,
            None => self.like(primal),
        };
        &shadow[..primal.len()]
    }

    #[inline]
    fn like(&mut self, primal: &[T]) -> &[Cell<T>] {
        let blank = primal.iter().map(|_| Cell::new(T::NEG_ZERO));
        self.0.insert(blank.collect())
    }
}

/// The shadow of an argument that is constant whatever its type: a caller whose argument does have one
/// may hand it in.
pub trait Ignored {}

impl<T> Ignored for T {}

/// A type parameter of which there are no values: what stands for it need not be differentiable.
pub trait MarksOnly {}

impl<T: ?Sized> MarksOnly for T {}

/// A call with arguments `A`.
pub struct Call<A>(std::marker::PhantomData<A>);

/// The same where functions are among them: that there is no rule is said before rustc asks what these return.
pub struct CallWithFunctions<A>(std::marker::PhantomData<A>);

/// What the call of a function without a companion asks for, in vain; `Function` is a type of the
/// function's name.
#[diagnostic::on_unimplemented(
    message = "no derivative rule for function `{Function}`",
    label = "this call cannot be differentiated",
    note = "annotate the function with `#[differentiable]`, give it a rule with `rrule!`, or pass it only values that carry no derivative"
)]
pub trait HasRule<Function> {}

/// A call that nobody makes. That there are two keeps rustc from saying that one has no rule whose arguments it has
/// not looked at yet, which may be what is wrong.
pub struct Unmade<const N: usize>(());

#[diagnostic::do_not_recommend]
impl<Function> HasRule<Function> for Call<Unmade<0>> {}

#[diagnostic::do_not_recommend]
impl<Function> HasRule<Function> for Call<Unmade<1>> {}

/// What a call asks for, in vain, whose callee does more with a function that changes what it captured than
/// its rule can follow.
#[diagnostic::on_unimplemented(
    message = "no derivative rule for functions that change what they captured",
    label = "a closure passed in this call changes what it captured",
    note = "the function that is called may call such a closure and pass it on, but not keep it; let the closure return the value, or change the function"
)]
pub trait HasChangingRule {}

/// What the call of a method without a rule asks for, in vain.
#[diagnostic::on_unimplemented(
    message = "no derivative rule for this method or associated function of `{Self}`",
    label = "this call cannot be differentiated",
    note = "add `#[differentiable]` to the `impl` block it stands in, give it a rule with `rrule!`, or pass it only values that carry no derivative"
)]
pub trait HasMethodRule {}

/// What the call of a method asks for, in vain, that a trait without rules declares.
#[diagnostic::on_unimplemented(
    message = "no derivative rule for this method or associated function, as its trait is not annotated",
    label = "this call cannot be differentiated",
    note = "add `#[differentiable]` to the trait that declares the method, and to its implementations"
)]
pub trait HasTraitRule<Receiver: ?Sized> {}

/// What the call of a method that changes an object asks for, in vain, where objects have no rule of it.
#[diagnostic::on_unimplemented(
    message = "no derivative rule for this method that changes what is behind a `Box<dyn Trait>`",
    label = "this call cannot be differentiated",
    note = "objects have rules of methods whose arguments carry derivatives and have types that are written out, and that return no reference; elsewhere, hold an enum of the types that implement the trait"
)]
pub trait HasObjectRule {}

/// What the call of a function value without a rule asks for, in vain.
#[diagnostic::on_unimplemented(
    message = "no derivative rule for a function value of type `{Self}`",
    label = "this call cannot be differentiated",
    note = "the type of a field says nothing of a rule; hold an enum in the field and choose the function by `match`, or take the function as an argument"
)]
pub trait HasFunctionRule {}

/// What is matched, or made from parts, without being differentiable asks for this, in vain.
#[diagnostic::on_unimplemented(
    message = "the type that this belongs to carries no derivative",
    label = "a derivative would be lost here",
    note = "derive `Differentiable` for the type; if no derivative is wanted, mark the argument or field `#[constant]`"
)]
pub trait HasPayload {}

/// Types whose cotangent can be one: the floats.
///
/// `S` is always `()`. It makes the bound on a concrete type one that is checked where a call is
/// made, so that a function whose result is a type of the user's may or may not be a scalar function.
#[diagnostic::on_unimplemented(
    message = "`gradient` needs a function that returns one float, and `{Self}` is none",
    label = "differentiate a float, or use `vjp`"
)]
pub trait SeedBy<S>: Differentiable {
    /// The cotangent of the result by itself.
    fn one() -> Self::Shadow
    where
        Self::Shadow: Sized;
}

impl SeedBy<()> for f64 {
    #[inline(always)]
    fn one() -> Cell<f64> {
        Cell::new(1.0)
    }
}

impl SeedBy<()> for f32 {
    #[inline(always)]
    fn one() -> Cell<f32> {
        Cell::new(1.0)
    }
}

/// The rule of [`stop_gradient`](fn@crate::stop_gradient): nothing goes back.
#[allow(non_camel_case_types)]
pub struct stop_gradient {}

/// The rule of a function whose result has no derivative whatever it is given.
#[diagnostic::on_unimplemented(
    message = "a function called `stop_gradient` is taken to be `pullback::stop_gradient`",
    label = "this is another function",
    note = "give the function another name"
)]
pub trait StopsGradient {}

impl StopsGradient for stop_gradient {}

/// Compiles only if the results of `F` have no derivative.
#[inline(always)]
pub fn stops_gradient<F: StopsGradient>() {}

/// Compiles only for floats.
#[inline(always)]
pub fn number<T: Real>() {}

/// What a pullback of `stop_gradient` takes.
type Stopped<'s, T> = (Option<&'s <T as Differentiable>::Shadow>,);

impl stop_gradient {
    #[doc(hidden)]
    #[allow(clippy::type_complexity)]
    #[inline(always)]
    pub fn rrule<T: Differentiable<Shadow: Sized>, K: Keep>(
        _: K,
        (x,): (T,),
    ) -> (
        T,
        impl Fn(T::Shadow, (T::Again,), Stopped<'_, T>) + use<T, K>,
    ) {
        (x, |_: T::Shadow, _: (T::Again,), _: Stopped<'_, T>| {})
    }
}
