//! The structured intermediate representation.
//!
//! Receives nothing; promises a vocabulary. A function is a tree of [`Region`]s of [`Stmt`]s over
//! numbered [`Local`]s. Immutable locals are assigned once and are values; mutable ones are storage.
//! Every operand is a local or a constant, so each statement performs one operation:
//!
//! ```text
//! s += x[i] * x[i];            t1 = load x[i]
//!                              t2 = t1 * t1
//!                              s += t2
//! ```
//!
//! Control flow is structured. A statement that may leave its region early (`break`, `continue`,
//! `return` somewhere inside) is followed by at most one statement, [`StmtKind::Rest`], which holds
//! everything that runs only when it did not leave. Exits are therefore always the last thing their
//! region does, and a region's residual has one shape whichever way it was left.

mod mentioned;
pub(crate) mod print;
pub(crate) mod ty;
pub(crate) mod verify;

pub(crate) use mentioned::{given, mentioned};
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use std::rc::Rc;
pub(crate) use ty::{Float, Ty};

/// A numbered local: parameter, variable, view or temporary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Local(pub(crate) usize);

/// A label that `break`, `continue` and `return` can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Label(pub(crate) usize);

#[derive(Clone, Debug)]
pub(crate) struct LocalInfo {
    /// The name in emitted code, unique in the function.
    pub(crate) name: Ident,
    pub(crate) ty: Ty,
    /// Storage that may change, rather than a value assigned once.
    pub(crate) mutable: bool,
    pub(crate) span: Span,
    /// The part of a matched value that a pattern binds it to: its shadow is that part's.
    pub(crate) part: Option<Place>,
    /// Whether the pattern took it out of a temporary, which it outlives.
    pub(crate) taken: bool,
    /// The type that the user says it has, of which `ty` keeps less than what decides about its value: `250`
    /// is another number where it is a `u8`.
    pub(crate) stated: Option<syn::Type>,
}

#[derive(Clone, Debug)]
pub(crate) struct Param {
    pub(crate) local: Local,
    /// The type as the user wrote it.
    pub(crate) ty: syn::Type,
    pub(crate) passing: Passing,
    /// Marked `#[constant]`, or of a type that carries no derivative.
    pub(crate) constant: bool,
    /// A constant of a type the syntax does not show: it need not be differentiable at all.
    pub(crate) foreign: bool,
    pub(crate) mutable: bool,
    /// Its type is but a name, and nothing shows whether there are floats behind it: rustc says whether it is
    /// active.
    pub(crate) unsure: bool,
    /// Its type carries no derivative if the names in it are those of the standard library: `&String`.
    pub(crate) guessed: bool,
}

impl Param {
    /// Whether a pullback is given the argument itself again: a reference, what is copied freely, and an optional
    /// shared reference.
    pub(crate) fn is_given_again(&self, f: &Function) -> bool {
        self.passing != Passing::Value
            || f.ty(self.local).is_copy()
            || is_optional_reference(&self.ty)
    }
}

impl Function {
    /// Whether a local is a parameter that is an optional shared reference.
    pub(crate) fn is_optional_reference(&self, local: Local) -> bool {
        let mut params = self.params.iter();
        params.any(|p| p.local == local && is_optional_reference(&p.ty))
    }
}

/// `Option<&T>`
pub(crate) fn is_optional_reference(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = ty else {
        return false;
    };
    let is_reference = |argument: Option<&syn::GenericArgument>| match argument {
        Some(syn::GenericArgument::Type(syn::Type::Reference(r))) => r.mutability.is_none(),
        _ => false,
    };
    path.path
        .segments
        .last()
        .is_some_and(|last| match &last.arguments {
            syn::PathArguments::AngleBracketed(given) => {
                last.ident == "Option" && given.args.len() == 1 && is_reference(given.args.first())
            }
            _ => false,
        })
}

/// How a parameter is passed, as far as its type's first token tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    Value,
    Ref,
    RefMut,
}

