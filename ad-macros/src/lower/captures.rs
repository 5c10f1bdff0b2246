//! What closures capture.
//!
//! Receives a closure that is passed to another function; promises the places of ours that it mentions,
//! and its body with a name for each. As in Rust, a field is captured alone where nothing asks for the
//! whole it belongs to.
//!
//! ```text
//! xs.map(|x| x * self.gain)          captures &self.gain, as gain in |x| x * *gain
//! ```

use super::Lowerer;
use crate::desugar::build;
use crate::ir::{Local, Ty};
use crate::tables::{HashMap, HashSet};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprClosure};

/// What a closure captures, and how.
pub(super) struct Capture {
    /// Its name in the closure's own function.
    pub(super) name: Ident,
    /// What is captured.
    pub(super) place: Expr,
    /// The variable that it is, or is a part of.
    pub(super) root: Local,
    pub(super) ty: Ty,
}

impl Capture {
    /// Whether the closure's body sees the value itself, not a reference to it.
    pub(super) fn by_value(&self) -> bool {
        matches!(
            self.ty,
            Ty::Float(_) | Ty::Int | Ty::Bool | Ty::Unit | Ty::Function
        )
    }

    /// The variable's type in the closure's own function.
    pub(super) fn inner_ty(&self) -> Ty {
        match &self.ty {
            ty if self.by_value() => ty.clone(),
            Ty::Ref(_, t) => Ty::Ref(false, t.clone()),
            ty => Ty::Ref(false, Box::new(ty.clone())),
        }
    }
}

impl Lowerer<'_> {
    /// What of ours a closure mentions, without variables of which it has its `own`, and the closure in
    /// terms of that.
    pub(super) fn captures(
        &self,
        closure: &ExprClosure,
        own: &HashSet<Local>,
    ) -> (Vec<Capture>, ExprClosure) {
        let mut closure = closure.clone();
        let body = &mut *closure.body;
        let mut captures = self.captured_fields(body, own);
        let mut seen: HashSet<String> = captures.iter().map(|c| c.name.to_string()).collect();
        for name in build::names_in(body) {
            if let Some(root) = self.lookup(&name.to_string())
                && !own.contains(&root)
                && seen.insert(name.to_string())
            {
                captures.push(Capture {
                    place: build::name(name.clone()),
                    ty: self.captured_ty(root),
                    name,
                    root,
                });
            }
        }
        let behind = captures.iter().filter(|c| !c.by_value() && !c.ty.is_ref());
        Through(behind.map(|c| c.name.to_string()).collect()).visit_expr_mut(body);
        (captures, closure)
    }

    /// What a pattern binds by reference is captured as that reference, not as one to it: the type of what is captured
    /// names no lifetime then, and neither does that of the pullback, which may outlive the arm.
    fn captured_ty(&self, root: Local) -> Ty {
        match self.ty(root) {
            Ty::Unknown if self.lent_parts.contains(&root) => Ty::Ref(false, Box::new(Ty::Unknown)),
            ty => ty.clone(),
        }
    }

    /// The fields of variables of which nothing else is mentioned, each by a name of its own from here on.
    fn captured_fields(&self, body: &mut Expr, own: &HashSet<Local>) -> Vec<Capture> {
        let mut fields = Fields::default();
        fields.visit_expr(body);
        let mut mentions: HashMap<String, usize> = HashMap::default();
        for name in build::names_in(body) {
            *mentions.entry(name.to_string()).or_default() += 1;
        }
        let mut captures: Vec<Capture> = Vec::new();
        for place in fields.0 {
            let Some((root, path)) = path_of(&place) else {
                continue;
            };
            let key = root.to_string();
            let alone = fields.1.get(&key) == mentions.get(&key);
            let captured = self
                .lookup(&key)
                .filter(|local| alone && !own.contains(local));
            let Some(local) = captured else {
                continue;
            };
            let name = Ident::new(&format!("{root}_{}", path.join("_")), place.span());
            if self.lookup(&name.to_string()).is_none()
                && !mentions.contains_key(&name.to_string())
                && !captures.iter().any(|c| c.name == name)
            {
                captures.push(Capture {
                    name,
                    ty: self.infer(&place),
                    place,
                    root: local,
                });
            }
        }
        Named(&captures).visit_expr_mut(body);
        captures
    }
}

/// The places that are fields of variables, and how often each variable is mentioned in one.
#[derive(Default)]
struct Fields(Vec<Expr>, HashMap<String, usize>);

impl<'ast> Visit<'ast> for Fields {
    fn visit_expr_field(&mut self, field: &'ast syn::ExprField) {
        let place = Expr::Field(field.clone());
        match path_of(&place) {
            Some((root, _)) => {
                *self.1.entry(root.to_string()).or_default() += 1;
                self.0.push(place);
            }
            None => visit::visit_expr_field(self, field),
        }
    }
}

/// The variable and the fields of `a.b.c`.
fn path_of(place: &Expr) -> Option<(Ident, Vec<String>)> {
    match place {
        Expr::Field(field) => {
            let (root, mut path) = match build::as_name(&field.base) {
                Some(root) => (root.clone(), Vec::new()),
                None => path_of(&field.base)?,
            };
            path.push(field.member.to_token_stream().to_string());
            Some((root, path))
        }
        _ => None,
    }
}

/// Writes the names of captured fields for them.
struct Named<'a>(&'a [Capture]);

impl VisitMut for Named<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let captured = self.0.iter().find(|c| c.place == *expr);
        match captured {
            Some(capture) => *expr = build::name(capture.name.clone()),
            None => visit_mut::visit_expr_mut(self, expr),
        }
    }
}

/// Variables captured by reference, as the closure's body names them.
struct Through(HashSet<String>);

impl VisitMut for Through {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Some(name) = build::as_name(expr)
            && self.0.contains(&name.to_string())
        {
            *expr = syn::parse_quote!((*#name));
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
