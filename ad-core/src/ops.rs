//! Operators on operands whose types the compiler of derivatives does not see: each is a trait that
//! has the rule, chosen where types are known.
//!
//! Operands go in by reference, in the forward and in the reverse sweep, so that no operator consumes
//! what the reverse sweep still needs. How the user's operator takes them is a type beside them:
//!
//! ```text
//! let y = a * &b;          // the user's
//!
//! let (y, pullback) = op_mul::<(ByValue, ByRef), _, _, _>(keep, (&a, &b));
//! pullback(dy, (&a, &b), (Some(&da), Some(&db)));
//! ```

#![allow(clippy::type_complexity, reason = "it is the form of all rules")]

mod bits;
mod integers;
mod named;
mod real;
mod references;
mod texts;

pub use named::{InScope, Named, NotInScope, named};
pub use real::RealOperators;

use crate::Differentiable;
use crate::keep::Keep;

/// The operator takes this operand by value.
#[derive(Clone, Copy, Debug)]
pub struct ByValue;

/// The operator takes this operand by reference.
#[derive(Clone, Copy, Debug)]
pub struct ByRef;

/// The cotangent of a result.
type Cotangent<T> = <T as Differentiable>::Shadow;

/// The shadow of an operand, `None` where the caller does not need it.
type Wanted<'s, T> = Option<&'s <T as Differentiable>::Shadow>;

/// The shadow of an operand that is changed in place.
type Changed<'s, T> = Option<&'s mut <T as Differentiable>::Shadow>;

/// Per operator, the trait that has its rule and the function by which emitted code names it.
macro_rules! binary {
    ($($Rule:ident $op:ident $symbol:literal $message:literal $note:literal;)*) => {$(
        #[doc = concat!("The derivative rule of `a ", $symbol, " b`.")]
        #[diagnostic::on_unimplemented(
            message = $message,
            label = "no derivative rule for this operator",
            note = $note
        )]
        pub trait $Rule<Rhs: Differentiable + ?Sized, Form>: Differentiable {
            /// What the operator gives.
            type Output: Differentiable<Shadow: Sized>;

            /// The value, and what carries its cotangent to the operands.
            fn rule<K: Keep>(
                keep: K,
                operands: (&Self, &Rhs),
            ) -> (
                Self::Output,
                impl Fn(Cotangent<Self::Output>, (&Self, &Rhs), (Wanted<'_, Self>, Wanted<'_, Rhs>))
                + use<Self, Rhs, Form, K>,
            );
        }

        #[doc = concat!("The rule of `a ", $symbol, " b`.")]
        #[inline(always)]
        pub fn $op<Form, A: $Rule<B, Form>, B: Differentiable + ?Sized, K: Keep>(
            keep: K,
            operands: (&A, &B),
        ) -> (
            A::Output,
            impl Fn(Cotangent<A::Output>, (&A, &B), (Wanted<'_, A>, Wanted<'_, B>))
            + use<Form, A, B, K>,
        ) {
            <A as $Rule<B, Form>>::rule(keep, operands)
        }
    )*};
}

binary! {
    AddRule op_add "+" "no derivative rule for `{Self} + {Rhs}`" "annotate `impl Add` with `#[differentiable]`";
    SubRule op_sub "-" "no derivative rule for `{Self} - {Rhs}`" "annotate `impl Sub` with `#[differentiable]`";
    MulRule op_mul "*" "no derivative rule for `{Self} * {Rhs}`" "annotate `impl Mul` with `#[differentiable]`";
    DivRule op_div "/" "no derivative rule for `{Self} / {Rhs}`" "annotate `impl Div` with `#[differentiable]`";
    RemRule op_rem "%" "no derivative rule for `{Self} % {Rhs}`" "annotate `impl Rem` with `#[differentiable]`";
    BitAndRule op_bitand "&" "no derivative rule for `{Self} & {Rhs}`" "annotate `impl BitAnd` with `#[differentiable]`";
    BitOrRule op_bitor "|" "no derivative rule for `{Self} | {Rhs}`" "annotate `impl BitOr` with `#[differentiable]`";
    BitXorRule op_bitxor "^" "no derivative rule for `{Self} ^ {Rhs}`" "annotate `impl BitXor` with `#[differentiable]`";
    ShlRule op_shl "<<" "no derivative rule for `{Self} << {Rhs}`" "annotate `impl Shl` with `#[differentiable]`";
    ShrRule op_shr ">>" "no derivative rule for `{Self} >> {Rhs}`" "annotate `impl Shr` with `#[differentiable]`";
}

