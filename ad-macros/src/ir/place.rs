//! Operands, places in storage, and expressions that are kept as they are written.

use super::{Local, LocalInfo, Ty, mentioned};
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

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

    /// The small whole number it is written as.
    pub(crate) fn integer(&self) -> Option<usize> {
        let Operand::Const(tokens, _) = self else {
            return None;
        };
        let number = syn::parse2::<syn::LitInt>(tokens.clone()).ok()?;
        number.base10_parse::<u16>().ok().map(usize::from)
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

impl Place {
    /// Whether it is a part of the error of a `Result`, or of what was bound to such a part: errors carry no derivative.
    pub(crate) fn is_of_error(&self, locals: &[LocalInfo]) -> bool {
        let error = |step: &Step| matches!(step, Step::Variant(name) if name == "Err");
        self.path.iter().any(error) || self.is_inside_error(locals)
    }

    /// Whether its root was bound to a part of the error of a `Result`.
    pub(crate) fn is_inside_error(&self, locals: &[LocalInfo]) -> bool {
        let part = locals[self.root.0].part.as_ref();
        part.is_some_and(|part| part.is_of_error(locals))
    }

    /// Whether it is a list of numbers that a field is taken for. A field of a field may be reached in more than one way.
    pub(crate) fn is_whole_field(&self) -> bool {
        matches!(self.path.as_slice(), [Step::Field(_), whole] if whole.is_taken_for_numbers())
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

/// What lends a field as the number that it is taken for, and as the list of numbers.
pub(crate) const NUMBER: &str = "__number";
pub(crate) const NUMBERS: &str = "__numbers";
/// The same for a list of vectors of numbers.
pub(crate) const VECTORS: &str = "__vectors";

impl Step {
    /// Whether it gives the whole of a field, which is taken for a number or for a list of numbers.
    pub(crate) fn is_taken_for_numbers(&self) -> bool {
        let markers = [NUMBER, NUMBERS, VECTORS];
        matches!(self, Step::Project { method, .. } if markers.iter().any(|m| method == m))
    }

    /// Whether it leads to a part that the place itself says which it is.
    pub(crate) fn is_plain(&self) -> bool {
        matches!(self, Step::Deref | Step::Field(_) | Step::Index(_))
    }

    pub(super) fn selectors(&self) -> Vec<&Operand> {
        match self {
            Step::Index(i) | Step::Split(i) => vec![i],
            Step::Range(lo, hi, _) => lo.iter().chain(hi.iter()).collect(),
            Step::Project { args, .. } => args.iter().collect(),
            Step::Deref | Step::Field(_) | Step::Variant(_) | Step::Chosen(_) => Vec::new(),
        }
    }
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
