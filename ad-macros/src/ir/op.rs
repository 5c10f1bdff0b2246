//! What one statement computes.

use super::{Arg, Call, Local, Operand, Place, Raw, Step};
use crate::segments;
use proc_macro2::{Ident, TokenStream};

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
    /// The same of what becomes a key of a map: there has to be no room for a float in a type that is not differentiable.
    Key(Operand),
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
            | Op::Key(a)
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
    /// Fields that are vectors or arrays written out, whose items are among `fields` one by one: of which type these become
    /// there, the field says.
    pub(crate) lists: Vec<syn::Member>,
    /// Those that are arrays.
    pub(crate) arrays: Vec<syn::Member>,
}

impl Construct {
    /// `Box::new`, `Rc::new`, `Arc::new`: the value is what they point to.
    pub(crate) fn is_box(path: &syn::Path) -> bool {
        let names = segments::names(path);
        match names.as_slice() {
            [.., owner, new] => new == "new" && ["Box", "Rc", "Arc"].contains(&owner.as_str()),
            _ => false,
        }
    }

    /// What `Box::new(x)` holds, or another pointer that owns.
    pub(crate) fn boxed(&self) -> Option<Local> {
        let is_box = Self::is_box(&self.path);
        self.fields.first().filter(|_| is_box)?.1.local()
    }

    /// What `Some(x)` holds.
    pub(crate) fn held_in_some(&self) -> Option<Local> {
        let is_some = self.path.segments.last().is_some_and(|s| s.ident == "Some");
        self.fields.first().filter(|_| is_some)?.1.local()
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
