//! Variables whose types are the user's own.
//!
//! Receives a function whose local names are unique; promises the names of variables that are made by a
//! constructor, or are the receiver of a method. A type of the user's may have methods of the names that
//! sequences have, and calls of them are calls of the user's.
//!
//! ```text
//! let mut s = Stack::new();
//! s.push(x);                    // Stack's, not that of a vector
//! ```
//!
//! Of a parameter's type a name says less: `type Row = Vec<f64>` looks like a struct. There the methods
//! for which vectors have rules as well go by their rules, and of a field only constructors in the same `impl`
//! say something. So does `push` of an element.

mod lists;

use super::Lowerer;
use crate::desugar::build;
use crate::desugar::functions::COPIED;
use crate::desugar::held::{self, Kind};
use crate::desugar::keyed::PUT;
use crate::desugar::maps::{KEY, NEW_KEY};
use crate::desugar::own::Own;
use crate::desugar::own_maps;
use crate::ir::Ty;
use crate::ir::ty::is_map;
use crate::tables::{HashMap, HashSet};
use lists::{holds_users, item_bound_by, list_of, makes_list, part_of};
use proc_macro2::Ident;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, ExprMethodCall, Member, Pat};

/// What a method's receiver is called.
pub(super) use crate::desugar::methods::RECEIVER;

/// Methods of sequences that have rules, too, with which they cost more.
const BY_RULE: [&str; 14] = [
    "get",
    "first",
    "last",
    "front",
    "back",
    "push",
    "pop",
    "swap",
    "reverse",
    "rotate_left",
    "rotate_right",
    "sort",
    "sort_unstable",
    "fill",
];

/// Those that only read, and that items of loops and of closures may have of their own, `for table in tables`.
const READ: [&str; 3] = ["get", "first", "last"];

/// Methods to which sequences never are given a number.
const TAKES_SEQUENCE: [&str; 4] = ["append", "extend_from_slice", "copy_from_slice", "retain"];

/// What the syntax says of variables' types.
#[derive(Clone)]
pub(super) struct Constructed {
    /// Made by a constructor of a type that is none of the standard library's.
    certain: HashSet<String>,
    /// Of a type with a name, or of what a function of one gives.
    named: HashSet<String>,
    /// Lists of such items.
    lists: HashSet<String>,
    /// What a function of no type returned, which may be an iterator.
    returned: HashSet<String>,
    /// What comes from a function of no type, perhaps through a condition or an option.
    anything: HashSet<String>,
    /// Maps and sets of the standard library: what they hold carries no derivative.
    maps: HashSet<String>,
    /// Those of them that are arguments: what these hold may carry one, unless they are constant.
    given_maps: HashSet<String>,
    /// Options and results.
    kinds: HashMap<String, Kind>,
    /// Fields of the receiver that are vectors.
    vectors: HashSet<String>,
    /// Fields that are maps or sets, as far as what is done with them shows that.
    map_fields: HashSet<String>,
}

impl Constructed {
    pub(super) fn of(item: &syn::ItemFn, own: &Own) -> Self {
        let asked = own_maps::asked_in(&item.block);
        let mut found = Constructed {
            certain: HashSet::default(),
            named: HashSet::default(),
            lists: HashSet::default(),
            returned: HashSet::default(),
            anything: HashSet::default(),
            maps: HashSet::default(),
            given_maps: HashSet::default(),
            kinds: HashMap::default(),
            vectors: own.vectors.iter().map(Ident::to_string).collect(),
            map_fields: own
                .maps
                .iter()
                .chain(&asked)
                .map(Ident::to_string)
                .collect(),
        };
        for input in &item.sig.inputs {
            if let syn::FnArg::Typed(typed) = input {
                found.declared(&typed.pat, &typed.ty);
            }
        }
        found.given_maps = found.maps.clone();
        found.visit_block(&item.block);
        found
    }

