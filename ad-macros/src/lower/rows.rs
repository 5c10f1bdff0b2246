//! Lists of references to lists.
//!
//! Receives the elements of an array; promises the same as slices where they are meant as such, as the compiler makes them
//! where a type asks for slices. They are meant so in an array of which one is a slice, or that has arrays of different
//! lengths, and in an array that is lent to a function.
//!
//! ```text
//! [&v[1..], &w]               [&v[1..], &w[..]]
//! [&[a, b], &[c]]             [&[a, b][..], &[c][..]]
//! total(&[&v, &w])            total(&[&v[..], &w[..]])
//! total(&[(1.0, &[a, b])])    total(&[(1.0, &[a, b][..])])
//! ```

use super::Lowerer;
use crate::desugar::build;
use crate::ir::Ty;
use crate::tables::HashSet;
use syn::punctuated::Punctuated;
use syn::{Expr, Token, parse_quote};

impl Lowerer<'_> {
    /// The elements of an array.
    pub(super) fn as_rows(&self, elems: &Punctuated<Expr, Token![,]>) -> Vec<Expr> {
        let lengths: HashSet<Option<usize>> = elems.iter().map(length).collect();
        let differ = lengths.len() > 1 && !lengths.contains(&None);
        if !differ && !elems.iter().any(|e| self.is_slice(e)) {
            return elems.iter().cloned().collect();
        }
        elems.iter().map(|e| self.row(e)).collect()
    }

    /// What is referred to by an argument.
    pub(super) fn lent_rows(&self, lent: &Expr) -> Option<Expr> {
        let Expr::Array(array) = build::peeled(lent) else {
            return None;
        };
        let mut array = array.clone();
        for elem in &mut array.elems {
            *elem = match &*elem {
                Expr::Tuple(tuple) => {
                    let mut tuple = tuple.clone();
                    tuple.elems.iter_mut().for_each(|e| *e = self.row(e));
                    Expr::Tuple(tuple)
                }
                elem => self.row(elem),
            };
        }
        Some(Expr::Array(array))
    }

    /// A reference to a list of floats, or of lists of these, as a slice.
    fn row(&self, elem: &Expr) -> Expr {
        match build::peeled(elem) {
            Expr::Reference(r) if r.mutability.is_none() => match self.infer(&r.expr) {
                Ty::Vec(of) | Ty::Array(of) if !matches!(*of, Ty::Int | Ty::Bool | Ty::Inert) => {
                    let list = &r.expr;
                    parse_quote!(&#list[..])
                }
                _ => elem.clone(),
            },
            _ => elem.clone(),
        }
    }

    fn is_slice(&self, elem: &Expr) -> bool {
        matches!(self.infer(elem), Ty::Ref(false, of) if matches!(*of, Ty::Slice(_)))
    }
}

/// The length of an array that an element refers to.
fn length(elem: &Expr) -> Option<usize> {
    match build::peeled(elem) {
        Expr::Reference(r) if r.mutability.is_none() => match build::peeled(&r.expr) {
            Expr::Array(array) => Some(array.elems.len()),
            _ => None,
        },
        _ => None,
    }
}
