//! The elementary functions of floats, by name.
//!
//! What their partials are is said in the rules crate; what is said here is only what the compiler
//! must know: how many arguments are floats, and whether doing the function again is cheaper than
//! remembering its result.

use crate::desugar::build;
use crate::ir::Ty;
use syn::Expr;

pub(crate) struct Elementary {
    /// Arguments after the receiver.
    pub(crate) extra: usize,
    /// Whether each argument, receiver first, is a float (an integer exponent is not).
    pub(crate) floats: &'static [bool],
    /// Partials and value cost no more than a few multiplications.
    pub(crate) cheap: bool,
}

const fn unary(cheap: bool) -> Elementary {
    Elementary {
        extra: 0,
        floats: &[true],
        cheap,
    }
}

const fn binary(cheap: bool) -> Elementary {
    Elementary {
        extra: 1,
        floats: &[true, true],
        cheap,
    }
}

/// The elementary function called `name`, if it is one.
pub(crate) fn find(name: &str) -> Option<Elementary> {
    Some(match name {
        "sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "sinh" | "cosh" | "tanh" | "asinh"
        | "acosh" | "atanh" | "exp" | "exp2" | "exp_m1" | "ln" | "log2" | "log10" | "ln_1p"
        | "sqrt" | "cbrt" | "recip" => unary(false),
        "abs" | "signum" | "floor" | "ceil" | "round" | "trunc" | "fract" | "to_degrees"
        | "to_radians" => unary(true),
        "powf" | "log" | "hypot" | "atan2" | "rem_euclid" | "div_euclid" => binary(false),
        "max" | "min" | "copysign" | "midpoint" => binary(true),
        "powi" => Elementary {
            extra: 1,
            floats: &[true, false],
            cheap: false,
        },
        "mul_add" | "clamp" => Elementary {
            extra: 2,
            floats: &[true, true, true],
            cheap: true,
        },
        _ => return None,
    })
}

/// Whether floats have a method of that name.
pub(crate) fn is_elementary(name: &str) -> bool {
    find(name).is_some()
}

/// Which arguments of a method of floats are floats, the receiver first.
pub(crate) fn float_arguments(name: &str) -> &'static [bool] {
    find(name).map_or(&[], |method| method.floats)
}

/// Whether a partial derivative of a function may be infinite or no number where its value is a number.
pub(crate) fn has_poles(name: &str) -> bool {
    matches!(
        name,
        "sqrt"
            | "cbrt"
            | "ln"
            | "log"
            | "log2"
            | "log10"
            | "ln_1p"
            | "asin"
            | "acos"
            | "acosh"
            | "atanh"
            | "powf"
            | "powi"
            | "recip"
    ) || find(name).is_none()
}

/// Whether a function gives one of its arguments, or a constant: its partial derivatives are zeros and ones, and to what
/// is not chosen nothing comes.
pub(crate) fn chooses(name: &str) -> bool {
    let among = ["max", "min", "clamp"];
    let steps = [
        "signum",
        "floor",
        "ceil",
        "round",
        "round_ties_even",
        "trunc",
        "div_euclid",
    ];
    among.contains(&name) || steps.contains(&name)
}

/// Whether a partial derivative of a function may be zero where its argument is infinite, or is no number.
pub(crate) fn vanishes(name: &str) -> bool {
    matches!(name, "exp" | "exp2" | "exp_m1" | "clamp")
}

/// A call of a method whose result carries no derivative, going by its name and arguments. A user's type
/// may have another method of that name: where a receiver's type is unknown, the emitted code asks.
fn is_inert_call(call: &syn::ExprMethodCall) -> bool {
    let query = inert_query(&call.method.to_string());
    query.is_some_and(|(arguments, _)| call.args.len() == arguments)
}

/// Whether a method of the standard library's of that name is given a function.
fn asks_function(name: &str) -> bool {
    let tests = [
        "any",
        "all",
        "position",
        "rposition",
        "partition_point",
        "binary_search_by",
    ];
    tests.contains(&name)
        || name.starts_with("is_") && (name.ends_with("_and") || name.ends_with("_or"))
}

impl super::Lowerer<'_> {
    /// The same, where the arguments of the method are known not to be those of the user's method.
    pub(super) fn is_inert_call(&self, call: &syn::ExprMethodCall) -> bool {
        let value = |arg: &Expr| match build::peeled(arg) {
            Expr::Closure(_) => false,
            Expr::Path(path) => path
                .path
                .get_ident()
                .and_then(|name| self.lookup(&name.to_string()))
                .is_some_and(|local| !matches!(self.ty(local), Ty::Function)),
            _ => true,
        };
        let other = asks_function(&call.method.to_string()) && call.args.iter().any(value);
        is_inert_call(call) && !other
    }
}

/// Methods whose result never carries a derivative, by the standard library's names, and which change
/// nothing.
pub(crate) fn is_inert_query(name: &str) -> bool {
    inert_query(name).is_some()
}

/// With how many arguments such a method is called.
pub(crate) fn inert_arguments(name: &str) -> Option<usize> {
    inert_query(name).map(|(arguments, _)| arguments)
}

/// With how many arguments such a method is called, and what it gives.
pub(super) fn inert_query(name: &str) -> Option<(usize, Ty)> {
    Some(match name {
        "len" | "count" | "capacity" => (0, Ty::Int),
        "partition_point" => (1, Ty::Int),
        "is_empty" | "is_nan" | "is_finite" | "is_infinite" | "is_normal" | "is_subnormal"
        | "is_sign_positive" | "is_sign_negative" | "is_some" | "is_none" | "is_ok" | "is_err"
        | "is_sorted" | "is_break" | "is_continue" => (0, Ty::Bool),
        "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "contains" | "any" | "all" | "starts_with"
        | "ends_with" | "is_some_and" | "is_none_or" | "is_ok_and" | "is_err_and"
        | "is_sorted_by" => (1, Ty::Bool),
        "to_string" | "as_str" | "as_bytes" | "trim" | "to_lowercase" | "to_uppercase"
        | "to_ascii_lowercase" | "to_ascii_uppercase" | "classify" => (0, Ty::Inert),
        "partial_cmp" | "total_cmp" | "cmp" | "position" | "rposition" | "binary_search"
        | "binary_search_by" => (1, Ty::Inert),
        "binary_search_by_key" => (2, Ty::Inert),
        _ => return None,
    })
}
