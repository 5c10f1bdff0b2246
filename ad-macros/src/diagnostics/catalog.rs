//! Every message of the macro, in one place.
//!
//! Each says what is refused and, after a semicolon or in a second sentence, what to write instead.

pub(crate) const ASYNC: &str =
    "an `async` function cannot be differentiated; differentiate the synchronous part it awaits";
pub(crate) const UNSAFE: &str =
    "`unsafe` code cannot be differentiated; give the function a rule with `rrule!`";
pub(crate) const EXTERN: &str =
    "an `extern` function cannot be differentiated; give it a rule with `rrule!`";
pub(crate) const VARIADIC: &str = "a variadic function cannot be differentiated";
pub(crate) const NOT_A_FUNCTION: &str = "`#[differentiable]` goes on a function, an `impl` block or a `trait`; for a type, use `#[derive(Differentiable)]`";
pub(crate) const METHOD: &str = "`#[differentiable]` on a method goes on the `impl` or `trait` block around it; put it there, once for all methods of the block";
pub(crate) const VIEW_PARAM: &str = "what this gives is no part of the argument that a derivative could be added to; take a slice, as in `x: &[f64]`, and let callers write `&x`";
pub(crate) const LENT_ITERATOR: &str = "an iterator that is lent has no derivative, as what it will give has no place there; hand over the slice and where to read on, `at: &mut usize`, or a struct with both, whose methods read";
pub(crate) const KEPT_ITERATOR: &str = "what is done with this iterator is not understood; loop over it, end it by a method such as `sum`, or ask it for `next`, in the function that makes it, and hand over slices";
pub(crate) const IMPL_TRAIT: &str = "`impl Trait` is not supported here, because the derivative has to name the type; use a slice, a `Vec` or a type parameter";
pub(crate) const DYN_TRAIT: &str = "a trait object carries a derivative only as `Box<dyn Trait>`, `Rc<dyn Trait>` or `Arc<dyn Trait>`, of a trait that is annotated with `#[differentiable]`; write that, use a generic parameter, or mark the parameter `#[constant]`";
pub(crate) const FN_ARGUMENT: &str = "functions and closures as arguments are not differentiable yet; call the function by name, or mark the parameter `#[constant]`";
pub(crate) const CLOSURE_CHANGES: &str = "a closure that is kept, or passed to a function value, cannot change what it captures; let it return the value, or pass it to a function with a `FnMut` parameter";
pub(crate) const OBJECT_RESULT: &str = "a reference to a trait object has no derivative of its own; return a reference to the box, `&Box<dyn Trait>`, or the index of what is meant";
pub(crate) const REF_RESULT: &str = "a differentiable function cannot return a `&mut` reference inside another type; return the index of what is to be changed, or make the change here";
pub(crate) const PROJECTION: &str = "a differentiable function may return a reference to a part of an argument, and this is not seen to be one; end in `&argument.field[index]`, in a call of such a method, or in a choice of these, or return the value";
pub(crate) const UNIQUE_PROJECTION: &str = "a function that is no method may not return a unique reference; make it a method of the type that it changes, `fn part_mut(&mut self) -> &mut f64`, or return the index";
pub(crate) const DEREF: &str = "`Deref` and `DerefMut` are differentiable for types without parameters, where they end in one field: `&self.field`; give a generic type a method that returns the reference";
pub(crate) const PROJECTION_CHANGES: &str = "a function that returns a reference to a part of an argument may not change the argument as well, unless it is a method that gives back its whole receiver, `self`; make the change in a function of its own";
pub(crate) const CLOSURE: &str = "no type says here what this closure is called with; pass it to a function, call it, or state the type of what holds it, as in `let f: Box<dyn Fn(f64) -> f64>`; for a field, give the struct a type parameter, or hold an enum of the choices";
pub(crate) const QUESTION: &str = "`?` is understood only where the function or closure around it is written to return `Option<…>` or `…Result<…>`; state that type, or use `match`";
pub(crate) const AWAIT: &str =
    "`async` code cannot be differentiated; compute the value first, and pass it in";
