//! What a body calls that it has taken out of a struct's fields.
//!
//! Receives code and the names of structs in it; promises the names bound to parts of their fields, and whether
//! such parts are called.
//!
//! ```text
//! let f = self.f;                           f
//! for (i, act) in self.acts.iter().enumerate() { x = act(x) }          act, which is called
//! ```

use super::bindings::{Bindings, GIVING};
use super::build;
use crate::tables::HashSet;
use proc_macro2::Ident;
use syn::{Expr, Pat};

/// Whether a method of this name gives what is in its receiver.
pub(super) fn gives(method: &Ident) -> bool {
    let name = method.to_string();
    let name = name.trim_start_matches("r#");
    GIVING.contains(&name) || matches!(name, "clone" | "unwrap") || name.starts_with("__")
}

pub(super) struct Taken {
    structs: HashSet<String>,
    /// The names of what is taken out of them.
    pub(super) names: HashSet<String>,
    /// Whether something of it is called.
    pub(super) called: bool,
}

/// Where a chain of fields, indices and methods begins.
enum Origin {
    Struct,
    Part,
}

impl Taken {
    pub(super) fn of(structs: HashSet<String>) -> Self {
        Taken {
            structs,
            names: HashSet::default(),
            called: false,
        }
    }

    fn origin(&self, expr: &Expr) -> Option<Origin> {
        match build::peeled(expr) {
            Expr::Reference(r) => self.origin(&r.expr),
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => self.origin(&u.expr),
            Expr::Index(i) => self.origin(&i.expr),
            Expr::Field(f) => self.origin(&f.base).and(Some(Origin::Part)),
            Expr::MethodCall(call) => {
                let gives = gives(&call.method).then(|| self.origin(&call.receiver));
                gives.flatten()
            }
            other => {
                let name = build::as_name(other)?.to_string();
                match (self.names.contains(&name), self.structs.contains(&name)) {
                    (true, _) => Some(Origin::Part),
                    (_, true) => Some(Origin::Struct),
                    _ => None,
                }
            }
        }
    }
}

/// Whether a pattern binds parts: `Layer { act, .. }`, `Stage::Custom(f)`
fn takes_apart(pat: &Pat) -> bool {
    match pat {
        Pat::Struct(_) | Pat::TupleStruct(_) => true,
        Pat::Reference(r) => takes_apart(&r.pat),
        Pat::Paren(p) => takes_apart(&p.pat),
        Pat::Or(or) => or.cases.iter().any(takes_apart),
        _ => false,
    }
}

impl Bindings for Taken {
    fn bind<'p>(&mut self, pats: impl Iterator<Item = &'p Pat>, source: &Expr) {
        let Some(origin) = self.origin(source) else {
            return;
        };
        for pat in pats {
            let names = match origin {
                Origin::Struct if !takes_apart(pat) => &mut self.structs,
                Origin::Struct | Origin::Part => &mut self.names,
            };
            let bound = build::bound_names(pat).into_iter();
            names.extend(bound.map(|name| name.to_string()));
        }
    }

    fn call(&mut self, function: &Expr) {
        self.called |= matches!(self.origin(function), Some(Origin::Part));
    }
}