    /// Whether a variable is an option or a result, or neither.
    pub(super) fn kind(&self, name: &syn::Ident) -> Option<Kind> {
        let name = name.to_string();
        let own = self.certain.contains(&name).then_some(Kind::Neither);
        self.kinds.get(&name).copied().or(own)
    }

    /// `s.scaled(2.0)`, `Shape::new(x).scaled(2.0)` of a type of the user's may give another one.
    fn calls_method_of_users(&self, init: &Expr) -> bool {
        let call = match build::peeled(init) {
            Expr::MethodCall(call) => call,
            Expr::Block(block) => {
                return matches!(block.block.stmts.last(), Some(syn::Stmt::Expr(tail, None))
                    if self.calls_method_of_users(tail));
            }
            _ => return false,
        };
        let receiver = &*call.receiver;
        let users = |name: String| self.certain.contains(&name) || self.named.contains(&name);
        is_constructor(receiver)
            || calls_of_type(receiver)
            || root(receiver).is_some_and(users)
            || self.calls_method_of_users(receiver)
    }

    /// `read(..)`, `read(..)?`, `read(..).unwrap()`, `if wanted { read(..) } else { Stack::new() }`.
    fn comes_from_function(&self, expr: &Expr) -> bool {
        let of_block = |block: &syn::Block| match block.stmts.last() {
            Some(syn::Stmt::Expr(tail, None)) => self.comes_from_function(tail),
            _ => false,
        };
        match build::peeled(expr) {
            Expr::Call(call) => matches!(&*call.func, Expr::Path(p)
                if p.path.segments.iter().all(|s| !s.ident.to_string().starts_with(char::is_uppercase))),
            Expr::MethodCall(call) => self.comes_from_function(&call.receiver),
            Expr::Block(block) => of_block(&block.block),
            Expr::If(choice) => {
                let other = choice.else_branch.as_ref().map(|(_, other)| other);
                of_block(&choice.then_branch) || other.is_some_and(|e| self.comes_from_function(e))
            }
            Expr::Match(m) => {
                let mut arms = m.arms.iter().map(|arm| &*arm.body);
                self.comes_from_function(&m.expr) || arms.any(|arm| self.comes_from_function(arm))
            }
            other => build::as_name(other).is_some_and(|n| self.anything.contains(&n.to_string())),
        }
    }

    /// A copy of a variable has its type.
    fn copy(&mut self, of: &str, name: String) {
        for names in [&mut self.certain, &mut self.named, &mut self.maps] {
            if names.contains(of) {
                names.insert(name.clone());
            }
        }
    }

    fn declared(&mut self, pat: &Pat, ty: &syn::Type) {
        if let (Some(name), Some(kind)) = (name_of(pat), held::of_type(ty)) {
            self.kinds.insert(name, kind);
        }
        if holds_users(crate::emit::pointee(ty)) {
            self.lists.extend(name_of(pat));
        }
        let (Some(name), syn::Type::Path(path)) = (name_of(pat), crate::emit::pointee(ty)) else {
            return;
        };
        let Some(last) = path.path.segments.last() else {
            return;
        };
        if is_map(&last.ident) {
            self.maps.insert(name);
        } else if is_users(&last.ident) {
            // The receiver of a method: an `impl` belongs to no other name of a type.
            match name.as_str() {
                RECEIVER => self.certain.insert(name),
                _ => {
                    self.kinds.insert(name.clone(), Kind::Neither);
                    self.named.insert(name)
                }
            };
        }
    }
}

impl<'ast> Visit<'ast> for Constructed {
    fn visit_expr_match(&mut self, e: &'ast syn::ExprMatch) {
        if self.comes_from_function(&e.expr) || calls_of_type(&e.expr) {
            let bound = e.arms.iter().flat_map(|arm| build::bound_names(&arm.pat));
            self.anything.extend(bound.map(|name| name.to_string()));
        }
        visit::visit_expr_match(self, e);
    }

