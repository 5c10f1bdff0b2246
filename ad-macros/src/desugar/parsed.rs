//! What a text is read as.
//!
//! Receives a function; promises that where a number is parsed, its type is said at the `parse`, if the type of the variable or of
//! the result that it becomes says so: what is done with it on its way is taken apart, and then nothing leads from one to the other.
//!
//! ```text
//! let rate: f64 = tokens.next()?.parse().ok()?;
//!                         let rate: f64 = tokens.next()?.parse::<f64>().ok()?;
//! let all: Vec<f64> = fields.filter_map(|f| f.parse().ok()).collect();
//!                         let all: Vec<f64> = fields.filter_map(|f| f.parse::<f64>().ok()).collect();
//! ```

use super::build;
use super::stored::{tails, tails_of_block};
use crate::segments;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprMethodCall, GenericArgument, Pat, ReturnType, Type, parse_quote};

pub(super) fn by_type(function: &mut syn::ItemFn) {
    if let ReturnType::Type(_, ty) = &function.sig.output {
        let becomes = Becomes::of(ty);
        tails_of_block(&mut function.block, &mut |value| becomes.said_in(value));
    }
    Parsed.visit_block_mut(&mut function.block);
}

struct Parsed;

impl VisitMut for Parsed {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        visit_mut::visit_local_mut(self, local);
        if let (Pat::Type(typed), Some(init)) = (&local.pat, &mut local.init) {
            Becomes::of(&typed.ty).said_in(&mut init.expr);
        }
    }

    fn visit_expr_method_call_mut(&mut self, call: &mut ExprMethodCall) {
        visit_mut::visit_expr_method_call_mut(self, call);
        let stated = call.turbofish.as_ref().and_then(|t| match t.args.first() {
            Some(GenericArgument::Type(ty)) => Some(Becomes::of(ty)),
            _ => None,
        });
        if let Some(collected) = stated.filter(|_| call.method == "collect") {
            collected.items_said_in(&mut call.receiver);
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// What an expression gives.
#[derive(Clone, Copy)]
enum Becomes<'t> {
    /// A value of this type.
    Value(&'t Type),
    /// An `Option` or a `Result` of one.
    Wrapped(&'t Type),
}

impl<'t> Becomes<'t> {
    fn of(ty: &'t Type) -> Self {
        match argument(ty, &["Option", "Result"]) {
            Some(inner) => Becomes::Wrapped(inner),
            None => Becomes::Value(ty),
        }
    }

    /// Says the type at what is parsed for this.
    fn said_in(self, expr: &mut Expr) {
        tails(expr, &mut |value| match (self, value) {
            (_, Expr::MethodCall(call)) => self.said_in_call(call),
            (Becomes::Value(ty), Expr::Try(question)) => {
                Becomes::Wrapped(ty).said_in(&mut question.expr);
            }
            (Becomes::Wrapped(ty), Expr::Call(call)) if is_wrapping(&call.func) => {
                call.args
                    .iter_mut()
                    .for_each(|arg| Becomes::of(ty).said_in(arg));
            }
            _ => {}
        });
    }

    fn said_in_call(self, call: &mut ExprMethodCall) {
        let name = call.method.to_string();
        match (self, name.as_str()) {
            (Becomes::Wrapped(ty), "parse") if call.turbofish.is_none() && is_stated(ty) => {
                call.turbofish = Some(parse_quote!(::<#ty>));
            }
            (
                Becomes::Value(ty),
                "unwrap" | "expect" | "unwrap_or" | "unwrap_or_else" | "unwrap_or_default",
            ) => Becomes::Wrapped(ty).said_in(&mut call.receiver),
            (
                Becomes::Wrapped(_),
                "ok" | "map_err" | "or_else" | "filter" | "ok_or" | "ok_or_else",
            ) => {
                self.said_in(&mut call.receiver);
            }
            (Becomes::Wrapped(_), "and_then") => self.said_in_closure(call),
            (Becomes::Wrapped(ty), "map") => Becomes::Value(ty).said_in_closure(call),
            (Becomes::Value(_), "map_or" | "map_or_else") => self.said_in_closure(call),
            (_, "collect") => self.items_said_in(&mut call.receiver),
            _ => {}
        }
    }

    /// The same of the closure that comes last.
    fn said_in_closure(self, call: &mut ExprMethodCall) {
        if let Some(Expr::Closure(f)) = call.args.last_mut() {
            self.said_in(&mut f.body);
        }
    }

    /// The same of what an iterator yields that is collected in this.
    fn items_said_in(self, iterator: &mut Expr) {
        let item = match self {
            Becomes::Value(list) => element(list).map(Becomes::Value),
            Becomes::Wrapped(list) => element(list).map(Becomes::Wrapped),
        };
        let (Some(item), Expr::MethodCall(call)) = (item, iterator) else {
            return;
        };
        match (item, call.method.to_string().as_str()) {
            (_, "map") => item.said_in_closure(call),
            (Becomes::Value(ty), "filter_map" | "flat_map" | "map_while") => {
                Becomes::Wrapped(ty).said_in_closure(call);
            }
            (_, "filter" | "take" | "skip" | "step_by" | "rev" | "take_while" | "skip_while") => {
                self.items_said_in(&mut call.receiver);
            }
            _ => {}
        }
    }
}

/// The type of a list's elements.
fn element(list: &Type) -> Option<&Type> {
    argument(list, &["Vec", "VecDeque"])
}

/// The first type that is given to one of these.
fn argument<'t>(ty: &'t Type, names: &[&str]) -> Option<&'t Type> {
    let Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last()?;
    let named = names.iter().any(|name| last.ident == name);
    named.then(|| segments::type_argument(last)).flatten()
}

/// `Some`, `Ok`
fn is_wrapping(function: &Expr) -> bool {
    matches!(build::as_name(function), Some(name) if name == "Some" || name == "Ok")
}

fn is_stated(ty: &Type) -> bool {
    !matches!(ty, Type::Infer(_) | Type::ImplTrait(_))
}

#[cfg(test)]
mod tests {
    use super::by_type;
    use quote::ToTokens;

    fn assert_said(before: &str, after: &str) {
        let parsed = |text| syn::parse_str::<syn::ItemFn>(text).expect("a function");
        let mut function = parsed(before);
        by_type(&mut function);
        let tokens = |f: syn::ItemFn| f.to_token_stream().to_string();
        assert_eq!(tokens(function), tokens(parsed(after)));
    }

    #[test]
    fn the_type_is_said_where_a_number_is_parsed() {
        assert_said(
            "fn f(t: &str) -> Option<f64> {
                let n: usize = t.parse().ok()?;
                let all: Vec<f32> = t.split(' ').filter_map(|f| f.parse().ok()).collect();
                Some(t.next().and_then(|t| t.trim().parse().ok()).unwrap_or(0.0))
            }",
            "fn f(t: &str) -> Option<f64> {
                let n: usize = t.parse::<usize>().ok()?;
                let all: Vec<f32> = t.split(' ').filter_map(|f| f.parse::<f32>().ok()).collect();
                Some(t.next().and_then(|t| t.trim().parse::<f64>().ok()).unwrap_or(0.0))
            }",
        );
    }

    #[test]
    fn what_is_left_open_stays() {
        let open =
            "fn f(t: &str) -> usize { let n: _ = t.parse().unwrap(); let m = t.parse(); g(n, m) }";
        assert_said(open, open);
    }
}