pub(crate) const INTERIOR: &str = "a derivative cannot follow what is changed behind a shared reference; hold the value in a `let mut` variable, or pass `&mut`";
pub(crate) const LET_ELSE: &str = "`let … else` is not supported yet; use `match` or `if`";
pub(crate) const IF_LET: &str = "`if let` and `while let` on a value that may carry a derivative are not supported yet; use plain conditions";
pub(crate) const PATTERN: &str = "this pattern is not supported on a value that may carry a derivative; bind names, tuples or array elements";
pub(crate) const MATCH_ACTIVE: &str = "`match` on a value that carries a derivative is supported only with name or `_` patterns and guards; use `if` for other choices";
pub(crate) const ITERATOR: &str = "this iterator cannot be turned into a counted loop; loop over a range, or over slices with `iter`, `iter_mut`, `enumerate`, `zip`, `rev`, `skip`, `take`, `step_by`, `windows`, `chunks`, `map`";
pub(crate) const HEAP: &str = "a `BinaryHeap` of what carries derivatives may only be pushed to, popped and peeked at, in the function that makes it; for anything else hold the floats in a list, and put their positions into the heap, ordered by `stop_gradient(..)` of what decides";
pub(crate) const TRY_FOLD: &str = "whether this gives an `Option` or a `Result` has to be seen here; write its type, `let all: Result<f64, _> = …`, let its closure end in `Ok(…)`, `Some(…)` or `Continue(…)`, or write a loop";
pub(crate) const MACRO: &str = "what this macro expands to cannot be seen here; call a function, or let the macro write the whole function with its `#[differentiable]`";
pub(crate) const EXPRESSION: &str = "this expression is not supported in a differentiable function; rewrite it, or move it to a function with a rule by `rrule!`";
pub(crate) const PLACE: &str =
    "this is not a place that can be assigned to or borrowed here; bind it to a variable first";
pub(crate) const ASSIGN_TARGET: &str =
    "this assignment target is not supported; assign to variables, elements or fields one by one";
pub(crate) const ENTRY: &str = "the entries of a map can be followed only where the map is a variable of its own in the function that makes it; in place of maps in a map or a list, use one whose keys are pairs, `HashMap<(A, B), f64>`";
pub(crate) const BLOCK_ITEM_STATIC_MUT: &str =
    "`static mut` cannot be used in a differentiable function; pass the data as an argument";
pub(crate) const BLOCK_USE_OF_ALL: &str = "a `use` of everything cannot stand in an inner block of a differentiable function; name what it brings in, or move it to the beginning of the function";
pub(crate) const UNKNOWN_LABEL: &str = "no loop with this label encloses this expression";
pub(crate) const INTEGER_RULE: &str = "this use of a value that carries a derivative has no rule; convert it explicitly or mark the source `#[constant]`";
pub(crate) const COMPARISON_IMPURE: &str = "this condition changes a value that carries a derivative; make the change in a statement of its own";
pub(crate) const CONSTANT_RECEIVES: &str = "a `#[constant]` argument would receive a value that carries a derivative; remove `#[constant]`, or compute that value from constants";
pub(crate) const MUT_REF_VARIABLE: &str = "a `&mut` reference that is assigned again is not supported yet; choose an index instead, or bind a new name";
pub(crate) const PART_OUTLIVES: &str = "what this variable referred to before is still used through another reference afterwards; use it up before the assignment, or copy it";
pub(crate) const SHIFTED_ASSIGN: &str =
    "this compound assignment is not supported on a value that carries a derivative";
pub(crate) const BREAK_BLOCK: &str =
    "labelled blocks are not supported yet; use a loop or a function";
pub(crate) const REF_PARAM_NESTED: &str = "a reference inside this parameter's type has no gradient of its own; pass a slice of values, or mark the parameter `#[constant]`";
pub(crate) const LOCAL_CALLED: &str = "nothing says what the derivative of this function value is; take it as a parameter `F: Fn(f64) -> f64`, or hold an enum of the choices in the field";