/// The same for operators with one operand.
macro_rules! unary {
    ($($Rule:ident $op:ident $symbol:literal $message:literal $note:literal;)*) => {$(
        #[doc = concat!("The derivative rule of `", $symbol, "a`.")]
        #[diagnostic::on_unimplemented(
            message = $message,
            label = "no derivative rule for this operator",
            note = $note
        )]
        pub trait $Rule<Form>: Differentiable {
            /// What the operator gives.
            type Output: Differentiable<Shadow: Sized>;

            /// The value, and what carries its cotangent to the operand.
            fn rule<K: Keep>(
                keep: K,
                operand: (&Self,),
            ) -> (
                Self::Output,
                impl Fn(Cotangent<Self::Output>, (&Self,), (Wanted<'_, Self>,)) + use<Self, Form, K>,
            );
        }

        #[doc = concat!("The rule of `", $symbol, "a`.")]
        #[inline(always)]
        pub fn $op<Form, A: $Rule<Form>, K: Keep>(
            keep: K,
            operand: (&A,),
        ) -> (
            A::Output,
            impl Fn(Cotangent<A::Output>, (&A,), (Wanted<'_, A>,)) + use<Form, A, K>,
        ) {
            <A as $Rule<Form>>::rule(keep, operand)
        }
    )*};
}

unary! {
    NegRule op_neg "-" "no derivative rule for `-{Self}`" "annotate `impl Neg` with `#[differentiable]`";
    NotRule op_not "!" "no derivative rule for `!{Self}`" "annotate `impl Not` with `#[differentiable]`";
}

/// The same for operators that change their left operand; `Form` says how they take the right one.
macro_rules! assigning {
    ($($Rule:ident $op:ident $symbol:literal $message:literal $note:literal;)*) => {$(
        #[doc = concat!("The derivative rule of `a ", $symbol, " b`.")]
        ///
        /// The shadow of `a` goes into the pullback as the cotangent of what `a` holds afterwards and
        /// comes out as that of what it held before.
        #[diagnostic::on_unimplemented(
            message = $message,
            label = "no derivative rule for this operator",
            note = $note
        )]
        pub trait $Rule<Rhs: Differentiable + ?Sized, Form>: Differentiable {
            /// Does the operation, and gives what carries the cotangent back.
            fn rule<K: Keep>(
                keep: K,
                operands: (&mut Self, &Rhs),
            ) -> (
                (),
                impl Fn((), (&mut Self, &Rhs), (Changed<'_, Self>, Wanted<'_, Rhs>))
                + use<Self, Rhs, Form, K>,
            );
        }

        #[doc = concat!("The rule of `a ", $symbol, " b`.")]
        #[inline(always)]
        pub fn $op<Form, A: $Rule<B, Form>, B: Differentiable + ?Sized, K: Keep>(
            keep: K,
            operands: (&mut A, &B),
        ) -> (
            (),
            impl Fn((), (&mut A, &B), (Changed<'_, A>, Wanted<'_, B>)) + use<Form, A, B, K>,
        ) {
            <A as $Rule<B, Form>>::rule(keep, operands)
        }
    )*};
}

assigning! {
    AddAssignRule op_add_assign "+=" "no derivative rule for `{Self} += {Rhs}`" "annotate `impl AddAssign` with `#[differentiable]`";
    SubAssignRule op_sub_assign "-=" "no derivative rule for `{Self} -= {Rhs}`" "annotate `impl SubAssign` with `#[differentiable]`";
    MulAssignRule op_mul_assign "*=" "no derivative rule for `{Self} *= {Rhs}`" "annotate `impl MulAssign` with `#[differentiable]`";
    DivAssignRule op_div_assign "/=" "no derivative rule for `{Self} /= {Rhs}`" "annotate `impl DivAssign` with `#[differentiable]`";
    RemAssignRule op_rem_assign "%=" "no derivative rule for `{Self} %= {Rhs}`" "annotate `impl RemAssign` with `#[differentiable]`";
}
