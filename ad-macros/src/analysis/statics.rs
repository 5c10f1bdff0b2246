//! Values that a function puts where another one finds them: in a static.
//!
//! Receives a function with its activity; promises that no call without a rule is given what carries a derivative
//! where a later one, by its name, gives that back. Neither the static nor what the two do shows, so their names decide:
//! the first says that it stores, the second says that it looks up, or names nothing but what is stored.
//!
//! ```text
//! set_gain(t)                  refused, as `gain()` follows
//! c = `gain()`
//! y = c * x
//!
//! log(t)                       stores nothing
//! c = `table()`
//! ```

use super::needs::call_is_varied;
use super::plan::Analyses;
use crate::diagnostics::{Sink, catalog};
use crate::ir::*;
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;

/// With what the name of a function begins that stores what it is given.
const STORES: [&str; 20] = [
    "accumulate",
    "add",
    "append",
    "cache",
    "deposit",
    "insert",
    "keep",
    "memorize",
    "note",
    "observe",
    "push",
    "put",
    "record",
    "register",
    "remember",
    "save",
    "set",
    "stash",
    "store",
    "update",
];

/// What the name of a function says that gives back what was stored.
const GIVES: [&str; 22] = [
    "accumulated",
    "average",
    "cached",
    "current",
    "fetch",
    "get",
    "kept",
    "last",
    "latest",
    "load",
    "lookup",
    "mean",
    "peek",
    "pop",
    "previous",
    "read",
    "recall",
    "recorded",
    "saved",
    "stored",
    "take",
    "total",
];

/// Refuses every value that is stored where it comes back.
pub(crate) fn check(a: &Analyses, sink: &Sink) {
    let mut all = Vec::new();
    a.f.body.walk(&mut |stmt| all.push(Access::of(a, stmt)));
    // Most functions store nothing, and their loops need not be looked at one by one.
    if !all.iter().any(|access| matches!(access, Access::Stores(_))) {
        return;
    }
    for (at, access) in all.iter().enumerate() {
        refuse(access, all[at..].iter(), sink);
    }
    // In a loop, what stands before comes after as well.
    a.f.body.walk(&mut |stmt| {
        let StmtKind::Loop(looped) = &stmt.kind else {
            return;
        };
        let mut inside = Vec::new();
        looped
            .body
            .walk(&mut |stmt| inside.push(Access::of(a, stmt)));
        for access in &inside {
            refuse(access, inside.iter(), sink);
        }
    });
}

fn refuse<'a>(access: &Access, others: impl Iterator<Item = &'a Access>, sink: &Sink) {
    let Access::Stores(stored) = access else {
        return;
    };
    let read = others.filter_map(|other| match other {
        Access::Reads(read) => Some(read),
        _ => None,
    });
    if let Some(read) = read.flatten().find(|read| read.gives_back(stored)) {
        let message = catalog::given_back(&stored.name, &read.name);
        sink.refuse(stored.span, &message);
    }
}

/// What a statement does to what may be a static.
enum Access {
    Stores(Name),
    Reads(Vec<Name>),
    None,
}

impl Access {
    fn of(a: &Analyses, stmt: &Stmt) -> Self {
        let StmtKind::Let { dst, op } = &stmt.kind else {
            return Access::None;
        };
        let is_useful = a.activity.is_useful(*dst) && !matches!(a.f.ty(*dst), Ty::Int | Ty::Bool);
        match op {
            Op::Call(call) if call_is_varied(call, &a.activity, &a.flow) => match &call.callee {
                Callee::Path(path) | Callee::Associated(path)
                    if !is_useful && !call.stops() && !call.changes_arguments() =>
                {
                    Name::of_path(path.to_token_stream()).map_or(Access::None, Access::Stores)
                }
                _ => Access::None,
            },
            Op::Call(call) if is_useful => match &call.callee {
                Callee::Path(path) | Callee::Associated(path) => {
                    Access::Reads(Name::of_path(path.to_token_stream()).into_iter().collect())
                }
                _ => Access::None,
            },
            Op::Raw(raw) if is_useful => {
                let mut read = Vec::new();
                read_in(raw.tokens.clone(), &mut read);
                Access::Reads(read)
            }
            _ => Access::None,
        }
    }
}

/// What is called, or asked.
struct Name {
    name: String,
    /// What leads there: `store::` in `store::put`.
    of: String,
    is_static: bool,
    span: Span,
}

impl Name {
    fn of_path(path: TokenStream) -> Option<Self> {
        let path = syn::parse2::<syn::Path>(path).ok()?;
        let last = path.segments.last()?;
        let of = path.segments.iter().rev().skip(1);
        Some(Name {
            name: last.ident.to_string(),
            of: of.map(|segment| format!("{}::", segment.ident)).collect(),
            is_static: false,
            span: path.span(),
        })
    }

    fn of_static(name: &Ident) -> Self {
        Name {
            name: name.to_string(),
            of: String::new(),
            is_static: true,
            span: name.span(),
        }
    }

    /// Whether this gives back what `stored` was given: it names nothing that the other does not, and a function that
    /// is named after nothing at all says that it gives something back.
    fn gives_back(&self, stored: &Name) -> bool {
        let (read, stored_words) = (words(&self.name), words(&stored.name));
        let Some((verb, of)) = stored_words.split_first() else {
            return false;
        };
        let is_same = |word: &String| GIVES.contains(&word.as_str()) || of.contains(word);
        STORES.contains(&verb.as_str())
            && match self.is_static {
                true => of.is_empty() || read.iter().all(is_same),
                false => self.of == stored.of && read.iter().all(is_same),
            }
    }
}

/// `set_gain_2` is made of `set` and `gain`.
fn words(name: &str) -> Vec<String> {
    let name = name.to_lowercase();
    let words = name
        .split('_')
        .map(|word| word.trim_end_matches(char::is_numeric));
    words
        .filter(|word| !word.is_empty())
        .map(String::from)
        .collect()
}

/// The functions that code calls, and the statics whose methods it calls.
fn read_in(tokens: TokenStream, read: &mut Vec<Name>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_dot =
        |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(p)) if p.as_char() == '.');
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(name) if is_dot(at + 1) && is_static(name) => {
                read.push(Name::of_static(name));
            }
            TokenTree::Ident(_) if is_called(tokens.get(at + 1)) => {
                let starts = start_of_path(&tokens, at);
                if starts == 0 || !is_dot(starts - 1) {
                    read.extend(Name::of_path(tokens[starts..=at].iter().cloned().collect()));
                }
            }
            TokenTree::Group(group) => read_in(group.stream(), read),
            _ => {}
        }
    }
}

fn is_called(next: Option<&TokenTree>) -> bool {
    matches!(next, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis)
}

/// `TOTAL`
fn is_static(name: &Ident) -> bool {
    let name = name.to_string();
    name.len() > 1 && !name.contains(char::is_lowercase)
}

/// Where the path begins whose last name stands at `at`.
fn start_of_path(tokens: &[TokenTree], mut at: usize) -> usize {
    let is_colon = |t: &TokenTree| matches!(t, TokenTree::Punct(p) if p.as_char() == ':');
    while at >= 3 && is_colon(&tokens[at - 1]) && is_colon(&tokens[at - 2]) {
        match &tokens[at - 3] {
            TokenTree::Ident(_) => at -= 3,
            _ => break,
        }
    }
    at
}