/// A method without a rule that the macro can see is missing.
pub(crate) fn no_method_rule(name: &str) -> String {
    format!(
        "no derivative rule for method `{name}` here; write it with operators, elementary functions of floats and loops, or give it a rule with `rrule!`"
    )
}

/// A value that one function puts where another one finds it.
pub(crate) fn given_back(stored: &str, read: &str) -> String {
    format!(
        "`{stored}` has no rule, and by its name `{read}` may give back what it is given here, without the derivative; hand the value on as an argument or a result, or pass it as `stop_gradient(..)` if no derivative of it is wanted"
    )
}

pub(crate) fn elementary_arity(name: &str, expected: usize) -> String {
    format!(
        "`{name}` takes {expected} argument{} here",
        if expected == 1 { "" } else { "s" }
    )
}

/// The implementation of a trait without rules, for a type that cannot have any beside it.
pub(crate) fn unannotated(name: &str) -> String {
    format!(
        "the trait `{name}` is not annotated with `#[differentiable]`, so its methods have no derivatives; annotate it, or implement it for a type of your own"
    )
}

pub(crate) fn unknown_option(name: &str) -> String {
    format!("unknown option `{name}`; `#[differentiable]` takes `name = …` and `crate = …`")
}

pub(crate) const REFERENCE_FOR_PARAMETER: &str = "a trait's type parameter cannot be a reference in a differentiable implementation; implement the trait for what is referred to, and let its method take `&T`";
pub(crate) const RULES_OF_SLICE: &str = "a trait's methods have derivatives for types with a size, which a slice is not; implement the trait for `Vec<f64>`, for an array or for a struct that holds one, or write functions that take the slice";
pub(crate) const LOOPED_BY_REFERENCE: &str = "what a `for` loop asks of a reference to a type of your own has no derivative yet; give the type a method `iter`, and loop over `value.iter()`";
pub(crate) const COMPUTED_COPY: &str = "a clone is taken for a copy, and this one is computed; derive `Clone`, and give a method of another name what this does";
pub(crate) const RULES_OF_UNSIZED: &str = "a trait's methods have derivatives for types with a size, which this type parameter need not have; leave out `?Sized`, and call the methods of a `Box<dyn Trait>` as they are";
pub(crate) const IRREVERSIBLE: &str = "this changes data that the derivative must see as it was before, and nothing here can undo it; annotate what is called with `#[differentiable]`, or change a copy";
pub(crate) const CHOSEN_REFERENCE: &str = "a `&mut` reference chosen by a condition is not supported yet; choose an index or a range, and borrow once";
pub(crate) const SCALAR_REFERENCE: &str = "a `&mut` reference to a local number that a text or a guard names cannot be passed on by its name; pass `&mut variable` itself";
pub(crate) const MACRO_CHANGES: &str = "this macro's arguments change a value that carries a derivative; make the change in a statement of its own";
pub(crate) const MATCH_CHANGED: &str = "an arm gives what is matched here a new value while another changes it in place; match a copy, and assign the new value in every arm";
pub(crate) const THROUGH_RESULT: &str = "this writes what carries a derivative through a reference that a call returned, and which part of its argument that is cannot be seen; match the part, `if let Some(x) = &mut option { … }`, or change it by its own path";
pub(crate) const PATTERN_ALTERNATIVES: &str = "the alternatives of this pattern bind a name to different parts of a value that carries a derivative; write an arm for each";
pub(crate) const POINTER: &str = "a raw pointer carries no derivative; pass a reference or a slice";
pub(crate) const PARSED: &str = "a number that is read back from a text, from bits or from the key of a map has lost the derivative of what was written there; keep the number itself, or wrap it in `stop_gradient(..)`";
pub(crate) const ERROR_READ: &str = "a number that comes out of the `Err` of a `Result` has lost the derivative of what was put there; return it in an `Ok`, or in an enum of your own with `#[derive(Differentiable)]`, or wrap it in `stop_gradient(..)`";
pub(crate) const MAP_KEYS: &str = "the gradient of a map of floats has the same keys, and could not borrow them; use keys that borrow nothing, `String` or `&'static str`, or mark the argument or field `#[constant]`";
pub(crate) const CONFIGURED: &str = "the derivative has to be written for each way in which conditions turn out, so `#[cfg]` is understood on at most four conditions of a function, and there on statements, arms of `match`, and members of `impl` and `trait` blocks; put the choice into a function of its own";
pub(crate) const CONSTANT_ARGUMENTS: &str = "`#[constant]` takes no arguments";

