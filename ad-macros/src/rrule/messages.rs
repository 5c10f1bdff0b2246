//! Everything `rrule!` can say about what it was given.

use std::fmt::Display;

pub(super) const INNER_ATTRIBUTE: &str =
    "expected `#![crate(path)]`, the path of the `pullback` crate where it is renamed";
pub(super) const HEAD: &str = "expected a rule: `fn name(…) -> …` for a function defined here, \
     `use path::name(…) -> …` for one that exists, or `trait Name for Type { … }` for methods";
pub(super) const PATH_WITHOUT_USE: &str = "a rule for a function that exists elsewhere is written with \
     `use` in place of `fn`: `use path::name(…) -> …`";
pub(super) const BODY_WITHOUT_RULE: &str = "a function with a body is differentiated by \
     `#[differentiable]`; here it needs `no derivative;` after the body, or, in place of the body, \
     `= (value, partials);` or `; forward … pullback …`";
pub(super) const PATTERN: &str = "give this argument a plain name, the pullback receives it again";
pub(super) const IMPL_TRAIT: &str = "name this type: `<T: …>` in place of `impl …`";
pub(super) const RECEIVER: &str =
    "rules for methods stand in `trait Name for Type { … }`, an extension trait that carries them";
pub(super) const METHOD_WITHOUT_RECEIVER: &str =
    "a method's first argument is `self`, `&self` or `&mut self`";
pub(super) const METHOD_OF_PATH: &str =
    "write `fn name(&self, …)`: the method is found on the type";
pub(super) const METHOD_BODY: &str = "the method exists already: write `; no derivative;`";
pub(super) const RETURNS_REFERENCE: &str = "a hand-written rule returns an owned value; return the value, or write the function with `#[differentiable]`";
pub(super) const NO_RESULT: &str = "the one-line form is for functions that return a float";
pub(super) const PARTIALS_ONLY: &str =
    "`#![partials]` is for `fn name(…) -> … = (value, partials);`";
pub(super) const ONE_ARGUMENT: &str = "the derivative of several results takes one active argument";
pub(super) const NO_FLOAT_RESULT: &str = "the one-line form is for functions that return one float; \
     write `; forward … pullback …` for other results";
pub(super) const REFERENCE_IN_PARTIALS: &str = "the one-line form is for floats passed by value; \
     write `; forward … pullback …`, or mark the argument `#[constant]`";
pub(super) const NO_ACTIVE_ARGUMENT: &str =
    "no argument carries a derivative here; write `no derivative;`";

pub(super) fn no_check_points(name: impl Display) -> String {
    format!(
        "the rule of `{name}` has no check points; end it with `check at [arguments, …];` \
         (a tuple for each point, or the bare argument where there is one)"
    )
}

pub(super) fn no_forward(name: impl Display) -> String {
    format!(
        "the rule of `{name}` has no derivative: write `= (value, partials);`, \
         `forward -> (Value, Residual) {{ … }}` and `pullback(…) {{ … }}`, or `no derivative;`"
    )
}

pub(super) fn no_pullback(name: impl Display) -> String {
    format!("the rule of `{name}` has a forward sweep and no `pullback(…) {{ … }}` after it")
}

pub(super) fn no_keep(argument: impl Display) -> String {
    format!(
        "this rule changes `{argument}`: write `forward(keep) -> …`, and where `keep` is true remember \
         what the pullback needs to put back what `{argument}` held before the call"
    )
}

pub(super) fn changes_without_derivative(argument: impl Display) -> String {
    format!(
        "a function without derivative cannot change `{argument}`, which carries one; \
         mark it `#[constant]`, or write the rule"
    )
}

pub(super) fn pullback_parameters(expected: &str, count: usize, found: usize) -> String {
    format!("this pullback takes {count} parameters ({expected}), found {found}")
}

pub(super) fn point_size(expected: usize, found: usize) -> String {
    format!("a check point here has {expected} arguments, found {found}")
}
