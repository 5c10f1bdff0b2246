//! Entries of maps in fields and arguments that are counted in.
//!
//! Receives a function in which maps of its own are lists; promises that what is added to an entry of a map in a field, or
//! of an argument whose values may carry derivatives, is looked up and put back, as no reference leads into a map.
//!
//! ```text
//! *self.counts.entry(k).or_insert(0) += n;     {
//!                                                  let step = n;
//!                                                  let key = k;
//!                                                  let count = self.counts.get(&key).copied().unwrap_or(0) + step;
//!                                                  self.counts.insert(key, count);
//!                                              }
//! ```

use super::maps::parts::IsMap;
use super::rename::Names;
use super::{build, keyed};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Expr, ExprBinary, Stmt, UnOp, parse_quote};

pub(crate) fn by_looking_up(function: &mut syn::ItemFn, names: &mut Names) {
    let given = keyed::given(&function.sig);
    Counted { names, given }.visit_block_mut(&mut function.block);
}

struct Counted<'a> {
    names: &'a mut Names,
    /// The arguments that are maps whose values may carry derivatives.
    given: Vec<Ident>,
}

impl VisitMut for Counted<'_> {
    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        visit_mut::visit_stmt_mut(self, stmt);
        if let Stmt::Expr(Expr::Binary(binary), _) = stmt
            && let Some(looked_up) = self.looked_up(binary)
        {
            *stmt = Stmt::Expr(looked_up, Some(Default::default()));
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items are functions of their own.
    }
}

impl Counted<'_> {
    fn looked_up(&mut self, binary: &ExprBinary) -> Option<Expr> {
        let (names, given) = (&mut *self.names, &self.given);
        put_back(
            binary,
            &|map| {
                let is_given = build::as_name(map).is_some_and(|name| given.contains(name));
                matches!(build::peeled(map), Expr::Field(_)) || is_given
            },
            &mut |name| names.fresh(&Ident::new(name, Span::mixed_site())),
            &Expr::clone,
            "insert",
        )
    }
}

/// What is added to an entry of a map, looked up and put back by a method, at what is made of its key.
pub(super) fn put_back(
    binary: &ExprBinary,
    is_map: IsMap,
    fresh: &mut dyn FnMut(&str) -> Ident,
    as_key: &dyn Fn(&Expr) -> Expr,
    put: &str,
) -> Option<Expr> {
    let operator = operator(&binary.op)?;
    let Expr::Unary(target) = build::peeled(&binary.left) else {
        return None;
    };
    let Expr::MethodCall(value) = build::peeled(&target.expr) else {
        return None;
    };
    let Expr::MethodCall(entry) = build::peeled(&value.receiver) else {
        return None;
    };
    let map = &entry.receiver;
    let is_entry = matches!(target.op, UnOp::Deref(_)) && entry.method == "entry" && is_map(map);
    let key = as_key(entry.args.first().filter(|_| is_entry)?);
    let default: TokenStream = match (value.method.to_string().as_str(), value.args.first()) {
        ("or_insert", Some(literal @ Expr::Lit(_))) => quote!(unwrap_or(#literal)),
        ("or_default", None) => quote!(unwrap_or_default()),
        _ => return None,
    };
    let [step, name, count] = ["step", "key", "count"].map(fresh);
    let added = &binary.right;
    let put = Ident::new(put, entry.method.span());
    Some(parse_quote!({
        let #step = #added;
        let #name = #key;
        let #count = #map.get(&#name).copied().#default #operator #step;
        #map.#put(#name, #count);
    }))
}

/// The operator of `+=` and the like.
fn operator(op: &BinOp) -> Option<BinOp> {
    Some(match op {
        BinOp::AddAssign(_) => BinOp::Add(Default::default()),
        BinOp::SubAssign(_) => BinOp::Sub(Default::default()),
        BinOp::MulAssign(_) => BinOp::Mul(Default::default()),
        BinOp::BitOrAssign(_) => BinOp::BitOr(Default::default()),
        _ => return None,
    })
}
