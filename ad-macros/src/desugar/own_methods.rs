//! Methods of the user's own types that are called like the standard library's.
//!
//! Receives a function whose local names are unique; promises that no later pass takes such a method for that of a list,
//! an option or an iterator where the type of the receiver is said (`typed.rs`), and word was left that the type has a
//! method of the name. The raw spelling is that of a method like any other; lowering takes it off again.
//!
//! ```text
//! let cut = segment.split_at(0.5);         let cut = segment.r#split_at(0.5);
//! account.take(10.0)                       account.r#take(10.0)
//! prices.iter().take(3)                    as it is
//! ```

use super::build;
use super::typed::Types;
use crate::iterators;
use proc_macro2::Ident;
use syn::ExprMethodCall;
use syn::ext::IdentExt;
use syn::visit_mut::{self, VisitMut};

pub(super) fn by_type(function: &mut syn::ItemFn) {
    if !iterators::is_no_method_known() {
        let types = Types::of_function(function);
        Spelling(types).visit_block_mut(&mut function.block);
    }
}

struct Spelling(Types);

impl Spelling {
    /// Whether a type with a `push` of its own is extended, which that of lists would be taken for.
    fn extends_own(&self, call: &ExprMethodCall) -> bool {
        let push = Ident::new("push", call.method.span());
        call.method == "extend" && self.0.has_method(&call.receiver, &push)
    }
}

impl VisitMut for Spelling {
    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items see no locals.
    }

    fn visit_expr_method_call_mut(&mut self, call: &mut ExprMethodCall) {
        if self.0.has_method(&call.receiver, &call.method) || self.extends_own(call) {
            call.method = Ident::new_raw(&call.method.to_string(), call.method.span());
        }
        visit_mut::visit_expr_method_call_mut(self, call);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}

/// Names of the standard library's methods that passes know. Those that are left out here are asked of rules, or have
/// passes of their own.
const KNOWN: [&str; 109] = [
    "all",
    "and_then",
    "any",
    "append",
    "as_slice",
    "back",
    "binary_search",
    "by_ref",
    "chain",
    "chunks",
    "clear",
    "cmp",
    "collect",
    "concat",
    "contains",
    "contains_key",
    "copied",
    "copy_from_slice",
    "count",
    "cycle",
    "dedup",
    "drain",
    "ends_with",
    "enumerate",
    "eq",
    "expect",
    "extend",
    "fill",
    "filter",
    "filter_map",
    "find",
    "find_map",
    "first",
    "flat_map",
    "flatten",
    "fold",
    "for_each",
    "front",
    "fuse",
    "get",
    "get_mut",
    "get_or_insert",
    "insert",
    "inspect",
    "is_empty",
    "is_err",
    "is_none",
    "is_ok",
    "is_some",
    "join",
    "last",
    "last_mut",
    "map",
    "map_or",
    "map_or_else",
    "map_while",
    "max_by",
    "max_by_key",
    "min_by",
    "min_by_key",
    "nth",
    "ok",
    "ok_or",
    "ok_or_else",
    "or_else",
    "partial_cmp",
    "partition",
    "peekable",
    "pop",
    "position",
    "product",
    "push",
    "reduce",
    "remove",
    "replace",
    "resize",
    "retain",
    "rev",
    "reverse",
    "rotate_left",
    "rotate_right",
    "scan",
    "skip",
    "skip_while",
    "sort",
    "split",
    "split_at",
    "split_at_mut",
    "split_first",
    "split_last",
    "split_off",
    "starts_with",
    "step_by",
    "sum",
    "swap",
    "take",
    "take_while",
    "to_owned",
    "to_vec",
    "trim",
    "truncate",
    "try_fold",
    "unwrap",
    "unwrap_or",
    "unwrap_or_default",
    "unwrap_or_else",
    "unzip",
    "windows",
    "zip",
];

pub(crate) fn is_of_standard_library(method: &Ident) -> bool {
    KNOWN.binary_search(&method.to_string().as_str()).is_ok()
}

/// The name that is spelled so, once it is told whose method it is.
pub(crate) fn plain(method: &Ident) -> Ident {
    let name = method.unraw();
    match is_of_standard_library(&name) {
        true => name,
        false => method.clone(),
    }
}
