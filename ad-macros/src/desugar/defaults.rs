//! `Default::default()` of a written type, and arrays and references that become values of one.
//!
//! Receives a function; promises that the type of a default value that a variable begins with is said where the value
//! is made: what is written at a variable is not said again where its type is known. So it is with the type of a map or a
//! deque that an array is turned into, and with what a reference is: by `into` alone it would be looked through.
//!
//! ```text
//! let m: HashMap<&str, f64> = [("a", x)].into();
//!                                 let m: HashMap<&str, f64> = HashMap::from([("a", x)]);
//! let pose: Pose = (&joint).into();
//!                                 let pose: Pose = <Pose>::from(&joint);
//! let mut rooms: [Vec<f64>; 3] = Default::default();
//!                                 let mut rooms: [Vec<f64>; 3] = <[Vec<f64>; 3] as Default>::default();
//! ```

use super::{build, maps};
use crate::lower::names_user_type;
use crate::segments;
use proc_macro2::Ident;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, FnArg, Pat, Path, PathArguments, Stmt, Type, parse_quote_spanned};

pub(super) fn by_type(function: &mut syn::ItemFn) {
    let mut defaults = Defaults {
        references: references(&function.sig),
        parameters: function
            .sig
            .generics
            .type_params()
            .map(|t| t.ident.clone())
            .collect(),
    };
    if let syn::ReturnType::Type(_, ty) = &function.sig.output
        && let Some(Stmt::Expr(end, None)) = function.block.stmts.last_mut()
    {
        defaults.convert(ty, end);
    }
    defaults.visit_block_mut(&mut function.block);
}

struct Defaults {
    /// The arguments, and the items of loops, that refer to values of the user's types.
    references: Vec<Ident>,
    /// The type parameters: bounds say what is converted to them, and from what.
    parameters: Vec<Ident>,
}

impl Defaults {
    fn is_parameter(&self, ty: &Type) -> bool {
        matches!(ty, Type::Path(path) if path.path.get_ident().is_some_and(|t| self.parameters.contains(t)))
    }

    /// `<T>::from(&x)` for `(&x).into()`
    fn convert(&self, ty: &Type, expr: &mut Expr) {
        let Expr::MethodCall(call) = build::peeled(expr) else {
            return;
        };
        let receiver = build::peeled(&call.receiver);
        let is_reference = match receiver {
            Expr::Reference(r) => r.mutability.is_none(),
            other => build::as_name(other).is_some_and(|name| self.references.contains(name)),
        };
        if call.method == "into"
            && call.args.is_empty()
            && is_reference
            && is_of_users(ty)
            && !self.is_parameter(ty)
        {
            let span = expr.span();
            *expr = parse_quote_spanned!(span=> <#ty>::from(#receiver));
        }
    }
}

fn references(signature: &syn::Signature) -> Vec<Ident> {
    let named = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => match (&*typed.pat, &*typed.ty) {
            (Pat::Ident(name), Type::Reference(r)) if is_of_users(&r.elem) => Some(&name.ident),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    });
    named.cloned().collect()
}

/// Whether a type is one of the user's, as far as its name tells.
fn is_of_users(ty: &Type) -> bool {
    const OTHERS: [&str; 7] = [
        "String", "Box", "Rc", "Arc", "Option", "HashMap", "BTreeMap",
    ];
    matches!(ty, Type::Path(path) if path.qself.is_none()
        && names_user_type(&path.path)
        && !OTHERS.contains(&segments::last(&path.path).as_str()))
}

impl VisitMut for Defaults {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        visit_mut::visit_local_mut(self, local);
        if let (Pat::Type(typed), Some(init)) = (&local.pat, &mut local.init)
            && let Some(array) = turned_array(&init.expr)
            && let Some(collection) = collection(&typed.ty)
        {
            let span = init.expr.span();
            *init.expr = parse_quote_spanned!(span=> #collection::from(#array));
        } else if let (Pat::Type(typed), Some(init)) = (&local.pat, &mut local.init)
            && is_default(&init.expr)
        {
            let (ty, span) = (&typed.ty, init.expr.span());
            *init.expr = match maps::map_type(ty) {
                // Maps are known by the function that makes them.
                Some(map) => {
                    let map = without_arguments(map);
                    parse_quote_spanned!(span=> #map::default())
                }
                None => parse_quote_spanned!(span=> <#ty as ::core::default::Default>::default()),
            };
        } else if let (Pat::Type(typed), Some(init)) = (&local.pat, &mut local.init) {
            self.convert(&typed.ty, &mut init.expr);
        }
    }

    fn visit_expr_for_loop_mut(&mut self, l: &mut syn::ExprForLoop) {
        let lends = match build::peeled(&l.expr) {
            Expr::Reference(r) => r.mutability.is_none(),
            Expr::MethodCall(call) => call.method == "iter",
            _ => false,
        };
        if let (true, Pat::Ident(item)) = (lends, &*l.pat) {
            self.references.push(item.ident.clone());
        }
        visit_mut::visit_expr_for_loop_mut(self, l);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

fn is_default(expr: &Expr) -> bool {
    let Expr::Call(call) = build::peeled(expr) else {
        return false;
    };
    matches!(&*call.func, Expr::Path(path)
        if path.qself.is_none()
            && segments::names(&path.path).ends_with(&["Default".into(), "default".into()]))
}

fn without_arguments(mut path: Path) -> Path {
    let segments = path.segments.iter_mut();
    segments.for_each(|s| s.arguments = PathArguments::None);
    path
}

/// `[a, b]` in `[a, b].into()`
fn turned_array(expr: &Expr) -> Option<&syn::ExprArray> {
    match build::peeled(expr) {
        Expr::MethodCall(call) if call.method == "into" && call.args.is_empty() => {
            match build::peeled(&call.receiver) {
                Expr::Array(array) => Some(array),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The path of a map or a deque.
fn collection(ty: &Type) -> Option<Path> {
    let is_deque = |path: &Path| segments::last(path) == "VecDeque";
    let deque = match ty {
        Type::Path(ty) if ty.qself.is_none() && is_deque(&ty.path) => Some(ty.path.clone()),
        _ => None,
    };
    maps::map_type(ty).or(deque).map(without_arguments)
}
