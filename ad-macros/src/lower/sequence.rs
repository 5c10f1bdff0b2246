//! The sequences that loops and iterator chains run over.
//!
//! Receives a [`Sequence`]; promises a counted loop whose body starts with the element's bindings.
//!
//! ```text
//! for (x, y) in xs.iter().zip(ys) { … }        n = min(xs.len(), ys.len())
//!                                              for k in 0..n { x = &xs[k]; y = &ys[k]; … }
//! ```

use super::Lowerer;
use crate::desugar::build;
use crate::desugar::sequence::{self, ByName, Sequence};
use crate::ir::*;
use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

/// A sequence whose sources and bounds are evaluated.
pub(crate) enum Source {
    Range {
        lo: Operand,
        hi: Operand,
        inclusive: bool,
    },
    /// A range of integers that positions can't be counted in.
    OtherIntegers(Local),
    /// A list without derivative, by references or as its type says.
    Beside {
        list: Local,
        by_reference: bool,
    },
    /// Without an end of its own.
    From(Operand),
    Elements {
        place: Place,
        mutable: bool,
    },
    Copied(Box<Source>),
    Rev(Box<Source>, Operand),
    Enumerate(Box<Source>),
    Zip(Box<Source>, Box<Source>),
    Skip(Box<Source>, Operand),
    Take(Box<Source>, Operand),
    StepBy(Box<Source>, Operand),
    Windows {
        place: Place,
        size: Operand,
    },
    Chunks {
        place: Place,
        size: Operand,
        exact: bool,
        from_end: bool,
        mutable: bool,
    },
    Map(Box<Source>, Box<syn::ExprClosure>),
}

/// One element of a sequence, before it is bound.
enum Element {
    Value(Operand),
    Place { place: Place, mutable: bool },
    Pair(Box<Element>, Box<Element>),
}