    fn visit_expr_for_loop(&mut self, e: &'ast syn::ExprForLoop) {
        if list_of(&e.expr).is_some_and(|list| self.lists.contains(&list)) {
            self.named.extend(item_bound_by(&e.pat));
        }
        visit::visit_expr_for_loop(self, e);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        visit::visit_local(self, local);
        if let Pat::Type(typed) = &local.pat {
            self.declared(&typed.pat, &typed.ty);
        }
        if let (Some(name), Some(init)) = (name_of(&local.pat), &local.init) {
            let said = matches!(local.pat, Pat::Type(_));
            if !said && self.comes_from_function(&init.expr) {
                self.anything.insert(name.clone());
            }
            if makes_list(&init.expr) {
                self.lists.insert(name);
            } else if part_of(&init.expr).is_some_and(|list| self.lists.contains(&list)) {
                self.named.insert(name);
            } else if is_constructor(&init.expr) {
                self.certain.insert(name);
            } else if makes_map(&init.expr) {
                self.maps.insert(name);
            } else if let Some(other) = copied(&init.expr) {
                self.copy(&other, name);
            } else if calls_function(&init.expr) {
                self.returned.insert(name);
            } else if calls_of_type(&init.expr) || self.calls_method_of_users(&init.expr) {
                self.named.insert(name);
            }
        }
        if let (Some(name), Some(init), false) = (
            name_of(&local.pat),
            &local.init,
            matches!(local.pat, Pat::Type(_)),
        ) && let Some(kind) = held::declared(&init.expr, &|name| self.kind(name))
        {
            self.kinds.insert(name, kind);
        }
    }
}

impl Lowerer<'_> {
    /// Whether a method that sequences have may be called on one here: the receiver is not known to be of
    /// a type of the user's.
    pub(super) fn may_be_of_sequence(&self, call: &ExprMethodCall) -> bool {
        if self.is_given_number(call) {
            return false;
        }
        let users = &self.constructed;
        let of_range = matches!(call.args.first(), Some(Expr::Range(_)));
        let has_rule = BY_RULE.iter().any(|method| call.method == method) && !of_range;
        let Some(name) = root(&call.receiver) else {
            let unsaid = || matches!(self.infer(&call.receiver).peeled(), Ty::Unknown);
            return match build::peeled(&call.receiver) {
                Expr::Field(field) => !has_rule || users.is_vector(field) || !unsaid(),
                // An element may be one that counts what is pushed, `self.means[k].push(x)`, or has a `get` of its own.
                Expr::Index(_) => !(has_rule || call.method == "push") || !unsaid(),
                _ => true,
            };
        };
        let asked_by_key = users.maps.contains(&name);
        let unsaid = || matches!(self.infer(&call.receiver).peeled(), Ty::Unknown);
        let asks = || READ.iter().any(|method| call.method == method);
        let may_be_users =
            users.named.contains(&name) || (users.anything.contains(&name) || asks()) && unsaid();
        !(asked_by_key || has_rule && may_be_users || users.certain.contains(&name))
    }
}

