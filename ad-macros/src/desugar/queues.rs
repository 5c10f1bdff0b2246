//! Queues of references.
//!
//! Receives a function whose local names are unique; promises that a deque in a variable that is known to hold
//! references, is put into at its back and taken from at its front, and has no other uses, is a list beside the position
//! of its front: the rules of a deque's methods would have the lifetimes of the references in their types.
//!
//! ```text
//! let mut queue = VecDeque::from([root]);          let mut queue = vec![root]; let mut front = 0;
//! while let Some(node) = queue.pop_front() { … }   while front < queue.len() { let node = queue[front]; front += 1; … }
//! queue.push_back(child);                          queue.push(child);
//! ```

use super::build;
use super::pipeline::Lists;
use super::rename::Names;
use crate::segments;
use crate::tables::HashMap;
use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprMethodCall, Local, Pat, Stmt, Type, parse_quote};

pub(super) fn to_lists(function: &mut syn::ItemFn, names: &mut Names) {
    let mut made = Made(Vec::new());
    made.visit_block(&function.block);
    if made.0.is_empty() {
        return;
    }
    let lists = Lists::of(function);
    made.0.retain(|queue| {
        let mut uses = Uses {
            of: queue,
            all: 0,
            known: 0,
        };
        uses.visit_block(&function.block);
        lists.keeps_references(&build::name(queue.clone())) && uses.all == uses.known
    });
    let fronts = made.0.into_iter().map(|queue| {
        let front = names.fresh(&Ident::new("front", queue.span()));
        (queue, front)
    });
    let fronts = fronts.collect();
    Queues { fronts }.visit_block_mut(&mut function.block);
}

/// The variables that begin as deques, `let mut queue = VecDeque::new();`.
struct Made(Vec<Ident>);

impl Visit<'_> for Made {
    fn visit_local(&mut self, local: &Local) {
        if let (Some(name), Some(_)) = (variable(&local.pat), begun(local)) {
            self.0.push(name.clone());
        }
        visit::visit_local(self, local);
    }
}

fn variable(pat: &Pat) -> Option<&Ident> {
    match pat {
        Pat::Type(typed) => variable(&typed.pat),
        Pat::Ident(name) if name.by_ref.is_none() && name.mutability.is_some() => Some(&name.ident),
        _ => None,
    }
}

/// What a deque begins with, as a list.
fn begun(local: &Local) -> Option<Expr> {
    let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
    let Expr::Call(call) = build::peeled(&init.expr) else {
        return None;
    };
    let Expr::Path(path) = &*call.func else {
        return None;
    };
    let names = segments::names(&path.path);
    let [.., of, function] = names.as_slice() else {
        return None;
    };
    match (of.as_str(), function.as_str(), call.args.first()) {
        ("VecDeque", "new" | "with_capacity", _) => Some(parse_quote!(::std::vec::Vec::new())),
        ("VecDeque", "from", Some(items)) => match build::peeled(items) {
            Expr::Array(items) => {
                let items = items.elems.iter();
                Some(parse_quote!(vec![#(#items),*]))
            }
            Expr::Macro(m) if m.mac.path.is_ident("vec") => Some(items.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// How often a variable is mentioned, and how often as a queue.
struct Uses<'a> {
    of: &'a Ident,
    all: usize,
    known: usize,
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        self.all += usize::from(path.path.is_ident(self.of));
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let asked = ["push_back", "pop_front", "extend", "is_empty", "len"];
        let known = asked.iter().any(|name| call.method == name);
        self.known += usize::from(known && build::as_name(&call.receiver) == Some(self.of));
        visit::visit_expr_method_call(self, call);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.all += usize::from(build::mentioned_in(mac.tokens.clone(), self.of));
    }
}

struct Queues {
    fronts: HashMap<Ident, Ident>,
}

impl VisitMut for Queues {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        for mut stmt in std::mem::take(&mut block.stmts) {
            let front = self.begin(&mut stmt);
            block.stmts.push(stmt);
            block.stmts.extend(front);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::While(e) = expr
            && let Some((taken, cond)) = self.taken_one_by_one(&e.cond)
        {
            self.visit_block_mut(&mut e.body);
            e.body.stmts.splice(0..0, taken);
            *e.cond = cond;
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::MethodCall(call) = expr
            && let Some((queue, front)) = self.queue(&call.receiver)
        {
            match call.method.to_string().as_str() {
                "push_back" => call.method = Ident::new("push", call.method.span()),
                "is_empty" => *expr = parse_quote!((#front >= #queue.len())),
                "len" => *expr = parse_quote!((#queue.len() - #front)),
                "pop_front" => {
                    *expr = parse_quote! {
                        if #front < #queue.len() {
                            #front += 1;
                            ::core::option::Option::Some(#queue[#front - 1])
                        } else {
                            ::core::option::Option::None
                        }
                    };
                }
                _ => {}
            }
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items see no locals.
    }
}

impl Queues {
    fn queue(&self, receiver: &Expr) -> Option<(Ident, Ident)> {
        let queue = build::as_name(receiver)?;
        Some((queue.clone(), self.fronts.get(queue)?.clone()))
    }

    /// Where a queue begins, a list does, and its front.
    fn begin(&self, stmt: &mut Stmt) -> Option<Stmt> {
        let Stmt::Local(local) = stmt else {
            return None;
        };
        let front = self.fronts.get(variable(&local.pat)?)?;
        let list = begun(local)?;
        if let (Pat::Type(typed), Some(init)) = (&mut local.pat, &mut local.init) {
            as_list(&mut typed.ty);
            *init.expr = list;
        } else if let Some(init) = &mut local.init {
            *init.expr = list;
        }
        Some(parse_quote!(let mut #front = 0usize;))
    }

    /// What `while let Some(item) = queue.pop_front()` takes, and as long as what.
    fn taken_one_by_one(&self, cond: &Expr) -> Option<([Stmt; 2], Expr)> {
        let Expr::Let(asked) = cond else { return None };
        let (Pat::TupleStruct(some), Expr::MethodCall(call)) = (&*asked.pat, &*asked.expr) else {
            return None;
        };
        let (queue, front) = self.queue(&call.receiver)?;
        let item = some.elems.first().filter(|item| is_bound(item))?;
        (call.method == "pop_front").then(|| {
            let taken = [
                parse_quote!(let #item = #queue[#front];),
                parse_quote!(#front += 1;),
            ];
            (taken, parse_quote!(#front < #queue.len()))
        })
    }
}

/// Whether a pattern only names what is there.
fn is_bound(pat: &Pat) -> bool {
    match pat {
        Pat::Ident(name) => name.subpat.is_none(),
        Pat::Wild(_) => true,
        Pat::Tuple(parts) => parts.elems.iter().all(is_bound),
        _ => false,
    }
}

/// `VecDeque<&Node>` as `Vec<&Node>`
fn as_list(ty: &mut Type) {
    if let Type::Path(path) = ty
        && let Some(last) = path.path.segments.last()
    {
        let arguments = &last.arguments;
        *ty = parse_quote!(::std::vec::Vec #arguments);
    }
}