impl Lowerer<'_> {
    pub(crate) fn sequence(&self, expr: &Expr) -> Option<Sequence> {
        sequence::read(expr, &|place| self.by_name(place))
    }

    /// How a place is iterated over when it is named itself. Of one of unknown type the emitted code
    /// asks its length and indexes it, as it would any slice, array or `Vec`.
    pub(super) fn by_name(&self, expr: &Expr) -> Option<ByName> {
        if let Some(call) = self.projection(expr) {
            return Some(match self.view(call) {
                Some(_) => ByName::Shared,
                None => ByName::Unique,
            });
        }
        let is_map = self.constructed.is_map(expr) || self.constructed.is_map_field(expr);
        if !self.is_place_of_local(expr) || is_map {
            return None;
        }
        let ty = self.infer(expr);
        let sequence = matches!(
            ty.peeled(),
            Ty::Unknown | Ty::Slice(_) | Ty::Array(_) | Ty::Vec(_)
        );
        sequence.then_some(match ty {
            Ty::Ref(true, _) => ByName::Unique,
            _ if self.is_lent(expr) => ByName::Shared,
            Ty::Ref(false, _) => ByName::Shared,
            _ => ByName::Value,
        })
    }

    /// Whether an expression is what a pattern binds by shared reference: its items are references.
    pub(super) fn is_lent(&self, expr: &Expr) -> bool {
        let local = build::as_name(expr).and_then(|name| self.lookup(&name.to_string()));
        local.is_some_and(|local| self.lent_parts.contains(&local))
    }

    /// Whether the type of an expression is known to be that of a slice, an array or a vector.
    pub(super) fn is_sequence(&self, expr: &Expr) -> bool {
        let ty = self.infer(expr);
        matches!(ty.peeled(), Ty::Slice(_) | Ty::Array(_) | Ty::Vec(_))
    }

    pub(super) fn is_place_of_local(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(p) => p
                .path
                .get_ident()
                .is_some_and(|name| self.lookup(&name.to_string()).is_some()),
            Expr::Field(f) => self.is_place_of_local(&f.base),
            Expr::Index(i) => self.is_place_of_local(&i.expr),
            Expr::Unary(u) => {
                matches!(u.op, syn::UnOp::Deref(_)) && self.is_place_of_local(&u.expr)
            }
            Expr::Paren(p) => self.is_place_of_local(&p.expr),
            Expr::MethodCall(c) => {
                let view = c.method == "as_slice" || c.method == "as_mut_slice";
                view && self.is_place_of_local(&c.receiver) || self.projection(expr).is_some()
            }
            _ => false,
        }
    }

    pub(super) fn counter(&self, span: Span) -> Ident {
        Ident::new(
            &format!("__k{}", self.locals.len()),
            span.resolved_at(Span::mixed_site()),
        )
    }

    /// Runs `body` for each element of `source`.
    pub(crate) fn each(
        &mut self,
        source: Source,
        code: &TokenStream,
        name: Option<&syn::Label>,
        span: Span,
        body: impl FnOnce(&mut Self, ElementOf, Span),
    ) {
        let n = self.length(&source, span);
        self.before_loop(&[code]);
        let counter = self.counter(span);
        let var = self.new_local(counter, Ty::Int, false);
        let zero = integer(0);
        let head = Range {
            lo: zero,
            hi: n,
            inclusive: false,
            adaptors: Vec::new(),
        };
        self.loop_statement(LoopKind::Range { var, head }, name, None, span, |this| {
            let element = this.at(&source, Operand::Local(var), span);
            if let Some(element) = element {
                body(this, ElementOf(element), span);
            }
        });
    }

    /// Evaluates the sources and bounds of a sequence, left to right.
    pub(crate) fn prepare(&mut self, sequence: &Sequence) -> Option<Source> {
        Some(match sequence {
            Sequence::Range(r) => Source::Range {
                lo: self.value(r.start.as_deref()?, Some(&Ty::Int))?,
                hi: self.value(r.end.as_deref()?, Some(&Ty::Int))?,
                inclusive: matches!(r.limits, syn::RangeLimits::Closed(_)),
            },
            Sequence::OtherIntegers(r) => {
                let range = Expr::Range(r.clone());
                let raw = self.raw(&range)?;
                let range = self.bind(Op::Raw(raw), Ty::Inert, r.span());
                Source::OtherIntegers(range.local()?)
            }
            Sequence::From(lo) => Source::From(self.value(lo, Some(&Ty::Int))?),
            Sequence::Elements { place, .. } if self.is_inert_list(place) => {
                self.beside(place, true)?
            }
            Sequence::Items(place) => self.beside(place, false)?,
            Sequence::Elements { place, mutable } => Source::Elements {
                place: self.place(place)?,
                mutable: *mutable,
            },
            Sequence::Copied(inner) => Source::Copied(self.prepare_boxed(inner)?),
            Sequence::Rev(inner) => {
                let inner = self.prepare_boxed(inner)?;
                let n = self.length(&inner, Span::mixed_site());
                Source::Rev(inner, n)
            }
            Sequence::Enumerate(inner) => Source::Enumerate(self.prepare_boxed(inner)?),
            Sequence::Zip(a, b) => Source::Zip(self.prepare_boxed(a)?, self.prepare_boxed(b)?),
            Sequence::Skip(inner, n) => {
                Source::Skip(self.prepare_boxed(inner)?, self.value(n, Some(&Ty::Int))?)
            }
            Sequence::Take(inner, n) => {
                Source::Take(self.prepare_boxed(inner)?, self.value(n, Some(&Ty::Int))?)
            }
            Sequence::StepBy(inner, n) => {
                Source::StepBy(self.prepare_boxed(inner)?, self.value(n, Some(&Ty::Int))?)
            }
            Sequence::Windows { place, size } => Source::Windows {
                place: self.place(place)?,
                size: self.value(size, Some(&Ty::Int))?,
            },
            Sequence::Chunks {
                place,
                size,
                exact,
                from_end,
                mutable,
            } => Source::Chunks {
                place: self.place(place)?,
                size: self.value(size, Some(&Ty::Int))?,
                exact: *exact,
                from_end: *from_end,
                mutable: *mutable,
            },
            Sequence::Map(inner, closure) => {
                let inner = match closure.inputs.first() {
                    Some(item) => self.with_references(inner, item, &closure.body),
                    None => (**inner).clone(),
                };
                Source::Map(self.prepare_boxed(&inner)?, closure.clone())
            }
        })
    }

    fn prepare_boxed(&mut self, sequence: &Sequence) -> Option<Box<Source>> {
        self.prepare(sequence).map(Box::new)
    }

    fn int(&mut self, op: &'static str, a: Operand, b: Operand, span: Span) -> Operand {
        let [a, b] = [a, b].map(|operand| self.as_inactive(operand, span));
        self.bind(Op::Integer(op, a, b), Ty::Int, span)
    }

    /// An integer by code of its own.
    fn integer_by(&mut self, tokens: TokenStream, reads: Vec<Local>, span: Span) -> Operand {
        let raw = Raw {
            tokens,
            reads,
            volatile: false,
            cheap: true,
        };
        self.bind(Op::Raw(raw), Ty::Int, span)
    }

    fn len_of(&mut self, place: &Place, span: Span) -> Operand {
        let fixed = place.path.is_empty() && self.ty(place.root).has_fixed_length();
        let volatile = self.is_storage(place.root) && !fixed;
        self.bind(Op::Len(place.clone(), volatile), Ty::Int, span)
    }

    /// `place.len() - n`
    pub(super) fn position_from_end(&mut self, place: &Place, n: usize, span: Span) -> Operand {
        let len = self.len_of(place, span);
        self.int("-", len, integer(n), span)
    }

    pub(super) fn length(&mut self, source: &Source, span: Span) -> Operand {
        match source {
            Source::Range { lo, hi, inclusive } => {
                let hi = if *inclusive {
                    self.int("+", hi.clone(), integer(1), span)
                } else {
                    hi.clone()
                };
                self.int("saturating_sub", hi, lo.clone(), span)
            }
            Source::OtherIntegers(range) => {
                let name = self.locals[range.0].name.clone();
                let count = quote!(::core::iter::Iterator::size_hint(&#name).0);
                self.integer_by(count, vec![*range], span)
            }
            Source::Beside { list, by_reference } => {
                let (name, at) = (self.locals[list.0].name.clone(), self.locals[list.0].span);
                let count = match by_reference {
                    true => quote_spanned!(at=> (&#name).__elements().len()),
                    false => quote_spanned!(at=> (&#name).__count_of_items()),
                };
                self.integer_by(count, vec![*list], span)
            }
            Source::Elements { place, .. } => self.len_of(place, span),
            Source::From(_) => Operand::Const(quote!(usize::MAX), Ty::Int),
            Source::Rev(_, n) => n.clone(),
            Source::Copied(inner) | Source::Enumerate(inner) | Source::Map(inner, _) => {
                self.length(inner, span)
            }
            Source::Zip(a, b) if matches!(**b, Source::From(_)) => self.length(a, span),
            Source::Zip(a, b) if matches!(**a, Source::From(_)) => self.length(b, span),
            Source::Zip(a, b) => {
                let (a, b) = (self.length(a, span), self.length(b, span));
                self.int("min", a, b, span)
            }
            Source::Skip(inner, n) => {
                let inner = self.length(inner, span);
                self.int("saturating_sub", inner, n.clone(), span)
            }
            Source::Take(inner, n) => {
                let inner = self.length(inner, span);
                self.int("min", inner, n.clone(), span)
            }
            Source::StepBy(inner, n) => {
                let inner = self.length(inner, span);
                self.int("div_ceil", inner, n.clone(), span)
            }
            Source::Windows { place, size } => {
                let len = self.len_of(place, span);
                let end = self.int("+", len, integer(1), span);
                self.int("saturating_sub", end, size.clone(), span)
            }
            Source::Chunks {
                place, size, exact, ..
            } => {
                let len = self.len_of(place, span);
                self.int(
                    if *exact { "/" } else { "div_ceil" },
                    len,
                    size.clone(),
                    span,
                )
            }
        }
    }

    /// The element at position `k`.
    fn at(&mut self, source: &Source, k: Operand, span: Span) -> Option<Element> {
        Some(match source {
            Source::Range { lo, .. } | Source::From(lo) => {
                Element::Value(self.int("+", lo.clone(), k, span))
            }
            Source::OtherIntegers(range) => Element::Value(self.integer_at(*range, k, span)),
            Source::Beside { list, by_reference } => {
                Element::Value(self.item_beside(*list, *by_reference, k, span))
            }
            Source::Elements { place, mutable } => {
                let mut place = place.clone();
                place.path.push(Step::Index(k));
                Element::Place {
                    place,
                    mutable: *mutable,
                }
            }
            Source::Copied(inner) => match self.at(inner, k, span)? {
                Element::Place { place, .. } => Element::Value(self.load(place, span)),
                other => other,
            },
            Source::Rev(inner, n) => {
                let last = self.int("-", n.clone(), integer(1), span);
                let k = self.int("-", last, k, span);
                self.at(inner, k, span)?
            }
            Source::Enumerate(inner) => {
                let element = self.at(inner, k.clone(), span)?;
                Element::Pair(Box::new(Element::Value(k)), Box::new(element))
            }
            Source::Zip(a, b) => {
                let a = self.at(a, k.clone(), span)?;
                Element::Pair(Box::new(a), Box::new(self.at(b, k, span)?))
            }
            Source::Skip(inner, n) => {
                let k = self.int("+", k, n.clone(), span);
                self.at(inner, k, span)?
            }
            Source::Take(inner, _) => self.at(inner, k, span)?,
            Source::StepBy(inner, n) => {
                let k = self.int("*", k, n.clone(), span);
                self.at(inner, k, span)?
            }
            Source::Windows { place, size } => {
                let end = self.int("+", k.clone(), size.clone(), span);
                Element::Place {
                    place: slice(place, k, end),
                    mutable: false,
                }
            }
            Source::Chunks {
                place,
                size,
                from_end,
                mutable,
                ..
            } => {
                let (start, end) = self.chunk(place, size, *from_end, k, span);
                Element::Place {
                    place: slice(place, start, end),
                    mutable: *mutable,
                }
            }
            Source::Map(inner, closure) => {
                let element = self.at(inner, k, span)?;
                self.bind_element(&closure.inputs[0], ElementOf(element), span);
                Element::Value(self.value(&closure.body, None)?)
            }
        })
    }

    /// The integer at position `k` of a range.
    fn integer_at(&mut self, range: Local, k: Operand, span: Span) -> Operand {
        let (name, k) = (self.locals[range.0].name.clone(), self.as_local(k, span));
        let position = self.locals[k.0].name.clone();
        let again = quote!(::core::clone::Clone::clone(&#name));
        let nth = quote!(::core::iter::Iterator::nth(&mut #again, #position));
        let nth = quote!(::core::option::Option::unwrap(#nth));
        self.integer_by(nth, vec![range, k], span)
    }

    /// Where the chunk at position `k` begins and ends.
    fn chunk(
        &mut self,
        place: &Place,
        size: &Operand,
        from_end: bool,
        k: Operand,
        span: Span,
    ) -> (Operand, Operand) {
        let near = self.int("*", k, size.clone(), span);
        let far = self.int("+", near.clone(), size.clone(), span);
        let len = self.len_of(place, span);
        if from_end {
            let end = self.int("-", len.clone(), near, span);
            (self.int("saturating_sub", len, far, span), end)
        } else {
            (near, self.int("min", far, len, span))
        }
    }

    pub(crate) fn bind_element(&mut self, pat: &syn::Pat, element: ElementOf, span: Span) {
        match (pat, element.0) {
            (syn::Pat::Paren(p), element) => self.bind_element(&p.pat, ElementOf(element), span),
            (syn::Pat::Wild(_), _) => {}
            (syn::Pat::Tuple(t), Element::Pair(a, b)) if t.elems.len() == 2 => {
                self.bind_element(&t.elems[0], ElementOf(*a), span);
                self.bind_element(&t.elems[1], ElementOf(*b), span);
            }
            (syn::Pat::Reference(r), Element::Place { place, .. }) => {
                let value = self.load(place, span);
                self.bind_pattern(&r.pat, value);
            }
            (pat, element) => {
                let value = self.element_value(element, span);
                self.bind_pattern(pat, value);
            }
        }
    }

    /// An element as one value.
    pub(crate) fn element_operand(&mut self, element: ElementOf, span: Span) -> Operand {
        self.element_value(element.0, span)
    }

    fn element_value(&mut self, element: Element, span: Span) -> Operand {
        match element {
            Element::Value(value) => value,
            Element::Place { place, mutable } => self.reference(place, mutable, span),
            Element::Pair(a, b) => {
                let (a, b) = (self.element_value(*a, span), self.element_value(*b, span));
                let ty = Ty::Tuple(vec![self.operand_ty(&a), self.operand_ty(&b)]);
                self.bind(Op::Tuple(vec![a, b]), ty, span)
            }
        }
    }
}

/// An element handed to the body of a loop, to be bound there.
pub(crate) struct ElementOf(Element);

fn slice(place: &Place, lo: Operand, hi: Operand) -> Place {
    let mut place = place.clone();
    place.path.push(Step::Range(Some(lo), Some(hi), false));
    place
}

pub(crate) fn integer(value: usize) -> Operand {
    let literal = TokenTree::Literal(Literal::usize_unsuffixed(value));
    Operand::Const(TokenStream::from(literal), Ty::Int)
}
