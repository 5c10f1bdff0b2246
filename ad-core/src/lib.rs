//! The run time of `pullback`: what emitted code and rules are written against.
//!
//! Two halves. The first is the vocabulary of differentiation: [`Differentiable`] says which shadow,
//! tangent and shape belong to a primal type, [`Real`] is what code generic over `f32` and `f64` is
//! bound by. The second is residual memory: what a pullback must remember of the forward sweep stands
//! in rows of a typed stack, whose blocks are pooled per thread and sized by what [`cache`] has
//! learned, so that second and later calls allocate nothing.
//!
//! Users reach all of it through the facade crate `pullback`.

#![deny(unsafe_op_in_unsafe_fn)]
#![warn(missing_docs)]

#[macro_use]
mod tuples;

mod accumulate;
mod annotated;
mod arrays;
mod at_once;
mod blank;
mod block;
mod branch;
pub mod cache;
pub mod check;
mod checkpoint;
mod conversion;
mod copying;
mod derived;
mod differentiable;
mod emitted;
mod entries;
mod erased;
mod front;
mod function;
mod function_pointer;
mod functions;
mod identity;
mod inactive;
mod iterated;
mod keep;
mod kept;
mod known;
mod lanes;
mod list;
mod listed;
mod lookups;
mod memory;
mod mistakes;
mod object;
mod of_iter;
mod ops;
mod overwrite;
mod pool;
mod projection;
mod reads;
mod real;
mod site;
mod strips;
mod total;
mod variants;
mod vjp;
mod written;

pub use accumulate::Accumulate;
pub use differentiable::Differentiable;
pub use emitted::stop_gradient;
pub use functions::stop_gradient;
pub use real::Real;
pub use vjp::Vjp;