impl Lowerer<'_> {
    /// What is put into a set or a map, `seen.insert(at)`, is put there by a key, which is asked where its type is not seen.
    pub(super) fn inserted(&self, call: &ExprMethodCall) -> Option<ExprMethodCall> {
        let (key, put, asks) = match call.args.iter().collect::<Vec<_>>()[..] {
            [key] => (key, "insert", KEY),
            [key, _] => (key, PUT, NEW_KEY),
            _ => return None,
        };
        let is_asked = matches!(key, Expr::MethodCall(c) if c.method == KEY);
        let of_keys = call.method == "insert" && self.constructed.is_map(&call.receiver);
        (of_keys && !is_asked).then(|| {
            let asks = Ident::new(asks, key.span());
            let mut asked = call.clone();
            asked.method = Ident::new(put, call.method.span());
            asked.args[0] = syn::parse_quote!((#key).#asks());
            asked
        })
    }

    /// `*counts.entry(atom.kind).or_insert(0) += 1`, `members.entry(atom.group).or_default().push(i)`: the key first,
    /// which is asked where its type is not seen.
    pub(super) fn keyed_update(&mut self, expr: &Expr) -> Option<Expr> {
        let mut update = expr.clone();
        let target = match &mut update {
            Expr::Assign(a) => &mut *a.left,
            Expr::Binary(b) if super::compound(&b.op).is_some() => &mut *b.left,
            call => call,
        };
        let chain = match target {
            Expr::Unary(target) => &mut *target.expr,
            chain => chain,
        };
        let key = key_of_entry(chain, &|map| self.constructed.is_map(map))?;
        if self.raw(key).is_some() {
            return None;
        }
        let [_, name, _] = self.fresh_names(key.span());
        let asks = Ident::new(KEY, key.span());
        let given = std::mem::replace(key, syn::parse_quote!(#name));
        Some(syn::parse_quote!({ let #name = (#given).#asks(); #update; }))
    }

    /// Whether a method that would take a sequence is given a number, or a field that is none.
    fn is_given_number(&self, call: &ExprMethodCall) -> bool {
        let takes_sequence = TAKES_SEQUENCE.iter().any(|method| call.method == method);
        takes_sequence
            && call.args.iter().any(|arg| {
                let is_field = matches!(arg, Expr::Field(_)) && call.method == "append";
                is_field || matches!(self.infer(arg).peeled(), Ty::Float(_))
            })
    }
}

impl Constructed {
    /// Whether a field is one of the receiver's vectors.
    fn is_vector(&self, field: &syn::ExprField) -> bool {
        let of_receiver = root(&field.base).is_some_and(|name| name == RECEIVER);
        of_receiver
            && matches!(&field.member, Member::Named(name) if self.vectors.contains(&name.to_string()))
    }

    /// Whether a field may be a map or a set, which is left to rustc to check.
    pub(super) fn is_map_field(&self, field: &Expr) -> bool {
        matches!(build::peeled(field), Expr::Field(f)
            if matches!(&f.member, Member::Named(name) if self.map_fields.contains(&name.to_string())))
    }

    /// Whether a variable may be an iterator that a function returned.
    pub(super) fn may_be_iterator(&self, expr: &Expr) -> bool {
        root(expr).is_some_and(|name| self.returned.contains(&name))
    }

    /// Whether an expression is a map or a set, or refers to one.
    pub(super) fn is_map(&self, expr: &Expr) -> bool {
        root(expr).is_some_and(|name| self.maps.contains(&name))
    }

    /// Whether an expression is a map that is an argument.
    pub(super) fn is_given_map(&self, expr: &Expr) -> bool {
        root(expr).is_some_and(|name| self.given_maps.contains(&name))
    }
}

/// `map.entry(key).or_default().push(i)`
pub(super) fn is_of_entry(chain: &Expr) -> bool {
    match chain {
        Expr::MethodCall(call) => call.method == "entry" || is_of_entry(&call.receiver),
        _ => false,
    }
}

/// The key of `map.entry(key).or_insert(0)`.
fn key_of_entry<'e>(chain: &'e mut Expr, is_map: &dyn Fn(&Expr) -> bool) -> Option<&'e mut Expr> {
    let Expr::MethodCall(call) = chain else {
        return None;
    };
    if call.method == "entry" && is_map(&call.receiver) {
        return call.args.first_mut();
    }
    key_of_entry(&mut call.receiver, is_map)
}

/// The variable that an expression is or refers to.
fn root(expr: &Expr) -> Option<String> {
    match build::peeled(expr) {
        Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => root(&u.expr),
        Expr::Reference(r) => root(&r.expr),
        other => build::as_name(other).map(|name| name.to_string()),
    }
}

/// The variable of which an expression is a copy, as a receiver that is consumed is, or which it moves.
fn copied(expr: &Expr) -> Option<String> {
    match build::peeled(expr) {
        Expr::MethodCall(call) if call.method == "clone" || call.method == COPIED => {
            root(&call.receiver)
        }
        other => build::as_name(other).map(|name| name.to_string()),
    }
}

fn name_of(pat: &Pat) -> Option<String> {
    match pat {
        Pat::Ident(p) => Some(p.ident.to_string()),
        Pat::Type(t) => name_of(&t.pat),
        _ => None,
    }
}

/// `Stack { .. }`, `Stack(..)`, `Stack::new(..)`.
pub(crate) fn is_constructor(expr: &Expr) -> bool {
    match build::peeled(expr) {
        Expr::Struct(s) => s.path.segments.last().is_some_and(|s| is_users(&s.ident)),
        Expr::Call(call) => match &*call.func {
            Expr::Path(p) if p.qself.is_none() => {
                let mut last = p.path.segments.iter().rev().map(|s| &s.ident);
                match (last.next(), last.next()) {
                    (Some(function), Some(owner)) if is_said_to_make(function) => is_users(owner),
                    (Some(name), _) => is_users(name),
                    _ => false,
                }
            }
            _ => false,
        },
        _ => false,
    }
}

/// `squares(..)`, `series::squares(..)`.
fn calls_function(expr: &Expr) -> bool {
    match build::peeled(expr) {
        Expr::Call(call) => matches!(&*call.func, Expr::Path(p)
            if p.path.segments.iter().all(|s| !is_users(&s.ident))),
        _ => false,
    }
}

/// `Stack::of(..)`, which may give anything.
fn calls_of_type(expr: &Expr) -> bool {
    let Expr::Call(call) = build::peeled(expr) else {
        return false;
    };
    let Expr::Path(path) = &*call.func else {
        return false;
    };
    let owner = path.path.segments.iter().rev().nth(1);
    owner.is_some_and(|s| is_users(&s.ident))
}

/// `HashMap::from(..)`, `.collect::<BTreeMap<_, _>>()`.
pub(crate) fn makes_map(expr: &Expr) -> bool {
    let of_map = |path: &syn::Path, at: usize| {
        let owner = path.segments.iter().rev().nth(at);
        owner.is_some_and(|s| is_map(&s.ident))
    };
    match build::peeled(expr) {
        Expr::Call(call) => matches!(&*call.func, Expr::Path(p) if of_map(&p.path, 1)),
        Expr::MethodCall(call) if call.method == "collect" => {
            let named = call.turbofish.as_ref().and_then(|t| t.args.first());
            matches!(named, Some(syn::GenericArgument::Type(syn::Type::Path(p))) if of_map(&p.path, 0))
        }
        _ => false,
    }
}

/// Functions that make a value of the type they belong to, by Rust's naming conventions.
fn is_said_to_make(function: &syn::Ident) -> bool {
    let name = function.to_string();
    let whole = ["new", "default", "empty", "zero", "zeros", "identity"];
    whole.contains(&name.as_str()) || name.starts_with("with_") || name.starts_with("from_")
}

/// Whether a name is that of a type, and of none that the standard library has.
pub(crate) fn is_users(name: &syn::Ident) -> bool {
    let name = name.to_string();
    let known = [
        "Some",
        "Ok",
        "Err",
        "Vec",
        "VecDeque",
        "Box",
        "Rc",
        "Arc",
        "Cow",
        "Option",
        "Result",
        "String",
        "HashMap",
        "BTreeMap",
        "HashSet",
        "BTreeSet",
        "BinaryHeap",
        "LinkedList",
        "Cell",
        "RefCell",
        "Wrapping",
        "Reverse",
        "Default",
        "FromIterator",
    ];
    name.starts_with(char::is_uppercase) && !known.contains(&name.as_str())
}
