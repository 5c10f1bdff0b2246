//! Calls of functions that may have no rule, of whose results the uses say that they may be whole numbers.
//!
//! ```text
//! n = call argmax(&scores)
//! t = n as f64
//!
//! let (value, pullback) = rule::rrule(keep, (&scores,));
//! let (n, pullback) = IfRuled(value, pullback).__or_plain(|| argmax(&scores), |n| …).__given();
//! (n, pullback.__pullback())
//! ```
//!
//! The types decide whether there is a rule, and whether one is needed (`ad-core/src/emitted/inert_results.rs`).
//! Which calls ask is seen in the function alone, as what stands in for a rule is written with it in view.

use super::{Emitter, missing, names};
use crate::ir::*;
use crate::segments;
use crate::tables::HashSet;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

/// The functions that are called without a rule if they have none and their results carry no derivative.
pub(super) fn functions(f: &Function) -> HashSet<String> {
    let numbers = numbers(f);
    let (mut asked, mut others) = (HashSet::default(), HashSet::default());
    f.body.walk(&mut |stmt| {
        if let StmtKind::Let {
            dst,
            op: Op::Call(call),
        } = &stmt.kind
            && let Callee::Path(path) = &call.callee
        {
            let name = name_of(path);
            if !may_be_plain(f, path, call) {
                others.insert(name);
            } else if numbers.contains(dst) {
                asked.insert(name);
            }
        }
    });
    asked.retain(|name| !others.contains(name));
    asked
}

pub(super) fn name_of(path: &syn::ExprPath) -> String {
    path.to_token_stream().to_string()
}

/// What the call of such a function resolves to if it has no rule; `made` stands in where functions may be made.
pub(super) fn stand_in(
    module: &Ident,
    path: &syn::Path,
    core: &TokenStream,
    made: Option<TokenStream>,
) -> TokenStream {
    let name = &path.segments.last().expect("a path has a name").ident;
    let rule = gives_none(quote!(named::#name), core);
    quote! {
        mod #module {
            mod named {
                pub enum #name {}
            }
            #made
            #rule
        }
    }
}

/// A rule that says that there is none for the function that `name` is a type of.
pub(super) fn gives_none(name: TokenStream, core: &TokenStream) -> TokenStream {
    let rule = names::rule_at(0, Span::mixed_site());
    let given = quote!(#core::NoRule<#name, A>);
    quote! {
        pub struct rule;
        impl rule {
            pub fn #rule<K, A>(_: K, _: A) -> (#given, #given) {
                #core::NoRule::both()
            }
        }
    }
}

/// Whether a call only looks at values, of which each can be written once more.
fn may_be_plain(f: &Function, path: &syn::ExprPath, call: &Call) -> bool {
    let again = |arg: &Arg| match arg {
        Arg::Ref { mutable, place } => !mutable && !matches!(f.ty(place.root), Ty::Function),
        Arg::Value(Operand::Local(l)) => matches!(f.ty(*l), Ty::Float(_) | Ty::Int | Ty::Bool),
        Arg::Value(Operand::Const(..)) => true,
    };
    !call.is_of(f)
        && !call.by_rule
        && !call.stops()
        && call.functions.is_empty()
        && call.iterated.is_empty()
        && missing::of_mem(&path.path, call).is_none()
        && (1..=6).contains(&call.args.len())
        && call.args.iter().all(again)
}

/// The locals of unknown type that are used as whole numbers are, or parts of them: cast, or beside integers.
fn numbers(f: &Function) -> HashSet<Local> {
    let mut numbers = HashSet::default();
    loop {
        let known = numbers.len();
        f.body.walk(&mut |stmt| {
            if let StmtKind::Let { dst, op } = &stmt.kind {
                numbers.extend(used_as_numbers(f, *dst, op, &numbers));
            }
        });
        let part = |l: &Local| f.info(*l).part.as_ref().map(|place| place.root);
        let wholes: Vec<Local> = numbers.iter().filter_map(part).collect();
        numbers.extend(wholes);
        if numbers.len() == known {
            return numbers;
        }
    }
}

fn used_as_numbers(f: &Function, dst: Local, op: &Op, numbers: &HashSet<Local>) -> Vec<Local> {
    let unknown = |l: &Local| matches!(f.ty(*l), Ty::Unknown);
    let used = match op {
        Op::Cast(Operand::Local(l), _) => vec![*l],
        Op::Use(Operand::Local(l)) if numbers.contains(&dst) => vec![*l],
        Op::Load(place) | Op::Ref { place, .. } if numbers.contains(&dst) => vec![place.root],
        Op::Call(call) => match &call.callee {
            Callee::Operator(_) => {
                let locals: Vec<Local> = call.args.iter().filter_map(whole).collect();
                let beside = locals.iter().any(|l| matches!(f.ty(*l), Ty::Int));
                match beside || numbers.contains(&dst) {
                    true => locals,
                    false => Vec::new(),
                }
            }
            Callee::Associated(path) if is_conversion(path) => {
                call.args.iter().filter_map(whole).collect()
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    used.into_iter().filter(unknown).collect()
}

/// `f64::from(count)`
fn is_conversion(path: &syn::ExprPath) -> bool {
    let names = segments::names(&path.path);
    matches!(
        names.iter().map(String::as_str).collect::<Vec<_>>()[..],
        ["f64" | "f32", "from"]
    )
}

fn whole(arg: &Arg) -> Option<Local> {
    match arg {
        Arg::Ref { place, .. } if place.path.is_empty() => Some(place.root),
        Arg::Value(Operand::Local(l)) => Some(*l),
        _ => None,
    }
}

impl Emitter<'_> {
    /// The same call, without a rule where there is none and none is needed.
    pub(super) fn ruled_or_plain(
        &self,
        stmt: &Stmt,
        path: &syn::ExprPath,
        call: &Call,
        ruled: TokenStream,
    ) -> TokenStream {
        let is_asked = self
            .answers
            .asked
            .get_or_init(|| functions(self.f))
            .contains(&name_of(path));
        if !is_asked {
            return ruled;
        }
        let (core, span, plain) = (&self.core, path.span(), self.plain_call(call));
        let [value, pullback, given] = ["value", "pullback", "given"].map(names::plain);
        let shape = self.shape_of_given(stmt, &given);
        quote_spanned! {span=> {
            let (#value, #pullback) = #ruled;
            let (#value, #pullback) =
                #core::IfRuled(#value, #pullback).__or_plain(|| #plain, |#given| #shape).__given();
            (#value, #pullback.__pullback())
        }}
    }
}
