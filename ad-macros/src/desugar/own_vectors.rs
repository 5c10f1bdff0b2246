//! Fields that are vectors.
//!
//! Receives the members of an `impl` block; promises the names of those fields of `Self` of which a constructor in
//! the block says that they are vectors. Methods of other fields are called by rules, as the fields may be of the
//! user's own types.
//!
//! ```text
//! fn new(limit: usize) -> Self { Self { seen: Vec::new(), limit } }     seen
//! fn add(&mut self, x: f64) { self.seen.push(x); }                      what a vector does
//! ```

use super::build;
use crate::lower::is_vec_constructor;
use crate::tables::HashSet;
use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::{Expr, FnArg, ImplItem, ImplItemFn, Member, Pat, Type};

/// The fields that constructors in a block fill with vectors.
pub(super) fn fields_of(items: &[ImplItem], self_ty: &Type) -> Vec<Ident> {
    let mut found = Vec::new();
    for item in items {
        if let ImplItem::Fn(method) = item {
            let mut filled = Filled::of(method, self_ty);
            filled.visit_block(&method.block);
            found.append(&mut filled.fields);
        }
    }
    found
}

struct Filled<'a> {
    owner: Option<&'a Ident>,
    /// The variables that hold vectors.
    variables: HashSet<Ident>,
    fields: Vec<Ident>,
}

impl<'a> Filled<'a> {
    fn of(method: &ImplItemFn, self_ty: &'a Type) -> Self {
        let typed = method.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(typed) if is_vec(&typed.ty) => name_of(&typed.pat),
            _ => None,
        });
        Filled {
            owner: last_of(self_ty),
            variables: typed.cloned().collect(),
            fields: Vec::new(),
        }
    }

    fn is_vector(&self, expr: &Expr) -> bool {
        match build::peeled(expr) {
            Expr::Macro(m) => m.mac.path.is_ident("vec"),
            Expr::Call(call) => {
                matches!(&*call.func, Expr::Path(p) if is_vec_constructor(&p.path))
            }
            Expr::MethodCall(call) => call.method == "to_vec" && call.args.is_empty(),
            other => build::as_name(other).is_some_and(|name| self.variables.contains(name)),
        }
    }

    fn makes_owner(&self, path: &syn::Path) -> bool {
        let last = path.segments.last().map(|s| &s.ident);
        last.is_some_and(|name| name == "Self" || Some(name) == self.owner)
    }
}

impl<'ast> Visit<'ast> for Filled<'_> {
    fn visit_local(&mut self, local: &'ast syn::Local) {
        visit::visit_local(self, local);
        let (pat, said) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, is_vec(&typed.ty)),
            pat => (pat, false),
        };
        let Some(name) = name_of(pat) else { return };
        let made = local.init.as_ref().is_some_and(|i| self.is_vector(&i.expr));
        if said || made {
            self.variables.insert(name.clone());
        } else {
            self.variables.remove(name);
        }
    }

    fn visit_expr_struct(&mut self, e: &'ast syn::ExprStruct) {
        visit::visit_expr_struct(self, e);
        if self.makes_owner(&e.path) {
            for field in &e.fields {
                if let (Member::Named(name), true) = (&field.member, self.is_vector(&field.expr)) {
                    self.fields.push(name.clone());
                }
            }
        }
    }
}

fn name_of(pat: &Pat) -> Option<&Ident> {
    match pat {
        Pat::Ident(p) => Some(&p.ident),
        _ => None,
    }
}

fn last_of(ty: &Type) -> Option<&Ident> {
    match ty {
        Type::Path(p) => p.path.segments.last().map(|s| &s.ident),
        _ => None,
    }
}

fn is_vec(ty: &Type) -> bool {
    last_of(ty).is_some_and(|name| name == "Vec")
}
