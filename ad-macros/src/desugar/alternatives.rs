//! Alternatives that bind names, as arms of their own.
//!
//! Receives a function whose patterns are in `match` only; promises one in which no alternative of a
//! pattern binds a name, so that each binding is one part of the matched value: its derivative goes to
//! that part. An arm is written once for each alternative, with names of its own.
//!
//! ```text
//! match shape {                                       match shape {
//!     Square(a) | Disc(a) if a > 1.0 => a * a,            Square(a) if a > 1.0 => a * a,
//!     _ => 0.0,                                           Disc(a_2) if a_2 > 1.0 => a_2 * a_2,
//! }                                                       _ => 0.0,
//!                                                     }
//! ```

use super::build::bound_names;
use super::rename::Names;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Arm, Pat};

/// How many arms one may become: more are left as they are, for the lowering to refuse.
const MOST: usize = 16;

pub(crate) fn to_arms(function: &mut syn::ItemFn, names: &mut Names) {
    Splitter { names }.visit_block_mut(&mut function.block);
}

/// The same for the arms of one `match`, which may bind names that others bind.
pub(crate) fn apart(arms: &mut Vec<Arm>) {
    let each = std::mem::take(arms).into_iter();
    *arms = each.flat_map(|arm| arms_of(&arm)).collect();
}

struct Splitter<'a> {
    names: &'a mut Names,
}

impl VisitMut for Splitter<'_> {
    fn visit_expr_match_mut(&mut self, e: &mut syn::ExprMatch) {
        visit_mut::visit_expr_match_mut(self, e);
        let arms = std::mem::take(&mut e.arms);
        e.arms = arms.into_iter().flat_map(|arm| self.split(arm)).collect();
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Splitter<'_> {
    fn split(&mut self, arm: Arm) -> Vec<Arm> {
        let mut arms = arms_of(&arm);
        for copy in arms.iter_mut().skip(1) {
            self.names.renew_arm(copy);
        }
        arms
    }
}

/// An arm for each alternative.
fn arms_of(arm: &Arm) -> Vec<Arm> {
    let patterns = spread(&arm.pat);
    if patterns.len() == 1 || patterns.len() > MOST {
        return vec![arm.clone()];
    }
    let arms = patterns.into_iter().map(|pat| Arm { pat, ..arm.clone() });
    arms.collect()
}

/// The patterns that `pat` stands for, none of whose alternatives bind names.
fn spread(pat: &Pat) -> Vec<Pat> {
    match pat {
        Pat::Or(or) if or.cases.first().is_some_and(|c| !bound_names(c).is_empty()) => {
            or.cases.iter().flat_map(spread).collect()
        }
        Pat::Paren(p) => {
            let patterns = spread(&p.pat);
            if patterns.len() == 1 {
                vec![pat.clone()]
            } else {
                patterns
            }
        }
        Pat::Ident(p) => {
            let Some((at, sub)) = &p.subpat else {
                return vec![pat.clone()];
            };
            let with = |sub| syn::PatIdent {
                subpat: Some((*at, Box::new(sub))),
                ..p.clone()
            };
            spread(sub)
                .into_iter()
                .map(|s| Pat::Ident(with(s)))
                .collect()
        }
        Pat::Reference(r) => {
            let with = |inner| syn::PatReference {
                pat: Box::new(inner),
                ..r.clone()
            };
            let inner = spread(&r.pat).into_iter();
            inner.map(|p| Pat::Reference(with(p))).collect()
        }
        Pat::Tuple(t) => each(&t.elems, |elems| {
            Pat::Tuple(syn::PatTuple { elems, ..t.clone() })
        }),
        Pat::TupleStruct(t) => each(&t.elems, |elems| {
            Pat::TupleStruct(syn::PatTupleStruct { elems, ..t.clone() })
        }),
        Pat::Slice(s) => each(&s.elems, |elems| {
            Pat::Slice(syn::PatSlice { elems, ..s.clone() })
        }),
        Pat::Struct(s) => fields(s),
        other => vec![other.clone()],
    }
}

/// Every combination of what the elements stand for.
fn each(
    elements: &Punctuated<Pat, syn::Token![,]>,
    whole: impl Fn(Punctuated<Pat, syn::Token![,]>) -> Pat,
) -> Vec<Pat> {
    combinations(elements.iter().map(spread))
        .into_iter()
        .map(|c| whole(c.into_iter().collect()))
        .collect()
}

fn fields(pat: &syn::PatStruct) -> Vec<Pat> {
    let choices = combinations(pat.fields.iter().map(|f| spread(&f.pat)));
    let chosen = choices.into_iter().map(|choice| {
        let fields = pat
            .fields
            .iter()
            .zip(choice)
            .map(|(field, inner)| syn::FieldPat {
                pat: Box::new(inner),
                ..field.clone()
            });
        Pat::Struct(syn::PatStruct {
            fields: fields.collect(),
            ..pat.clone()
        })
    });
    chosen.collect()
}

fn combinations(choices: impl Iterator<Item = Vec<Pat>>) -> Vec<Vec<Pat>> {
    choices.fold(vec![Vec::new()], |before, choice| {
        let extended = before.iter().flat_map(|start| {
            choice.iter().map(|last| {
                let mut longer = start.clone();
                longer.push(last.clone());
                longer
            })
        });
        extended.take(MOST + 1).collect()
    })
}

#[cfg(test)]
mod tests {
    use crate::desugar::testing::assert_simplified;

    #[test]
    fn alternatives_that_bind_become_arms() {
        assert_simplified(
            "fn f(s: Shape) -> f64 {
                match s { Square(a) | Disc(a) if a > 1.0 => a * a, (Some(1 | 2) | None) => 0.0, _ => 1.0 }
            }",
            "fn f(s: Shape) -> f64 {
                match s {
                    Square(a) if a > 1.0 => a * a,
                    Disc(a_2) if a_2 > 1.0 => a_2 * a_2,
                    (Some(1 | 2) | None) => 0.0,
                    _ => 1.0
                }
            }",
        );
    }

    #[test]
    fn nested_alternatives_are_combined() {
        assert_simplified(
            "fn f(p: (Shape, f64)) -> f64 {
                match p { (Square(a) | Disc(a), k @ (1.0 | 2.0)) => a * k, _ => 0.0 }
            }",
            "fn f(p: (Shape, f64)) -> f64 {
                match p {
                    (Square(a), k @ (1.0 | 2.0)) => a * k,
                    (Disc(a_2), k_2 @ (1.0 | 2.0)) => a_2 * k_2,
                    _ => 0.0
                }
            }",
        );
    }
}
