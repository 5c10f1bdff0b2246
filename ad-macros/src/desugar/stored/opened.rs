//! Variables that hold functions in lists, tuples or options.
//!
//! Receives a body; promises the names of those variables of which an item is called, by its place or by the name that a
//! loop, a pattern or a closure of a pipeline gives it.
//!
//! ```text
//! let fs = stages(3);                              fs
//! let (f, g) = pair(2.0);                          f, g
//! fs.iter().fold(f(x), |v, stage| stage(v)) * g(y)
//! ```

use super::build;
use crate::desugar::bindings::{Bindings, GIVING, Telling};
use crate::tables::HashSet;
use proc_macro2::Ident;
use syn::visit::Visit;
use syn::{Expr, Member, Pat};

/// The variables whose items are called, or that are.
pub(super) fn names(function: &syn::ItemFn) -> HashSet<String> {
    let mut opened = Opened::default();
    Telling(&mut opened).visit_block(&function.block);
    let mut found = opened.called;
    loop {
        let before = found.len();
        for (bound, source) in &opened.bound {
            if bound.iter().any(|name| found.contains(name)) {
                found.insert(source.clone());
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

#[derive(Default)]
struct Opened {
    called: HashSet<String>,
    /// What patterns bind, and the variable that it comes from.
    bound: Vec<(Vec<String>, String)>,
}

/// The variable that an expression gives, or gives an item of: the parts of structs are the user's own.
fn source(expr: &Expr) -> Option<&Ident> {
    match build::peeled(expr) {
        Expr::Reference(r) => source(&r.expr),
        Expr::Unary(u) => source(&u.expr),
        Expr::Index(i) => source(&i.expr),
        Expr::Field(f) if matches!(f.member, Member::Unnamed(_)) => source(&f.base),
        Expr::MethodCall(call) => {
            let gives = |names: &[&str]| names.iter().any(|name| call.method == name);
            let source = || source(&call.receiver);
            (gives(GIVING) || gives(super::TAKING))
                .then(source)
                .flatten()
        }
        other => build::as_name(other),
    }
}

impl Bindings for Opened {
    fn bind<'p>(&mut self, pats: impl Iterator<Item = &'p Pat>, from: &Expr) {
        if let Some(source) = source(from) {
            let bound = pats.flat_map(build::bound_names);
            let bound = bound.map(|name| name.to_string()).collect();
            self.bound.push((bound, source.to_string()));
        }
    }

    fn call(&mut self, function: &Expr) {
        self.called
            .extend(source(function).map(ToString::to_string));
    }
}