pub(crate) const DERIVE_UNION: &str =
    "a union has no derivative: nothing says which of its fields holds a value; use an enum";
pub(crate) const DERIVE_PACKED: &str =
    "a packed struct has no derivative: its fields cannot be borrowed; leave out `packed`";
pub(crate) const DERIVE_MUT_REFERENCE: &str =
    "a `&mut` field has no derivative of its own; own the data, or mark the field `#[constant]`";
pub(crate) const DERIVE_POINTER: &str = "a raw pointer carries no derivative; own the data or borrow it, or mark the field `#[constant]`";
pub(crate) const DERIVE_FUNCTION: &str = "functions, and trait objects that are not boxed, carry no derivative that can be seen; use an enum or a type parameter, or mark the field `#[constant]`";
pub(crate) const DERIVE_FUNCTION_BOUND: &str = "a function with a derivative is more than an `Fn`, so that this struct could not hold one; leave out the bound here, and write it on the `impl` blocks that call the field";
pub(crate) const DERIVE_INTERIOR: &str = "a derivative cannot follow what is changed behind a shared reference; hold the value itself, or mark the field `#[constant]`";
pub(crate) const DERIVE_CONSTANT: &str = "`#[constant]` goes on a field";
pub(crate) const DERIVE_OPTION: &str =
    "unknown option; `#[derive(Differentiable)]` takes `#[pullback(crate = path)]`";
pub(crate) const CLOSURES_GROW: &str = "the closures of this function call each other so often that writing them out at every call grows beyond all measure; make the inner one a function annotated with `#[differentiable]`";
pub(crate) const CLOSURE_STATE: &str = "this `move` closure changes what it captured and is used otherwise than by calls; call it directly, or keep its state in a variable outside";
pub(crate) const LEFT_OUT_AT_THE_BACK: &str = "from the back, an iterator makes also the items that `take`, `step_by` and `zip` leave out, and making them changes something here; leave out before what changes it, as in `x.iter().take(n).map(..).rev()`, or `collect` the items first";
pub(crate) const CHECKPOINT_PLACE: &str = "`#[checkpoint]` goes on a loop that is a statement of its own: `#[checkpoint] for i in 0..n { … }`";
pub(crate) const CHECKPOINT_ARGUMENTS: &str =
    "`#[checkpoint]` takes no arguments; what is remembered is decided while the loop runs";
pub(crate) const CHECKPOINT_HEAD: &str = "a `for` loop that is marked `#[checkpoint]` goes over a range, or over what has a length and can be indexed: slices with `iter`, `iter_mut`, `enumerate`, `zip`, `rev` and their like; loop over indices, and choose inside of the loop";
pub(crate) const CHECKPOINT_EXIT: &str = "a loop marked `#[checkpoint]` is run in parts, which this would leave; leave it by its end or by a plain `break`, and return after it";
pub(crate) const CHECKPOINT_CHANGES: &str = "this changes, from inside of a loop marked `#[checkpoint]`, what the loop does not own; change a `let mut` variable or a `&mut` argument by its own name";
pub(crate) const CHECKPOINT_MANY: &str = "a loop marked `#[checkpoint]` changes at most twelve variables; put some of them together in an array, a vector or a struct";
pub(crate) const CHECKPOINT_UNSET: &str = "nothing is in this variable before the loop that is marked `#[checkpoint]`; give it a value there, or declare it inside of the loop";
