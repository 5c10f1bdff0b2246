//! Operators on operands whose type the macro does not see: each is a trait that has the rule.
//!
//! The operands come again in the reverse sweep, so that on floats nothing is remembered and the
//! pullbacks are zero-sized.

use crate::{Differentiable, Real};
use std::cell::Cell;

/// The shadow of an operand, `None` where the caller does not need it.
type Wanted<'s, T> = Option<&'s <T as Differentiable>::Shadow>;

#[inline(always)]
fn add<T: Real>(shadow: Option<&Cell<T>>, x: T) {
    if let Some(shadow) = shadow {
        shadow.set(shadow.get() + x);
    }
}

/// Per operator, the trait that has its rule and the function that puts it into the form of all rules.
macro_rules! binary {
    ($($Rule:ident $op:ident $symbol:literal $message:literal;)*) => {$(
        #[doc = concat!("The derivative rule of `a ", $symbol, " b`.")]
        #[diagnostic::on_unimplemented(message = $message, label = "no derivative rule for this operator")]
        pub trait $Rule<Rhs: Differentiable = Self>: Differentiable + Sized {
            /// What the operator gives.
            type Output: Differentiable<Shadow: Sized>;
            /// What the reverse sweep must remember beside the operands.
            type Residual;

            /// The forward sweep.
            fn forward(a: Self, b: Rhs) -> (Self::Output, Self::Residual);

            /// The reverse sweep.
            fn reverse(
                residual: &Self::Residual,
                cotangent: <Self::Output as Differentiable>::Shadow,
                again: (Self::Again, Rhs::Again),
                shadows: (Wanted<'_, Self>, Wanted<'_, Rhs>),
            );
        }

        #[doc = concat!("The rule of `a ", $symbol, " b`.")]
        #[allow(clippy::type_complexity, reason = "it is the form of all rules")]
        #[inline(always)]
        pub fn $op<A: $Rule<B>, B: Differentiable>(
            _keep: bool,
            (a, b): (A, B),
        ) -> (
            A::Output,
            impl Fn(<A::Output as Differentiable>::Shadow, (A::Again, B::Again), (Wanted<'_, A>, Wanted<'_, B>))
            + use<A, B>,
        ) {
            let (value, residual) = A::forward(a, b);
            let pullback = move |cotangent, again: (A::Again, B::Again), shadows: (Wanted<'_, A>, Wanted<'_, B>)| {
                A::reverse(&residual, cotangent, again, shadows);
            };
            (value, pullback)
        }
    )*};
}

binary! {
    AddRule op_add "+" "no derivative rule for `{Self} + {Rhs}`";
    SubRule op_sub "-" "no derivative rule for `{Self} - {Rhs}`";
    MulRule op_mul "*" "no derivative rule for `{Self} * {Rhs}`";
    DivRule op_div "/" "no derivative rule for `{Self} / {Rhs}`";
    RemRule op_rem "%" "no derivative rule for `{Self} % {Rhs}`";
}

/// The derivative rule of `-a`.
#[diagnostic::on_unimplemented(
    message = "no derivative rule for `-{Self}`",
    label = "no derivative rule for this operator"
)]
pub trait NegRule: Differentiable + Sized {
    /// What the operator gives.
    type Output: Differentiable<Shadow: Sized>;
    /// What the reverse sweep must remember beside the operand.
    type Residual;

    /// The forward sweep.
    fn forward(a: Self) -> (Self::Output, Self::Residual);

    /// The reverse sweep.
    fn reverse(
        residual: &Self::Residual,
        cotangent: <Self::Output as Differentiable>::Shadow,
        again: (Self::Again,),
        shadows: (Wanted<'_, Self>,),
    );
}

/// The rule of `-a`.
#[allow(clippy::type_complexity, reason = "it is the form of all rules")]
#[inline(always)]
pub fn op_neg<A: NegRule>(
    _keep: bool,
    (a,): (A,),
) -> (
    A::Output,
    impl Fn(<A::Output as Differentiable>::Shadow, (A::Again,), (Wanted<'_, A>,)) + use<A>,
) {
    let (value, residual) = A::forward(a);
    let pullback = move |cotangent, again: (A::Again,), shadows: (Wanted<'_, A>,)| {
        A::reverse(&residual, cotangent, again, shadows);
    };
    (value, pullback)
}

/// The operators of floats, each with what it carries back to its two operands.
macro_rules! floats {
    ($float:ty: $($Rule:ident |$a:ident, $b:ident| $value:expr => |$dy:ident| $da:expr, $db:expr;)*) => {
        $(
            impl $Rule for $float {
                type Output = $float;
                type Residual = ();

                #[inline(always)]
                fn forward($a: $float, $b: $float) -> ($float, ()) {
                    ($value, ())
                }

                #[inline(always)]
                fn reverse(
                    (): &(),
                    cotangent: Cell<$float>,
                    ($a, $b): ($float, $float),
                    (da, db): (Option<&Cell<$float>>, Option<&Cell<$float>>),
                ) {
                    let (_, _, $dy) = ($a, $b, cotangent.get());
                    add(da, $da);
                    add(db, $db);
                }
            }
        )*

        impl NegRule for $float {
            type Output = $float;
            type Residual = ();

            #[inline(always)]
            fn forward(a: $float) -> ($float, ()) {
                (-a, ())
            }

            #[inline(always)]
            fn reverse(
                (): &(),
                cotangent: Cell<$float>,
                _again: ($float,),
                (da,): (Option<&Cell<$float>>,),
            ) {
                add(da, -cotangent.get());
            }
        }
    };
    ($($float:ty)*) => {$(
        floats! { $float:
            AddRule |a, b| a + b => |dy| dy, dy;
            SubRule |a, b| a - b => |dy| dy, -dy;
            MulRule |a, b| a * b => |dy| dy * b, dy * a;
            DivRule |a, b| a / b => |dy| dy / b, -(dy / b) * (a / b);
            RemRule |a, b| a % b => |dy| dy, -dy * ((a - a % b) / b).round();
        }
    )*};
}

floats!(f64 f32);

/// The operators of integers, which have nothing to carry back.
macro_rules! integers {
    ($int:ty: $($Rule:ident $symbol:tt)*) => {$(
        impl $Rule for $int {
            type Output = $int;
            type Residual = ();

            #[inline(always)]
            fn forward(a: $int, b: $int) -> ($int, ()) {
                (a $symbol b, ())
            }

            #[inline(always)]
            fn reverse((): &(), (): (), _again: ($int, $int), _shadows: (Option<&()>, Option<&()>)) {}
        }
    )*};
    ($($int:ty)*) => {$(
        integers! { $int: AddRule + SubRule - MulRule * DivRule / RemRule % }
    )*};
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

macro_rules! signed {
    ($($int:ty)*) => {$(
        impl NegRule for $int {
            type Output = $int;
            type Residual = ();

            #[inline(always)]
            fn forward(a: $int) -> ($int, ()) {
                (-a, ())
            }

            #[inline(always)]
            fn reverse((): &(), (): (), _again: ($int,), _shadows: (Option<&()>,)) {}
        }
    )*};
}

signed!(i8 i16 i32 i64 i128 isize);