/// What emitted code refers to. No part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use crate::accumulate::Accumulate;
    pub use crate::arrays::{count, float_zero, length};
    pub use crate::at_once::{AddTimes, AtOnce};
    pub use crate::blank::Blank;
    pub use crate::branch::{Branch, seldom};
    pub use crate::check;
    pub use crate::checkpoint::{Checkpointed, Counter, Remember, State};
    pub use crate::conversion::{
        FromRefRule, FromRule, IntoRule, TryFromRefRule, TryFromRule, TryIntoRule,
    };
    pub use crate::copying::{Copying, CopyingField, OfItem, OfObject, PutBack, Saving, Uncopied};
    pub use crate::derived::{
        Answer, AsksForDerives, Derived, DifferentiableBy, GivenBy, GivenFor, GivenIf, Gives,
        MadePlain, made, made_by,
    };
    pub use crate::differentiable::{
        AnyFunction, AnyShadow, Asked, AskedForEq, AskedForFloats, AskedForSize, BoundOf, ByKeys,
        ByNothing, CotangentOfMade, Differentiable, Field, FieldByParts, Harmless, InMaps, Items,
        Loan, Map, MapShadow, MapWay, Seen, SeenAs, SeenField, SeenIn, check_field,
    };
    pub use crate::emitted::{
        AsTaken, Asks, Bare, BareReceiverUnique, Behind, BehindPointer, BehindReference,
        BehindUnique, Beside, Borrowing, Bound, Built, ByMark, Call, CallWithFunctions, Certain,
        CertainInert, Coerced, ConstantField, ConstantPart, CopyOf, Deposit, Fields, Floats,
        FromAgain, FromLent, FromPlace, FromReceiver, GivenAsList, GivenBack, GivenFloat,
        GivenNone, GivesBack, GivesOther, GoneOver, GrowsByPushing, GrowsWith, Guessed,
        HasChangingRule, HasFields, HasFunctionRule, HasMethodRule, HasObjectRule, HasPayload,
        HasReferences, HasRule, HasTraitRule, Held, HeldEach, HeldMany, HeldOne, HeldText, Hold,
        HoldBehind, HoldBorrowing, HoldReference, HoldValue, HoldsCells, HoldsConstants, IfRuled,
        Ignored, ItemsBeside, Keeping, KeepsNothing, KindOf, Lasting, Left, Lend, LendWhole,
        Listed, Makes, MarksOnly, MayBeFunction, MayBeObject, Mixed, NoAgain, NoRule, NoShape,
        Nothing, Number, Numbers, OfField, OfFloats, OfOthers, OfUnique, OpenBorrowing,
        OpenReference, OpenValue, Opened, Operand, Owned, PartOf, Passed, PassedDifferentiable,
        PassedInert, PassedReference, PlainArgument, Positions, Probe, ProbeDifferentiable,
        ProbeGiven, ProbeInert, ProbeList, ProbeMixed, ProbeUnique, Promise, Promised, Ranked,
        Recall, Recalling, Refused, RefusedPullback, Reopened, Ruled, SeedBy, ShadowView,
        ShadowViewMut, ShapeOfLasting, ShapeOfOther, ShapeOfReference, Spare, SpareCells,
        StopsGradient, Summed, SummedOther, Told, ToldOther, ToldScalar, Typed, Unread, Unruled,
        UnruledUnique, Unsaid, Unseen, Vectors, View, ViewMut, Wanted, Witness, Zeros, absent,
        absent_like, absent_tangent, accumulate, alike, clear, collected, convert, copy, deposit,
        extends_a_list, grows_by_pushing, kind_of, number, option_of, passed, place, popped,
        promised, receiver, renew, stop_gradient, stops_gradient, sum, take_sum, there, unruled,
        unwritten, value_of, zeros_of,
    };
    pub use crate::entries::{Before, Entries, Entry};
    pub use crate::erased::{Erased, HeldHidden, Hidden, KeptAsItIs, Leaf, Plain, RunAgain, Shown};
    pub use crate::function::{
        Arguments, Captured, Capturing, Closure, Constant, Environment, Fresh, Function, Given,
        Inferred, ItemType, Recalled, RefTo, Same, Tail, UniqueTo, ValueOf, closure, item, like,
        returned,
    };
    pub use crate::function_pointer::{FunctionPointer, FunctionType, KeptFunction};
    pub use crate::functions::{
        ShapeOf, ToScalar, add, again, chosen_by, deliver, if_any, is_any, over, reciprocal,
        scalar, shape_of, stop_gradient, take, times, zeros,
    };
    pub use crate::inactive::{Inactive, Query, Selector, inactive, inactive_type};
    pub use crate::iterated::Iterated;
    pub use crate::keep::{
        Decided, Discard, IfRead, Keep, Overwrite, Room, Without, give_back, kept, without,
    };
    pub use crate::kept::{GiveBack, Kept, KeptWriter, Old};
    pub use crate::known::Known;
    pub use crate::lanes::{Counts, LANES, Lanes, in_reach, in_strips, in_strips_mut, strips};
    pub use crate::listed::GivenItems;
    pub use crate::memory::{MemReplace, MemSwap, MemTake, OwnFunction};
    pub use crate::mistakes::{NoMistakes, sound, sound_mut, sound_ref};
    pub use crate::object::{
        Above, ChangesObject, ChangingArguments, ChangingMethod, ChangingPullback, ChangingRule,
        FindsChangingMethod, FindsMethod, Inherits, Itself, Lending, LentBehind, Marked, Object,
        ObjectMethod, ObjectOf, ObjectPullback, ObjectRule, ObjectShape, Pointed, Pointer,
        Referred, Relending, Upcasts, changing_rule, default_changing_rule, default_rule, known,
        known_mut, no_copy, no_object, object_rule, rule_of_boxed, rule_of_changed,
        rule_of_changed_pointed, rule_of_pointed, same_object,
    };
    pub use crate::of_iter::is_of_iter;
    pub use crate::ops::{
        AddAssignRule, AddRule, BitAndRule, BitOrRule, BitXorRule, ByRef, ByValue, DivAssignRule,
        DivRule, InScope, MulAssignRule, MulRule, Named, NegRule, NotInScope, NotRule,
        RemAssignRule, RemRule, ShlRule, ShrRule, SubAssignRule, SubRule, named, op_add,
        op_add_assign, op_bitand, op_bitor, op_bitxor, op_div, op_div_assign, op_mul,
        op_mul_assign, op_neg, op_not, op_rem, op_rem_assign, op_shl, op_shr, op_sub,
        op_sub_assign,
    };
    pub use crate::overwrite::{Cells, begin, blank, blank_around, blank_outside};
    pub use crate::projection::{
        BareChoice, Choice, Chosen, IndexMutRule, IndexRule, MixedChoice, chosen, position_of,
    };
    pub use crate::reads::{Reads, UnknownReads};
    pub use crate::real::Real;
    pub use crate::site::{Rows, Site, Writer};
    pub use crate::strips::{RowStrip, RowStrips};
    pub use crate::total::{
        FromIteratorOfReferencesRule, FromIteratorRule, ProductOfReferencesRule, ProductRule,
        SumOfReferencesRule, SumRule, Total,
    };
    pub use crate::variants::{
        ControlFlowVariants, OptionVariants, ResultVariants, ReverseVariants, another_variant,
    };
    pub use crate::vjp::Vjp;
    pub use crate::written::{Writes, Written};
    pub use crate::{__annotated, __inert, __unannotated, __with_objects};
    pub use std::borrow::ToOwned;
    pub use std::boxed::Box;
    pub use std::rc::Rc;
    pub use std::sync::Arc;
    pub use std::vec;
    pub use std::vec::Vec;

    /// Traits whose methods emitted code calls by method syntax.
    pub mod traits {
        // For modules without a prelude.
        pub use ::core::clone::Clone as _;
        pub use ::core::iter::{
            DoubleEndedIterator as _, ExactSizeIterator as _, IntoIterator as _, Iterator as _,
        };

        pub use crate::arrays::Gathered as _;
        pub use crate::checkpoint::{Checkpointed as _, Remember as _};
        pub use crate::conversion::{
            FromRefRule as _, FromRule as _, IntoRule as _, TryFromRefRule as _, TryFromRule as _,
            TryIntoRule as _,
        };
        pub use crate::copying::{
            CopyCloned as _, CopyFieldCloned as _, CopyFieldMissing as _, CopyFieldParts as _,
            CopyMissing as _, CopyParts as _, SaveCloned as _, SaveParts as _,
        };
        pub use crate::derived::{MadeWithDerive as _, MadeWithEq as _, MadeWithout as _};
        pub use crate::differentiable::{
            BoundOfDifferentiable as _, BoundToDifferentiable as _, BoundToOther as _,
            BoundToReference as _, OtherZeros as _, PooledCells as _, PooledZeros as _,
        };
        pub use crate::emitted::{
            AreFloats as _, AreKnown as _, AreOthers as _, AreUnknown as _, AsItIs as _,
            AsList as _, AsObject as _, BareGiven as _, BareList as _, BareReceiver as _,
            BareUnique as _, BehindPointer as _, BehindReference as _, BehindUniquePointer as _,
            BehindUniqueReference as _, Beside as _, BoundDifferentiable as _, BoundInert as _,
            BoundReference as _, BuiltInert as _, CertainInert as _, Collected as _,
            ConstantPart as _, CopyWithEq as _, CopyWithoutEq as _, GaveFloats as _,
            GaveInert as _, GaveNoFloats as _, GaveOther as _, GivenAgain as _, GivesValue as _,
            HandedOver as _, HasFields as _, HasGiven as _, HoldBorrowing as _, HoldParts as _,
            HoldReference as _, HoldValue as _, InertGiven as _, InertReceiver as _, IsNumber as _,
            IsNumbers as _, IsPullback as _, IsRuled as _, IsRuledOfUnique as _, IsVectors as _,
            KeepsComparable as _, KeepsCopied as _, KeepsDifferentiable as _, KeepsInConstant as _,
            KeepsInSomeConstant as _, KeepsInterior as _, KeepsNoCell as _, KeepsOther as _,
            KeepsReferred as _, KeepsReferredOther as _, LacksRule as _, LeftNothing as _,
            LeftValue as _, Lent as _, LentPlain as _, ListWithEq as _, ListedOther as _,
            ListedVec as _, MadeCell as _, MadeChoice as _, MakesBareFunction as _,
            MakesByRule as _, MakesData as _, MakesOther as _, MixedList as _, NoFunction as _,
            NoNumber as _, NoNumbers as _, NoVectors as _, OfField as _, OfUniqueOther as _,
            OfUniqueWithEq as _, OpenBorrowing as _, OpenReference as _, OpenValue as _,
            Operand as _, OptionPositions as _, OtherGiven as _, OtherKind as _, OtherList as _,
            OtherUnique as _, OwnPositions as _, PassedDifferentiable as _, PassedInert as _,
            PassedParts as _, PassedReference as _, Popped as _, ProbeDifferentiable as _,
            ProbeInert as _, ProbeMixed as _, Pushed as _, RecallHeld as _, RecallParts as _,
            ReferenceKind as _, Reopened as _, RuledGiven as _, RuledList as _, RuledReceiver as _,
            RuledUnique as _, ShapeOfLasting as _, ShapeOfOther as _, ShapeOfReference as _,
            SpentOther as _, StaysList as _, SummedOther as _, ThroughBox as _, ThroughLink as _,
            ToldOther as _, ToldScalar as _, Unpushed as _, Wanted as _, WholeKind as _,
        };
        pub use crate::erased::{LeafOfFloat as _, LeafOfOther as _};
        pub use crate::function::Function as _;
        pub use crate::function::{CaptureCloned as _, CaptureMissing as _, CaptureParts as _};
        pub use crate::inactive::{Query as _, SelectsByDifferentiable as _, SelectsByOther as _};
        pub use crate::listed::{
            Entries as _, ItemsByPosition as _, Listed as _, ListedIterator as _,
            ListedOption as _, ListedResult as _, ListedSlice as _,
        };
        pub use crate::lookups::Lookup as _;
        pub use crate::object::{
            CopiedMarked as _, LendsHeld as _, LendsPointed as _, LendsReferent as _,
            LookedBehind as _, NotCopiedMarked as _, ShadowBehind as _,
        };
        pub use crate::projection::{
            AtKeys as _, BareChoice as _, Choice as _, Elements as _, IndexMutRule as _,
            IndexRule as _, ListRule as _, MapRule as _, MixedChoice as _, Referred as _,
        };
        pub use crate::total::{
            FromIteratorOfReferencesRule as _, FromIteratorRule as _, ProductOfReferencesRule as _,
            ProductRule as _, SumOfReferencesRule as _, SumRule as _, Total as _,
        };
        pub use crate::variants::{
            ControlFlowVariants as _, NothingVariants as _, OptionVariants as _,
            ResultVariants as _, ReverseVariants as _,
        };
    }
}
