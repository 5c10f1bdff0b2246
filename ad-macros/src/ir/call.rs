//! Calls of functions, methods, operators and function values.

use super::{Function, Local, Operand, Place};
use proc_macro2::{Ident, Span};
use std::rc::Rc;

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
    /// What a method's own parameters are, where the user says so.
    pub(crate) generics: Option<syn::AngleBracketedGenericArguments>,
    /// Its place in a chain of methods.
    pub(crate) chain: Chain,
}

/// A method's place in a chain of methods of a variable, each of which may give back its receiver.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Chain {
    /// How many arguments after the receiver are links: what the methods before gave. Each stands in the place of what is
    /// before it, unless it is that.
    pub(crate) links: usize,
    /// Whether what it gives is a link.
    pub(crate) goes_on: bool,
}

impl Call {
    /// The method that is called, where it is known to be one.
    pub(crate) fn method(&self) -> &Ident {
        let Callee::Method(method) = &self.callee else {
            unreachable!("only methods are asked for")
        };
        method
    }

    /// What is given to the callee beside its receiver.
    pub(crate) fn skipped(&self) -> usize {
        1 + self.chain.links
    }

    /// The links that stand in the receiver's place.
    pub(crate) fn links(&self) -> impl Iterator<Item = Local> + '_ {
        let links = self.args.iter().skip(1).take(self.chain.links);
        links.filter_map(|arg| match arg {
            Arg::Ref { place, .. } => Some(place.root),
            Arg::Value(_) => None,
        })
    }

    /// Whether a function calls itself.
    pub(crate) fn is_of(&self, f: &Function) -> bool {
        matches!(&self.callee, Callee::Path(p) if p.path.is_ident(&f.name))
    }

    /// Whether nothing but the callee runs, on nothing but its arguments: no function is given to it, no link leads to
    /// it or on from it.
    pub(crate) fn is_by_itself(&self) -> bool {
        self.functions.is_empty()
            && self.changing.is_empty()
            && self.chain.links == 0
            && !self.chain.goes_on
            && !self.given_back
    }

    /// Whether it may change what it is given.
    pub(crate) fn changes_arguments(&self) -> bool {
        self.args.iter().any(Arg::is_unique)
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

    /// `value.into()` or `value.try_into()`, whose type only what it is used for may tell.
    pub(crate) fn is_into(&self) -> bool {
        matches!(&self.callee, Callee::Method(name) if name == "into" || name == "try_into")
            && self.args.len() == 1
    }

    /// Where the user names what is called, if that is a function value.
    pub(crate) fn span_of_value(&self, f: &Function) -> Span {
        match self.args.first() {
            Some(Arg::Ref { place, .. }) => f.info(place.root).span,
            _ => Span::call_site(),
        }
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

impl Arg {
    /// Whether the callee may change it.
    pub(crate) fn is_unique(&self) -> bool {
        matches!(self, Arg::Ref { mutable: true, .. })
    }
}
