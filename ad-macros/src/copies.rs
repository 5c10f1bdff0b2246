//! Lists that change after a call has looked at them.
//!
//! Receives a function; promises one of the same value and derivatives, in which calls are lent copies of lists
//! without derivative that the function changes afterwards, in ways that nothing undoes. The pullback of such a call is
//! given the copy again.
//!
//! ```text
//! s += error(x, &chosen);            let copy = chosen.clone();
//! chosen.push(j);                    s += error(x, &copy);
//!                                    chosen.push(j);
//! ```

use crate::analysis::plan::{Analyses, plan};
use crate::emit::names;
use crate::ir::*;
use crate::lower::number;
use crate::tables::HashSet;
use proc_macro2::Span;
use quote::quote;

/// The function with such copies; none if it needs none.
pub(crate) fn lent(a: &Analyses) -> Option<Function> {
    if a.mutation.opaque.is_empty() {
        return None;
    }
    let looking = looking(a);
    if looking.is_empty() {
        return None;
    }
    let plan = plan(a);
    let changes = a.mutation.writes.iter();
    let changes: Vec<_> = changes
        .filter(|w| w.opaque && plan.irreversible.contains(&w.at))
        .collect();
    let changes_later = |(root, call): &(Local, usize)| {
        let storage = a.flow.storage(*root);
        let mut changes = changes.iter().filter(|w| w.storage == storage);
        changes.any(|w| a.flow.is_earlier(storage, *call, w.at))
    };
    let copied: HashSet<(Local, usize)> = looking.into_iter().filter(changes_later).collect();
    if copied.is_empty() {
        return None;
    }
    let mut f = a.f.clone();
    let locals = &mut f.locals;
    Copies { locals, copied }.region(&mut f.body);
    number(&mut f.body, &mut 0);
    Some(f)
}

/// The calls that are lent a list without derivative that verbatim code changes somewhere, and the list.
fn looking(a: &Analyses) -> Vec<(Local, usize)> {
    let sets = sets(a.f);
    let is_changed = |root: Local| {
        let lists = match a.f.ty(root) {
            Ty::Vec(_) | Ty::Array(_) | Ty::Inert => true,
            _ => sets.contains(&root),
        };
        let own = !a.f.params.iter().any(|p| p.local == root);
        let changed = a.mutation.opaque.contains(&a.flow.storage(root));
        lists && own && changed && !a.activity.is_varied(root)
    };
    let mut looking = Vec::new();
    a.f.body.walk(&mut |stmt| {
        if let StmtKind::Let {
            op: Op::Call(call), ..
        } = &stmt.kind
        {
            let lent = call.args.iter().filter_map(looked_at);
            let lists = lent.filter(|root| is_changed(*root));
            looking.extend(lists.map(|root| (root, stmt.id)));
        }
    });
    looking
}

/// Variables that begin as sets or texts of the standard library: `HashSet::default()`, `String::from("a")`.
fn sets(f: &Function) -> HashSet<Local> {
    let mut sets = HashSet::default();
    f.body.walk(&mut |stmt| {
        let StmtKind::Let { dst, op } = &stmt.kind else {
            return;
        };
        let made = match op {
            Op::Use(Operand::Local(made)) => sets.contains(made),
            Op::Raw(raw) => makes_set(raw),
            _ => false,
        };
        if made {
            sets.insert(*dst);
        }
    });
    sets
}

fn makes_set(raw: &Raw) -> bool {
    let names = ["HashSet", "BTreeSet", "String"];
    let is_set = |s: &syn::PathSegment| names.iter().any(|name| s.ident == name);
    let call: Result<syn::ExprCall, _> = syn::parse2(raw.tokens.clone());
    call.is_ok_and(|call| match &*call.func {
        syn::Expr::Path(function) => function.path.segments.iter().any(is_set),
        _ => false,
    })
}

/// What an argument leads to that is only looked at.
fn looked_at(arg: &Arg) -> Option<Local> {
    match arg {
        Arg::Ref {
            place,
            mutable: false,
        } => Some(place.root),
        _ => None,
    }
}

struct Copies<'a> {
    locals: &'a mut Vec<LocalInfo>,
    copied: HashSet<(Local, usize)>,
}

impl Copies<'_> {
    fn region(&mut self, region: &mut Region) {
        for mut stmt in std::mem::take(&mut region.stmts) {
            stmt.regions_mut()
                .into_iter()
                .for_each(|inner| self.region(inner));
            if let StmtKind::Let {
                op: Op::Call(call), ..
            } = &mut stmt.kind
            {
                let copies = self.of_lists(call, stmt.id, stmt.span);
                region.stmts.extend(copies);
            }
            region.stmts.push(stmt);
        }
    }

    /// Has a call look at copies, which it returns.
    fn of_lists(&mut self, call: &mut Call, id: usize, span: Span) -> Vec<Stmt> {
        let mut copies = Vec::new();
        for arg in &mut call.args {
            let root = looked_at(arg).filter(|root| self.copied.contains(&(*root, id)));
            if let (Some(root), Arg::Ref { place, .. }) = (root, arg) {
                let (copy, kind) = self.copy(root, span);
                place.root = copy;
                copies.push(Stmt { id: 0, kind, span });
            }
        }
        copies
    }

    fn copy(&mut self, of: Local, span: Span) -> (Local, StmtKind) {
        let (name, copy) = (&self.locals[of.0].name, Local(self.locals.len()));
        let raw = Raw {
            tokens: quote!(::core::clone::Clone::clone(&#name)),
            reads: vec![of],
            volatile: true,
            cheap: false,
        };
        let info = LocalInfo {
            name: names::numbered("copy", copy.0),
            mutable: false,
            span,
            ..self.locals[of.0].clone()
        };
        self.locals.push(info);
        let op = Op::Raw(raw);
        (copy, StmtKind::Let { dst: copy, op })
    }
}
