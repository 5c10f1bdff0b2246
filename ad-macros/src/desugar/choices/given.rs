//! Whether a function gives nothing but bare variants.
//!
//! Receives a function; promises that all it returns are paths to variants or constants of its type. Nothing in
//! them depends on the arguments, so no derivative comes back, and the type need not be `Differentiable`. Of other
//! functions it says whether rustc has to be asked.
//!
//! ```text
//! fn grade(x: f64) -> Grade { if x < 1.0 { Grade::Low } else { Grade::High } }
//! ```

use super::super::build;
use super::{Names, renames_types};
use syn::visit::{self, Visit};
use syn::{Expr, Stmt};

/// Whether all that a function gives are bare variants of its type: whatever that type is, nothing in it depends
/// on the arguments.
pub(crate) fn gives_variants(function: &syn::ItemFn) -> bool {
    let syn::ReturnType::Type(_, ty) = &function.sig.output else {
        return false;
    };
    let names = Names { owner: None };
    let Some(ty) = names.type_name(ty) else {
        return false;
    };
    let mut given = Given {
        names: &names,
        ty,
        other: false,
    };
    // What most functions end in tells already.
    if !given.ends_in_variant(&function.block) {
        return false;
    }
    given.visit_block(&function.block);
    !given.other && !renames_types(&function.block)
}

/// Whether nothing shows that there are floats in what a function gives but those that are written: its type is but a
/// name, or has names in it, and the body makes no values of these but of whole numbers.
///
/// ```text
/// fn after(&self) -> Phase { match self.phase { Phase::Boost => Phase::Coast, phase => phase } }
/// fn next(&self) -> NodeId { NodeId(self.n + 1) }
/// fn signal(x: f64) -> Option<(Side, f64)> { if x > 1.0 { Some((Side::Buy, x)) } else { None } }
/// ```
pub(crate) fn may_give_variants(function: &syn::ItemFn) -> bool {
    let syn::ReturnType::Type(_, ty) = &function.sig.output else {
        return false;
    };
    let names = Names { owner: None };
    let types = match names.unknown(ty) {
        Some(ty) => vec![ty],
        None => names.names_within_result(ty),
    };
    let mut made = Made {
        names: &names,
        types: &types,
        found: false,
    };
    made.visit_block(&function.block);
    !types.is_empty() && !made.found && !renames_types(&function.block)
}

/// Looks for values of types that a function makes: those of bare variants and of whole numbers do not count.
struct Made<'a> {
    names: &'a Names<'a>,
    types: &'a [String],
    found: bool,
}

impl Made<'_> {
    fn made_by(&mut self, path: &syn::Path) {
        let itself: Vec<&syn::PathSegment> = path.segments.iter().collect();
        let without_last = &itself[..itself.len() - 1];
        for segments in [&itself, without_last] {
            let name = self.names.name(segments);
            self.found |= name.is_some_and(|name| self.types.contains(&name));
        }
        self.found |= path.segments[0].ident == "Self";
    }
}

impl Visit<'_> for Made<'_> {
    fn visit_expr_struct(&mut self, made: &syn::ExprStruct) {
        if made.rest.is_some() || !are_whole(made.fields.iter().map(|field| &field.expr)) {
            self.made_by(&made.path);
        }
        visit::visit_expr_struct(self, made);
    }

    fn visit_expr_call(&mut self, call: &syn::ExprCall) {
        if let Expr::Path(path) = build::peeled(&call.func)
            && !are_whole(call.args.iter())
        {
            self.made_by(&path.path);
        }
        visit::visit_expr_call(self, call);
    }
}

/// Whether these show that they are whole numbers, or one of them does and the others are fields of which nothing shows.
fn are_whole<'e>(parts: impl Iterator<Item = &'e Expr> + Clone) -> bool {
    let is_field = |part: &Expr| matches!(build::peeled(part), Expr::Field(_));
    parts.clone().any(is_whole)
        && parts
            .into_iter()
            .all(|part| is_whole(part) || is_field(part))
}

/// Whether an expression shows that it is a whole number: an operand that is one suffices, as floats are not added to them.
pub(crate) fn is_whole(expr: &Expr) -> bool {
    match build::peeled(expr) {
        Expr::Lit(lit) => matches!(lit.lit, syn::Lit::Int(_)),
        Expr::Cast(cast) => {
            let syn::Type::Path(path) = &*cast.ty else {
                return false;
            };
            let name = path.path.get_ident().map(ToString::to_string);
            name.is_some_and(|name| {
                [
                    "usize", "u64", "u32", "u16", "u8", "isize", "i64", "i32", "i16", "i8",
                ]
                .contains(&&*name)
            })
        }
        Expr::MethodCall(call) => call.args.is_empty() && call.method == "len",
        Expr::Binary(e) => {
            use syn::BinOp::{Add, Div, Mul, Rem, Sub};
            matches!(e.op, Add(_) | Sub(_) | Mul(_) | Div(_) | Rem(_))
                && (is_whole(&e.left) || is_whole(&e.right))
        }
        _ => false,
    }
}

/// Looks at what a function gives.
struct Given<'a> {
    names: &'a Names<'a>,
    /// The function's type.
    ty: String,
    /// Something else than a variant is returned.
    other: bool,
}

impl Given<'_> {
    fn ends_in_variant(&self, block: &syn::Block) -> bool {
        match block.stmts.last() {
            Some(Stmt::Expr(Expr::Return(_), _)) => true,
            Some(Stmt::Expr(e, None)) => self.is_variant(e),
            Some(Stmt::Macro(m)) => diverges(&m.mac),
            _ => false,
        }
    }

    fn is_variant(&self, expr: &Expr) -> bool {
        match build::peeled(expr) {
            Expr::Path(path) => self.names.type_of_variant(path).as_ref() == Some(&self.ty),
            Expr::Block(e) => self.ends_in_variant(&e.block),
            Expr::Match(e) => e.arms.iter().all(|arm| self.is_variant(&arm.body)),
            Expr::If(e) => {
                let otherwise = e.else_branch.as_ref();
                self.ends_in_variant(&e.then_branch)
                    && otherwise.is_some_and(|(_, e)| self.is_variant(e))
            }
            Expr::Macro(e) => diverges(&e.mac),
            Expr::Return(_) => true,
            _ => false,
        }
    }
}

impl Visit<'_> for Given<'_> {
    fn visit_expr_return(&mut self, e: &syn::ExprReturn) {
        self.other |= !e.expr.as_ref().is_some_and(|e| self.is_variant(e));
        visit::visit_expr_return(self, e);
    }

    fn visit_expr_try(&mut self, _: &syn::ExprTry) {
        self.other = true;
    }

    fn visit_expr_closure(&mut self, _: &syn::ExprClosure) {
        // Returns from itself.
    }

    fn visit_item(&mut self, _: &syn::Item) {
        // The same.
    }

    fn visit_macro(&mut self, mac: &syn::Macro) {
        let text = mac.tokens.to_string();
        self.other |= text.contains("return") || text.contains('?');
    }
}

fn diverges(mac: &syn::Macro) -> bool {
    let name = mac.path.get_ident();
    name.is_some_and(|n| n == "panic" || n == "unreachable" || n == "todo" || n == "unimplemented")
}