#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: Ident,
    pub(crate) params: Vec<Param>,
    pub(crate) ret: Ty,
    pub(crate) locals: Vec<LocalInfo>,
    pub(crate) body: Region,
    /// Items and `use` declarations found in the body, needed by the code around them.
    pub(crate) items: Vec<syn::Item>,
    /// For the type parameters, the traits of the user's that they are bound by: one for each.
    pub(crate) traits: Vec<syn::Path>,
    /// Parameters that the user's function consumes and the rule is lent: their parts are copied, not moved.
    pub(crate) consumed: Vec<Local>,
}

impl LocalInfo {
    /// Whether it is the payload of a variant, which no pattern binds whole: its shadow is a struct of
    /// references to the shadows of its fields.
    pub(crate) fn is_payload(&self) -> bool {
        let part = self.part.as_ref();
        part.is_some_and(|p| matches!(p.path.last(), Some(Step::Variant(_))))
    }
}

impl Function {
    pub(crate) fn info(&self, local: Local) -> &LocalInfo {
        &self.locals[local.0]
    }
    pub(crate) fn ty(&self, local: Local) -> &Ty {
        &self.locals[local.0].ty
    }
}

/// A sequence of statements and what it yields.
#[derive(Clone, Debug, Default)]
pub(crate) struct Region {
    pub(crate) stmts: Vec<Stmt>,
    /// The value of the region; `None` for unit, and where it never ends by running off its end.
    pub(crate) tail: Option<Operand>,
    /// Whether the end of the region is never reached.
    pub(crate) diverges: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Stmt {
    /// The statement's number in program order; a compound statement comes before what it contains.
    pub(crate) id: usize,
    pub(crate) kind: StmtKind,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum StmtKind {
    /// `dst = op`, the first and (if `dst` is immutable) only assignment.
    Let {
        dst: Local,
        op: Op,
    },
    /// `let dst;`
    Declare {
        dst: Local,
    },
    /// `place = value`, `place += value`, `place -= value`
    Assign {
        place: Place,
        value: Operand,
        how: Assign,
    },
    /// `place.push(value)`
    Push {
        place: Place,
        value: Operand,
    },
    /// `place.swap(i, j)`
    Swap {
        place: Place,
        i: Operand,
        j: Operand,
    },
    /// `place.fill(value)`
    Fill {
        place: Place,
        value: Operand,
    },
    /// `place.copy_from_slice(from)`
    CopyFrom {
        place: Place,
        from: Place,
    },
    /// `core::mem::swap(&mut a, &mut b)`
    Exchange {
        a: Place,
        b: Place,
    },
    /// Code without derivatives, run for its effect (`println!`, `assert!`, a generator's step).
    Effect {
        raw: Raw,
    },
    Branch(Branch),
    Loop(Loop),
    /// What runs only if the statement before it did not leave the region.
    Rest(Region),
    /// `panic!` and its kin: never returns. Always last in its region.
    Panic {
        raw: Raw,
    },
    /// `break`, `continue`, `return`. Always last in its region.
    Exit {
        to: Exit,
        value: Option<Operand>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Assign {
    Set,
    Add,
    Sub,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    Return,
    Break(Label),
    Continue(Label),
}

#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub(crate) head: Head,
    pub(crate) arms: Vec<Arm>,
    pub(crate) dst: Option<Local>,
}

#[derive(Clone, Debug)]
pub(crate) enum Head {
    /// Two arms: then, else.
    If(Operand),
    /// Patterns over an inactive scrutinee, kept as written.
    Match(Raw),
    /// Patterns over a value that may carry a derivative: the reverse sweep opens it again.
    Open(Open),
}

#[derive(Clone, Debug)]
pub(crate) struct Open {
    /// The matched expression, without the borrow around it.
    pub(crate) raw: Raw,
    /// Whether it is borrowed where it is matched, and uniquely.
    pub(crate) borrow: Option<bool>,
    /// What it names: one place, or one for each element of a tuple.
    pub(crate) places: Vec<Place>,
    /// Whether the patterns may move parts of an owned local away.
    pub(crate) moves: bool,
}

impl Open {
    /// What stands behind `match`.
    pub(crate) fn scrutinee(&self) -> TokenStream {
        let matched = &self.raw.tokens;
        match self.borrow {
            Some(true) => quote::quote!(&mut #matched),
            Some(false) => quote::quote!(&#matched),
            None => matched.clone(),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Arm {
    /// Pattern and guard of a `match` arm; none for `if`.
    pub(crate) pattern: Option<(syn::Pat, Option<Box<syn::Expr>>)>,
    /// Locals the pattern binds.
    pub(crate) binds: Vec<Local>,
    pub(crate) body: Region,
}

#[derive(Clone, Debug)]
pub(crate) struct Loop {
    pub(crate) label: Label,
    pub(crate) kind: LoopKind,
    pub(crate) body: Region,
    /// The value of `break value`.
    pub(crate) dst: Option<Local>,
    /// Runs over a range that no `break`, `return` or outer exit cuts short.
    pub(crate) counted: bool,
}

impl Loop {
    /// What counts the iterations.
    pub(crate) fn variable(&self) -> Option<Local> {
        match &self.kind {
            LoopKind::Range { var, .. } => Some(*var),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum LoopKind {
    /// `for var in head`, the head a range of integers: it can be run backwards.
    Range {
        var: Local,
        head: Range,
    },
    /// `for pattern in head` over something without derivatives.
    Items {
        pattern: syn::Pat,
        binds: Vec<Local>,
        head: Raw,
    },
    While(Raw),
    Forever,
}

/// `(lo..hi)` followed by `.rev()` and `.step_by(n)` in any order.
#[derive(Clone, Debug)]
pub(crate) struct Range {
    pub(crate) lo: Operand,
    pub(crate) hi: Operand,
    pub(crate) inclusive: bool,
    pub(crate) adaptors: Vec<Adaptor>,
}

impl Range {
    /// What its ends and steps are.
    pub(crate) fn ends(&self) -> impl Iterator<Item = &Operand> {
        let steps = self.adaptors.iter().filter_map(|adaptor| match adaptor {
            Adaptor::StepBy(by) => Some(by),
            Adaptor::Rev => None,
        });
        [&self.lo, &self.hi].into_iter().chain(steps)
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Adaptor {
    Rev,
    StepBy(Operand),
}

#[derive(Clone, Debug)]
pub(crate) enum Operand {
    Local(Local),
    /// A literal or a path to a constant.
    Const(TokenStream, Ty),
}

impl Operand {
    pub(crate) fn local(&self) -> Option<Local> {
        match self {
            Operand::Local(l) => Some(*l),
            Operand::Const(..) => None,
        }
    }

    /// Whether it is written as the number one.
    pub(crate) fn is_one(&self) -> bool {
        let Operand::Const(tokens, _) = self else {
            return false;
        };
        let number = syn::parse2::<syn::LitFloat>(tokens.clone());
        number.is_ok_and(|n| n.base10_parse::<f64>().is_ok_and(|n| n == 1.0))
    }
}

/// A path through storage: a root and what is selected from it, step by step.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) root: Local,
    pub(crate) path: Vec<Step>,
}

#[derive(Clone, Debug)]
pub(crate) enum Step {
    Deref,
    Field(syn::Member),
    /// The payload of an enum's variant: of a shadow only, as patterns open the primal.
    Variant(Ident),
    Index(Operand),
    /// What the reference refers to that a method returns, of type `ty`.
    Project {
        method: Ident,
        args: Vec<Operand>,
        ty: Ty,
    },
    /// What the selection after it chose, where the syntax does not show what is selected from: it finds
    /// the part of a shadow.
    Chosen(Local),
    /// `[lo..hi]`; the flag says `..=`.
    Range(Option<Operand>, Option<Operand>, bool),
    /// Both parts of a sequence, as a tuple of references: `.split_at(n)`, `.split_at_mut(n)`.
    Split(Operand),
}

/// An expression without derivatives, kept as the user wrote it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Raw {
    pub(crate) tokens: TokenStream,
    pub(crate) reads: Vec<Local>,
    /// Reads storage that may have changed by the time the reverse sweep runs.
    pub(crate) volatile: bool,
    /// Arithmetic, comparisons and indexing only: cheaper to do again than to remember.
    pub(crate) cheap: bool,
}

impl Raw {
    /// Whether it is written as a reference to something.
    pub(crate) fn is_reference(&self) -> bool {
        let first = self.tokens.clone().into_iter().next();
        matches!(first, Some(TokenTree::Punct(p)) if p.as_char() == '&')
    }

    /// Whether it asks a local for a field or calls a method of it.
    pub(crate) fn asks(&self, local: &Ident) -> bool {
        fn of(tokens: TokenStream, local: &Ident) -> bool {
            let trees: Vec<TokenTree> = tokens.into_iter().collect();
            let asked = trees.windows(2).any(|pair| match pair {
                [TokenTree::Ident(name), TokenTree::Punct(p)] => {
                    name == local && p.as_char() == '.'
                }
                _ => false,
            });
            asked
                || trees.into_iter().any(|tree| match tree {
                    TokenTree::Group(group) => of(group.stream(), local),
                    _ => false,
                })
        }
        of(self.tokens.clone(), local)
    }

    /// Whether it ends in a call.
    pub(crate) fn is_call(&self) -> bool {
        let last = self.tokens.clone().into_iter().last();
        matches!(last, Some(TokenTree::Group(g)) if g.delimiter() == Delimiter::Parenthesis)
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Op {
    Use(Operand),
    Load(Place),
    Ref {
        place: Place,
        mutable: bool,
    },
    Neg(Operand),
    Binary(BinOp, Operand, Operand),
    /// An elementary function of floats: `dst` and one partial for each float argument.
    Elementary {
        name: Ident,
        args: Vec<Operand>,
        partials: Vec<Option<Local>>,
        /// The partial of a function of one argument, where the result tells it: a [`Op::Slope`].
        told: Option<Box<Op>>,
    },
    /// The partial of an elementary function, from the function's result.
    Slope {
        name: Ident,
        of: Operand,
    },
    /// `as`, from a float to any scalar.
    Cast(Operand, syn::Type),
    /// Arithmetic of integers: an operator, or a method of that name.
    Integer(&'static str, Operand, Operand),
    /// `place.len()`; the flag says that it may have changed by the time the reverse sweep runs.
    Len(Place, bool),
    /// Which part of `base` a selection chooses, as its type's rule tells.
    Choose {
        base: Place,
        step: Box<Step>,
        /// Whether the part is changed.
        unique: bool,
    },
    /// A scalar out of an operand of unknown type, or an error at compile time.
    Scalar(Operand),
    /// A value of unknown type where only one without derivative can stand: emitted code checks it.
    Inactive(Operand),
    /// The same of what selects a part, which may be of a type that is not differentiable: a bare enum.
    Selector(Operand),
    /// What a pullback gets again of a by-value argument of unknown type.
    Again(Operand),
    Tuple(Vec<Operand>),
    /// A value of a user's type, from its parts.
    Construct(Construct),
    Array(Vec<Operand>),
    Repeat(Operand, TokenStream),
    VecOf(Vec<Operand>),
    VecRepeat(Operand, Operand),
    /// `place.clone()`, `place.to_vec()`, `place.to_owned()`; without a method a copy of the place itself, be it a
    /// reference
    Clone(Place, Option<Ident>),
    /// `place.pop().unwrap()`
    Pop(Place),
    Call(Call),
    Raw(Raw),
}

impl Op {
    /// Whether it may be done again wherever its result is asked, as often as an inner loop runs.
    pub(crate) fn is_cheap(&self) -> bool {
        match self {
            Op::Use(_) | Op::Load(_) | Op::Neg(_) | Op::Integer(..) => true,
            Op::Binary(op, ..) => !matches!(op, BinOp::Div | BinOp::Rem),
            Op::Raw(raw) => raw.cheap && !raw.volatile,
            _ => false,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

/// `Point { x: a, ..base }`, `Pair(a, b)`, `Shape::Disc(r)`.
#[derive(Clone, Debug)]
pub(crate) struct Construct {
    pub(crate) path: syn::Path,
    pub(crate) fields: Vec<(syn::Member, Operand)>,
    pub(crate) base: Option<Operand>,
    pub(crate) braces: bool,
    /// Lists of what an iterator yields, which become the collections that their fields are.
    pub(crate) collected: Vec<Local>,
    /// Fields that are vectors written out, whose items are among `fields` one by one: of which type these become
    /// there, the field says.
    pub(crate) lists: Vec<syn::Member>,
}

impl Construct {
    /// `Box::new`, `Rc::new`, `Arc::new`: the value is what they point to.
    pub(crate) fn is_box(path: &syn::Path) -> bool {
        let names: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        match names.as_slice() {
            [.., owner, new] => new == "new" && ["Box", "Rc", "Arc"].contains(&owner.as_str()),
            _ => false,
        }
    }

    /// What `Box::new(x)` holds.
    pub(crate) fn boxed(&self) -> Option<Local> {
        let owner = self.path.segments.iter().rev().nth(1);
        let is_box = Self::is_box(&self.path) && owner.is_some_and(|s| s.ident == "Box");
        self.fields.first().filter(|_| is_box)?.1.local()
    }

    /// `Some(x)`, `Box::new(x)`: of a type that is known to be differentiable where its parts are.
    pub(crate) fn is_of_std(&self) -> bool {
        Self::names_std(&self.path)
    }

    pub(crate) fn names_std(path: &syn::Path) -> bool {
        let last = path.segments.last();
        let known = |name: &Ident| ["Some", "Ok", "Err"].iter().any(|n| name == n);
        Self::is_box(path) || last.is_some_and(|s| known(&s.ident))
    }

    /// Where in the whole the field `member` is: a variant's payload is behind its name.
    pub(crate) fn steps(path: &syn::Path, member: &syn::Member) -> Vec<Step> {
        if Self::is_box(path) {
            return vec![Step::Deref];
        }
        let field = Step::Field(member.clone());
        match variant(path) {
            Some(name) => vec![Step::Variant(name), field],
            None => vec![field],
        }
    }
}

/// The variant that a constructor's or a pattern's path names, by Rust's naming conventions: types and
/// variants start with capitals, so a variant's path has two such names at its end.
pub(crate) fn variant(path: &syn::Path) -> Option<Ident> {
    let names: Vec<&Ident> = path.segments.iter().map(|s| &s.ident).collect();
    let (last, before) = names.split_last()?;
    let of_type = before.last().is_some_and(|n| starts_upper(n));
    // A lone name may be a struct's or an imported variant's: the shadows of both have its accessor.
    let alone = before.is_empty() && *last != "Self";
    (of_type || alone).then(|| (*last).clone())
}

pub(crate) fn starts_upper(name: &Ident) -> bool {
    let name = name.to_string();
    let name = name.trim_start_matches("r#").trim_start_matches('_');
    name.starts_with(char::is_uppercase)
}

#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) callee: Callee,
    pub(crate) args: Vec<Arg>,
    /// The pullback, a local of its own.
    pub(crate) pullback: Local,
    /// By-value arguments of unknown type, as their pullback gets them again.
    pub(crate) again: Vec<Option<Local>>,
    /// What scalars passed by unique reference hold after the call.
    pub(crate) after: Vec<Option<Local>>,
    /// Arguments that are functions; what they capture is among `args`.
    pub(crate) functions: Vec<FunctionArg>,
    /// Arguments that the rule is given as lists, and the callee itself as iterators over these.
    pub(crate) iterated: Vec<usize>,
    /// Whether it is made by the callee's rule also where nothing with a derivative goes in.
    pub(crate) by_rule: bool,
    /// Whether a copy of the receiver stands for what the call gives if that is its receiver.
    pub(crate) given_back: bool,
    /// The positions of the functions that change what they captured.
    pub(crate) changing: Vec<usize>,
}

impl Call {
    /// Whether a function calls itself.
    pub(crate) fn is_of(&self, f: &Function) -> bool {
        matches!(&self.callee, Callee::Path(p) if p.path.is_ident(&f.name))
    }

    /// Whether its name says that the result has no derivative. Emitted code asserts that the callee is the
    /// function it is taken to be.
    pub(crate) fn stops(&self) -> bool {
        let Callee::Path(callee) = &self.callee else {
            return false;
        };
        let last = callee.path.segments.last();
        last.is_some_and(|name| name.ident == "stop_gradient")
    }

    /// `value.into()`, whose type only what it is used for may tell.
    pub(crate) fn is_into(&self) -> bool {
        matches!(&self.callee, Callee::Method(name) if name == "into") && self.args.len() == 1
    }
}

/// A function passed to another one: `captures` arguments from `at` on are one argument together.
#[derive(Clone, Debug)]
pub(crate) struct FunctionArg {
    pub(crate) at: usize,
    pub(crate) captures: usize,
    /// Its position among the arguments without the receiver.
    pub(crate) position: usize,
    pub(crate) value: FunctionValue,
    /// The argument that is what it captured and changes.
    pub(crate) state: Option<usize>,
}

#[derive(Clone, Debug)]
pub(crate) enum FunctionValue {
    /// A closure: its parameters are what it captures, then its own.
    Closure(Rc<Function>),
    /// A function by its path.
    Item(syn::ExprPath),
}

#[derive(Clone, Debug)]
pub(crate) enum Callee {
    /// A function by its path, found in the value namespace, its companion in the type namespace.
    Path(syn::ExprPath),
    /// A method's rule, a sibling of the method or of an extension trait; the receiver is argument 0.
    Method(Ident),
    /// A function of a type, its rule beside it: `Type::function`.
    Associated(syn::ExprPath),
    /// An operator on operands of unknown type, which go in by reference.
    Operator(Operator),
    /// A function value, which is argument 0.
    Value,
}

/// `a + b`, `a += b`, `-a` on types the syntax does not show.
#[derive(Clone, Debug)]
pub(crate) struct Operator {
    /// `add`, `add_assign`, `neg`.
    pub(crate) name: &'static str,
    /// Whether the user's operator takes each operand by reference; not said of the left of `a += b`.
    pub(crate) by_ref: Vec<bool>,
    pub(crate) span: Span,
}

impl Call {
    /// Where the user names what is called, if that is a function value.
    pub(crate) fn span_of_value(&self, f: &Function) -> Span {
        match self.args.first() {
            Some(Arg::Ref { place, .. }) => f.info(place.root).span,
            _ => Span::call_site(),
        }
    }
}

/// The closures that a statement passes on.
pub(crate) fn closures_of(stmt: &Stmt) -> impl Iterator<Item = &Function> {
    let functions = match &stmt.kind {
        StmtKind::Let {
            op: Op::Call(call), ..
        } => call.functions.as_slice(),
        _ => &[],
    };
    functions.iter().filter_map(|f| match &f.value {
        FunctionValue::Closure(function) => Some(&**function),
        FunctionValue::Item(_) => None,
    })
}

impl Operator {
    /// Whether it changes its left operand.
    pub(crate) fn is_assigning(&self) -> bool {
        self.name.ends_with("_assign")
    }

    pub(crate) fn symbol(&self) -> &'static str {
        match self.name {
            "add" => "+",
            "sub" | "neg" => "-",
            "mul" => "*",
            "div" => "/",
            "rem" => "%",
            "bitand" => "&",
            "bitor" => "|",
            "bitxor" => "^",
            "shl" => "<<",
            "shr" => ">>",
            "not" => "!",
            "add_assign" => "+=",
            "sub_assign" => "-=",
            "mul_assign" => "*=",
            "div_assign" => "/=",
            _ => "%=",
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Arg {
    Value(Operand),
    Ref { place: Place, mutable: bool },
}

impl Stmt {
    /// What a compound statement yields.
    pub(crate) fn result(&self) -> Option<Local> {
        match &self.kind {
            StmtKind::Branch(b) => b.dst,
            StmtKind::Loop(l) => l.dst,
            _ => None,
        }
    }

    /// The places that a statement changes without a call.
    pub(crate) fn changed(&self) -> Vec<&Place> {
        match &self.kind {
            StmtKind::Assign { place, .. }
            | StmtKind::Push { place, .. }
            | StmtKind::Swap { place, .. }
            | StmtKind::Fill { place, .. }
            | StmtKind::CopyFrom { place, .. }
            | StmtKind::Let {
                op: Op::Pop(place), ..
            } => vec![place],
            StmtKind::Exchange { a, b } => vec![a, b],
            _ => Vec::new(),
        }
    }

    /// The regions a compound statement contains.
    pub(crate) fn regions(&self) -> Vec<&Region> {
        match &self.kind {
            StmtKind::Branch(b) => b.arms.iter().map(|a| &a.body).collect(),
            StmtKind::Loop(l) => vec![&l.body],
            StmtKind::Rest(r) => vec![r],
            _ => Vec::new(),
        }
    }

    /// The same, to change them.
    pub(crate) fn regions_mut(&mut self) -> Vec<&mut Region> {
        match &mut self.kind {
            StmtKind::Branch(b) => b.arms.iter_mut().map(|a| &mut a.body).collect(),
            StmtKind::Loop(l) => vec![&mut l.body],
            StmtKind::Rest(r) => vec![r],
            _ => Vec::new(),
        }
    }
}

impl Region {
    /// The operand it yields, through the rests that may end it.
    pub(crate) fn value(&self) -> Option<&Operand> {
        match self.stmts.last().map(|s| &s.kind) {
            Some(StmtKind::Rest(rest)) => rest.value(),
            _ => self.tail.as_ref(),
        }
    }

    /// Whether what may leave it early comes before its end, so that the rest of it says what it yields.
    pub(crate) fn ends_in_rest(&self) -> bool {
        matches!(self.stmts.last().map(|s| &s.kind), Some(StmtKind::Rest(_)))
    }

    /// Calls `visit` for every statement, outer ones first.
    pub(crate) fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Stmt)) {
        for stmt in &self.stmts {
            visit(stmt);
            for region in stmt.regions() {
                region.walk(visit);
            }
        }
    }
}

impl Op {
    /// The partials of an elementary function, and what makes each of them again; from results if `told`.
    pub(crate) fn partials(&self, told: bool) -> impl Iterator<Item = (Local, &Op)> {
        let (partials, slope) = match self {
            Op::Elementary { partials, told, .. } => (partials.as_slice(), told.as_deref()),
            _ => (Default::default(), None),
        };
        let again = slope.filter(|_| told).unwrap_or(self);
        partials.iter().flatten().map(move |p| (*p, again))
    }

    /// The operands taken by value.
    pub(crate) fn operands(&self) -> Vec<&Operand> {
        match self {
            Op::Use(a)
            | Op::Neg(a)
            | Op::Cast(a, _)
            | Op::Scalar(a)
            | Op::Inactive(a)
            | Op::Selector(a)
            | Op::Again(a)
            | Op::Slope { of: a, .. }
            | Op::Repeat(a, _) => vec![a],
            Op::Choose { step, .. } => step.selectors(),
            Op::Binary(_, a, b) | Op::Integer(_, a, b) | Op::VecRepeat(a, b) => vec![a, b],
            Op::Elementary { args, .. } => args.iter().collect(),
            Op::Tuple(v) | Op::Array(v) | Op::VecOf(v) => v.iter().collect(),
            Op::Construct(c) => c.fields.iter().map(|(_, v)| v).chain(&c.base).collect(),
            Op::Call(call) => call
                .args
                .iter()
                .filter_map(|a| match a {
                    Arg::Value(v) => Some(v),
                    Arg::Ref { .. } => None,
                })
                .collect(),
            Op::Load(_)
            | Op::Ref { .. }
            | Op::Len(..)
            | Op::Clone(..)
            | Op::Pop(_)
            | Op::Raw(_) => Vec::new(),
        }
    }

    /// The places read or borrowed; the flag says whether the borrow is unique.
    pub(crate) fn places(&self) -> Vec<(&Place, bool)> {
        match self {
            Op::Load(p) | Op::Len(p, _) | Op::Clone(p, _) => vec![(p, false)],
            Op::Choose { base, .. } => vec![(base, false)],
            Op::Pop(p) => vec![(p, true)],
            Op::Ref { place, mutable } => vec![(place, *mutable)],
            Op::Call(call) => call
                .args
                .iter()
                .filter_map(|a| match a {
                    Arg::Ref { place, mutable } => Some((place, *mutable)),
                    Arg::Value(_) => None,
                })
                .collect(),
            _ => Vec::new(),
        }
    }
}

impl Op {
    /// The same places, to change them.
    pub(crate) fn places_mut(&mut self) -> Vec<&mut Place> {
        match self {
            Op::Load(p) | Op::Len(p, _) | Op::Clone(p, _) | Op::Pop(p) => vec![p],
            Op::Choose { base, .. } => vec![base],
            Op::Ref { place, .. } => vec![place],
            Op::Call(call) => {
                let lent = call.args.iter_mut().filter_map(|a| match a {
                    Arg::Ref { place, .. } => Some(place),
                    Arg::Value(_) => None,
                });
                lent.collect()
            }
            _ => Vec::new(),
        }
    }
}

impl Place {
    /// Whether it is a part of the error of a `Result`: errors carry no derivative.
    pub(crate) fn is_of_error(&self) -> bool {
        let error = |step: &Step| matches!(step, Step::Variant(name) if name == "Err");
        self.path.iter().any(error)
    }

    /// The type of what is there, as far as its root's type shows it.
    pub(crate) fn ty(&self, locals: &[LocalInfo]) -> Ty {
        let root = locals[self.root.0].ty.clone();
        self.path.iter().fold(root, Ty::part)
    }

    /// The whole of a local.
    pub(crate) fn of(root: Local) -> Self {
        Place {
            root,
            path: Vec::new(),
        }
    }

    /// The operands that select: indices and range ends.
    pub(crate) fn selectors(&self) -> Vec<&Operand> {
        self.path.iter().flat_map(Step::selectors).collect()
    }

    /// The locals whose lengths are in the selectors: a pattern counts from the end.
    pub(crate) fn counted(&self, locals: &[LocalInfo]) -> Vec<Local> {
        let constants = self.selectors().into_iter().filter_map(|s| match s {
            Operand::Const(tokens, _) => Some(tokens.clone()),
            Operand::Local(_) => None,
        });
        let mut names = Vec::new();
        constants.for_each(|tokens| mentioned::names_in(tokens, &mut names));
        let locals = locals.iter().enumerate();
        let counted = locals.filter(|(_, info)| names.contains(&info.name));
        counted.map(|(number, _)| Local(number)).collect()
    }

    /// What tells which parts of a shadow the selectors choose.
    pub(crate) fn choices(&self) -> impl Iterator<Item = Local> + '_ {
        self.path.iter().filter_map(|step| match step {
            Step::Chosen(choice) => Some(*choice),
            _ => None,
        })
    }
}

impl Step {
    fn selectors(&self) -> Vec<&Operand> {
        match self {
            Step::Index(i) | Step::Split(i) => vec![i],
            Step::Range(lo, hi, _) => lo.iter().chain(hi.iter()).collect(),
            Step::Project { args, .. } => args.iter().collect(),
            Step::Deref | Step::Field(_) | Step::Variant(_) | Step::Chosen(_) => Vec::new(),
        }
    }
}
