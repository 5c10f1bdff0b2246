//! Iterators that are consumed step by step.
//!
//! Receives a variable that holds an iterator and is asked for `next` here and there, or shown what comes
//! next; promises a position in its stead, and what is left of the sequence where the iterator as a whole is
//! consumed. What is no sequence with positions of its own, but could be one, becomes a list first.
//!
//! ```text
//! let mut it = xs.iter().peekable();       let mut next = 0usize;
//! let first = it.next().unwrap();          let at = next; next += 1; let first = &xs[at];
//! if let Some(x) = it.peek() { … }         if next < xs.len() { let x = &&xs[next]; … }
//! for x in it.by_ref() { … }               while next < xs.len() { let at = next; next += 1; let x = &xs[at]; … }
//! for x in it { … }                        for x in xs[next..].iter() { … }
//! if let Some(x) = it.next_if(p) { … }     if next < xs.len() && p(&&xs[next]) { let at = next; next += 1; … }
//! let x = it.next().unwrap();              let at = next; next += 1; let x = &xs[at % xs.len()];     // of xs.iter().cycle()
//! let last = it.next_back().unwrap();      let at = end - 1; end = at; let last = &xs[at];
//! it.by_ref().take(n).sum()                let from = next; next = …; xs[from..next].iter().sum()
//! v.extend(it.by_ref())                    let from = next; next = xs.len(); v.extend(xs[from..next].iter())
//!
//! let mut it = a.iter().zip(b);            let items: Vec<_> = a.iter().zip(b).collect();
//!
//! let mut it = xs.iter().map(f);           let mut next = 0usize; let mapped = f;
//! let first = it.next().unwrap();          let at = next; next += 1; let first = mapped(&xs[at]);
//! ```

mod methods;

use super::lazy;
use super::read;
use super::spliced;
use super::stored::mentions;
use super::taken::{self, Taken};
use super::texts;
use crate::desugar::build;
use crate::desugar::rename::Names;
use proc_macro2::Ident;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprForLoop, ExprMatch, ExprMethodCall, Pat, Stmt, parse_quote};

/// The position's declaration, after that of the list where one is made, and `rest` in terms of it.
pub(super) fn stepped(
    name: &Ident,
    iterator: &Expr,
    rest: &[Stmt],
    texts: &[Ident],
    names: &mut Names,
) -> Option<(Vec<Stmt>, Vec<Stmt>)> {
    let (mut start, base, maps) = lazy::without_maps(iterator, names)?;
    let of_text = texts::item(base, texts);
    let (place, item) = match elements(base) {
        Some((place, item)) => (place.clone(), item),
        None if of_text.is_some()
            || read::is_list_of_copies(base)
            || gives_list_away(base)
            || lazy::may_be_made_at_once(base) =>
        {
            let items = names.fresh(&Ident::new("items", name.span()));
            let item = of_text.unwrap_or_else(|| parse_quote!(_));
            start.push(parse_quote!(let #items: ::std::vec::Vec<#item> = #base.collect();));
            (parse_quote!(#items), Item::Copy)
        }
        None => return None,
    };
    let cycles = cycled(base).is_some();
    let has_end = cycles || rest.iter().any(|s| asks_behind(s, name));
    let mut cursor = Cursor {
        next: names.fresh(&Ident::new("next", name.span())),
        end: has_end.then(|| names.fresh(&Ident::new("end", name.span()))),
        name,
        names,
        place: &place,
        item,
        cycles,
        maps,
    };
    let mut block = build::block(rest.to_vec());
    cursor.visit_block_mut(&mut block);
    let next = &cursor.next;
    start.push(parse_quote!(let mut #next = 0usize;));
    if let Some(end) = &cursor.end {
        start.push(match cycles {
            true => parse_quote!(let mut #end = if #place.is_empty() { 0 } else { ::core::primitive::usize::MAX };),
            false => parse_quote!(let mut #end = #place.len();),
        });
    }
    let left = block.stmts.iter().any(|s| mentions(s, name) > 0);
    (!left).then_some((start, block.stmts))
}

/// The place an iterator runs over, and what it hands out of an element.
fn elements(iterator: &Expr) -> Option<(&Expr, Item)> {
    let Expr::MethodCall(call) = build::peeled(iterator) else {
        return None;
    };
    match call.method.to_string().as_str() {
        "iter" if read::is_place(&call.receiver) => Some((&call.receiver, Item::Reference)),
        "copied" | "cloned" => elements(&call.receiver).map(|(place, _)| (place, Item::Copy)),
        "cycle" => elements(&call.receiver),
        _ => None,
    }
}

/// What is gone over again and again.
fn cycled(iterator: &Expr) -> Option<&Expr> {
    match build::peeled(iterator) {
        Expr::MethodCall(call) if call.method == "cycle" => Some(&call.receiver),
        Expr::MethodCall(call) if call.method == "copied" || call.method == "cloned" => {
            cycled(&call.receiver)
        }
        _ => None,
    }
}

/// `list.into_iter()`, whose items are copied once more where they are asked for.
fn gives_list_away(iterator: &Expr) -> bool {
    matches!(build::peeled(iterator), Expr::MethodCall(call)
        if call.method == "into_iter" && call.args.is_empty())
}

/// What an iterator yields of an element.
#[derive(Clone, Copy, PartialEq)]
enum Item {
    Reference,
    Copy,
}

struct Cursor<'a> {
    name: &'a Ident,
    next: Ident,
    /// Where what is left ends, if it is asked for its last items.
    end: Option<Ident>,
    names: &'a mut Names,
    place: &'a Expr,
    /// What the place's elements are handed out as.
    item: Item,
    /// Whether the first follows the last.
    cycles: bool,
    /// What they are mapped by, in order.
    maps: Vec<Ident>,
}

impl Cursor<'_> {
    fn is_asked(&self, expr: &Expr, method: &str) -> bool {
        matches!(build::peeled(expr), Expr::MethodCall(call)
            if call.method == method && call.args.is_empty() && build::as_name(&call.receiver) == Some(self.name))
    }

    fn element(&self, at: &Ident) -> Expr {
        let place = self.place;
        let at: Expr = match self.cycles {
            true => parse_quote!(#at % #place.len()),
            false => build::name(at.clone()),
        };
        let element = match self.item {
            Item::Reference => parse_quote!(&#place[#at]),
            Item::Copy => parse_quote!(#place[#at]),
        };
        let maps = self.maps.iter();
        maps.fold(element, |element, f| parse_quote!(#f(#element)))
    }

    /// What is asked for: a map gives values.
    fn gives(&self) -> Item {
        match self.maps.is_empty() {
            true => self.item,
            false => Item::Copy,
        }
    }

    /// The iterator over a part of the place.
    fn over(&self, from: &Ident, to: &Option<Ident>) -> Expr {
        let place = self.place;
        let part: Expr = match (self.cycles, to) {
            (true, Some(to)) if self.end.as_ref() != Some(to) => {
                parse_quote!(#place.iter().cycle().skip(#from).take(#to - #from))
            }
            (true, _) => parse_quote!(#place.iter().cycle().skip(#from)),
            (false, to) => parse_quote!(#place[#from..#to].iter()),
        };
        let items = match self.item {
            Item::Copy => parse_quote!(#part.copied()),
            Item::Reference => part,
        };
        let maps = self.maps.iter();
        maps.fold(items, |items, f| parse_quote!(#items.map(#f)))
    }

    /// What `peek` yields a reference to.
    fn peeked(&self) -> Expr {
        let element = self.element(&self.next);
        parse_quote!(&#element)
    }

    /// Where what is left ends.
    fn limit(&self) -> Expr {
        let place = self.place;
        match &self.end {
            Some(end) => build::name(end.clone()),
            None => parse_quote!(#place.len()),
        }
    }

    /// Steps back from the end, and yields the element that was stepped over.
    fn step_back(&mut self) -> Option<(Vec<Stmt>, Expr)> {
        let end = self.end.clone()?;
        let at = self.names.fresh(&Ident::new("at", end.span()));
        let stmts = vec![parse_quote!(let #at = #end - 1;), parse_quote!(#end = #at;)];
        Some((stmts, self.element(&at)))
    }

    fn stepped_back_over(&mut self) -> Option<Expr> {
        let mut stmts = self.must_be_there();
        let (step, element) = self.step_back()?;
        stmts.extend(step);
        stmts.push(Stmt::Expr(element, None));
        Some(build::block_expression(stmts))
    }

    /// Steps on, and yields the element that was stepped over.
    fn step(&mut self) -> (Vec<Stmt>, Expr) {
        let next = self.next.clone();
        let at = self.names.fresh(&Ident::new("at", next.span()));
        let stmts = vec![parse_quote!(let #at = #next;), parse_quote!(#next += 1;)];
        (stmts, self.element(&at))
    }

    /// The element that is stepped over, which must be there. Behind the end of what is left there may be others.
    fn stepped_over(&mut self) -> Expr {
        let mut stmts = self.must_be_there();
        let (step, element) = self.step();
        stmts.extend(step);
        stmts.push(Stmt::Expr(element, None));
        build::block_expression(stmts)
    }

    fn must_be_there(&self) -> Vec<Stmt> {
        let more = self.end.is_some().then(|| self.has_more());
        let assertion = more.map(|more| parse_quote!(::core::assert!(#more, "no item is left");));
        assertion.into_iter().collect()
    }

    /// The same of what is dereferenced at once.
    fn stepped_over_by_value(&mut self) -> Expr {
        let item = std::mem::replace(&mut self.item, Item::Copy);
        let value = self.stepped_over();
        self.item = item;
        value
    }

    /// `match it.next() { Some(pat) => a, None => b }`, and the same with `peek` and `next_if`.
    fn matched(&mut self, e: &ExprMatch) -> Option<Expr> {
        let shown = self.is_asked(&e.expr, "peek");
        let behind = self.is_asked(&e.expr, "next_back");
        let suits = match build::peeled(&e.expr) {
            Expr::MethodCall(call) => self.suits(call),
            _ => None,
        };
        if !shown && !behind && suits.is_none() && !self.is_asked(&e.expr, "next") {
            return None;
        }
        let (pat, some, none) = super::selection::some_or_none(e)?;
        let (mut pat, mut some) = (pat.clone(), some.clone());
        let (mut stmts, element) = match shown {
            true if self.gives() == Item::Copy => (Vec::new(), self.peeked()),
            true if shows_less(&mut pat, [&mut some]) => (Vec::new(), self.element(&self.next)),
            true => return None,
            false if behind => self.step_back()?,
            false => self.step(),
        };
        super::apply::bind(pat, element, &mut stmts);
        stmts.extend(build::into_stmts(some));
        let (then, otherwise) = (build::block(stmts), build::into_block(none.clone()));
        let asked = suits.unwrap_or_else(|| self.has_more());
        Some(parse_quote!(if #asked #then else #otherwise))
    }

    /// Whether there is an item that `it.next_if(|item| …)` or `it.next_if_eq(&item)` steps over.
    fn suits(&mut self, call: &ExprMethodCall) -> Option<Expr> {
        if build::as_name(&call.receiver) != Some(self.name) || call.args.len() != 1 {
            return None;
        }
        let (more, shown) = (self.has_more(), self.peeked());
        let test = match (
            call.method.to_string().as_str(),
            build::peeled(&call.args[0]),
        ) {
            ("next_if", Expr::Closure(f)) => {
                let mut stmts = Vec::new();
                super::apply::bind(f.inputs.first()?.clone(), shown, &mut stmts);
                stmts.extend(build::into_stmts((*f.body).clone()));
                build::block_expression(stmts)
            }
            ("next_if", f) => parse_quote!(#f(#shown)),
            ("next_if_eq", other) => parse_quote!((*#shown == *#other)),
            _ => return None,
        };
        Some(parse_quote!((#more && #test)))
    }

    /// `match (it.peek(), …) { (Some(pat), …) if p => a, … }`, where references are peeked at: one less.
    fn matched_among(&mut self, e: &ExprMatch) -> Option<Expr> {
        let mut e = e.clone();
        let Expr::Tuple(parts) = &mut *e.expr else {
            return None;
        };
        let at = parts
            .elems
            .iter()
            .position(|part| self.is_asked(part, "peek"))?;
        parts.elems[at] = self.if_more(self.element(&self.next));
        for arm in &mut e.arms {
            let Pat::Tuple(pats) = &mut arm.pat else {
                continue;
            };
            let Some(Pat::TupleStruct(some)) = pats.elems.iter_mut().nth(at) else {
                continue;
            };
            let guard = arm.guard.as_mut().map(|(_, guard)| &mut **guard);
            let uses = [&mut *arm.body].into_iter().chain(guard);
            if !shows_less(some.elems.first_mut()?, uses) {
                return None;
            }
        }
        Some(Expr::Match(e))
    }

    /// `it.peek().map(|pat| a)` and the like, where references are peeked at.
    fn applied_to_peeked(&mut self, call: &ExprMethodCall) -> Option<Expr> {
        if self.gives() == Item::Copy || !self.is_asked(&call.receiver, "peek") {
            return None;
        }
        let element = self.element(&self.next);
        let method = call.method.to_string();
        if method == "copied" || method == "cloned" {
            return Some(self.if_more(element));
        }
        let Some(Expr::Closure(f)) = call.args.last().map(build::peeled) else {
            return None;
        };
        let (mut pat, mut body) = (f.inputs.first()?.clone(), (*f.body).clone());
        if !shows_less(&mut pat, [&mut body]) {
            return None;
        }
        let mut stmts = Vec::new();
        super::apply::bind(pat, element, &mut stmts);
        stmts.extend(build::into_stmts(body));
        let (then, more) = (build::block_expression(stmts), self.has_more());
        match (method.as_str(), call.args.first()?) {
            ("map", _) => Some(self.if_more(then)),
            ("is_some_and", _) => Some(parse_quote!((#more && #then))),
            ("map_or", default) => {
                let missing = self.names.fresh(&Ident::new("missing", call.method.span()));
                Some(parse_quote!({ let #missing = #default; if #more #then else { #missing } }))
            }
            _ => None,
        }
    }

    fn has_more(&self) -> Expr {
        let (next, limit) = (&self.next, self.limit());
        parse_quote!(#next < #limit)
    }

    /// Steps over the items of `it.by_ref().take(n)`, or of `it.by_ref()`, if a statement takes all of them: what is left
    /// of it runs over a part of the sequence.
    fn taken_ahead(&mut self, stmt: &mut Stmt) -> Vec<Stmt> {
        let mut taken = Taken::of(self.name);
        taken.visit_stmt_mut(stmt);
        let Some((span, n)) = taken.found else {
            return Vec::new();
        };
        let [from, to] = ["from", "to"].map(|name| self.names.fresh(&Ident::new(name, span)));
        let (next, limit) = (&self.next, self.limit());
        let mut put = Taken::of(self.name);
        put.instead = Some(self.over(&from, &Some(to.clone())));
        put.visit_stmt_mut(stmt);
        let reached: Expr = match n {
            Some(n) => parse_quote!(if #n < #limit - #from { #from + #n } else { #limit }),
            None => limit,
        };
        vec![
            parse_quote!(let #from = #next;),
            parse_quote!(let #to = #reached;),
            parse_quote!(#next = #to;),
        ]
    }

    /// `for pat in it.by_ref() { … }`
    fn lent_to_loop(&mut self, e: &ExprForLoop) -> Option<Expr> {
        let (mut stmts, element) = self.step();
        super::apply::bind((*e.pat).clone(), element, &mut stmts);
        stmts.extend(e.body.stmts.iter().cloned());
        let (label, more, body) = (&e.label, self.has_more(), build::block(stmts));
        Some(parse_quote!(#label while #more #body))
    }
}

/// Whether a statement asks a variable for its last items.
fn asks_behind(stmt: &Stmt, name: &Ident) -> bool {
    struct Search<'a>(&'a Ident, bool);
    impl syn::visit::Visit<'_> for Search<'_> {
        fn visit_expr_method_call(&mut self, call: &ExprMethodCall) {
            let of_it = build::as_name(&call.receiver) == Some(self.0);
            self.1 |= of_it && call.method == "next_back";
            syn::visit::visit_expr_method_call(self, call);
        }
    }
    let mut search = Search(name, false);
    syn::visit::Visit::visit_stmt(&mut search, stmt);
    search.1
}

/// Whether an iterator goes on after a call of its method.
fn borrows_iterator(method: &str) -> bool {
    let asks = [
        "next_back",
        "nth",
        "nth_back",
        "by_ref",
        "advance_by",
        "peek_mut",
        "next_if",
        "next_if_eq",
    ];
    let searches = [
        "any",
        "all",
        "find",
        "rfind",
        "find_map",
        "position",
        "rposition",
    ];
    asks.contains(&method) || searches.contains(&method) || method.starts_with("try_")
}

/// Makes of what stands for a reference to a reference what stands for one reference.
fn shows_less<'e>(pat: &mut Pat, uses: impl IntoIterator<Item = &'e mut Expr>) -> bool {
    match pat {
        Pat::Reference(behind) => *pat = (*behind.pat).clone(),
        Pat::Ident(name) if name.subpat.is_none() && name.by_ref.is_none() => {
            let mut undone = Undone(&name.ident);
            uses.into_iter().for_each(|u| undone.visit_expr_mut(u));
        }
        // What these bind are references either way.
        Pat::Wild(_) | Pat::TupleStruct(_) | Pat::Struct(_) | Pat::Tuple(_) | Pat::Path(_) => {}
        _ => return false,
    }
    true
}

/// Takes a `*` off each use of a name that is bound to what it referred to a reference to.
struct Undone<'a>(&'a Ident);

impl VisitMut for Undone<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Unary(u) = expr
            && matches!(u.op, syn::UnOp::Deref(_))
            && build::as_name(&u.expr) == Some(self.0)
        {
            *expr = build::peeled(&u.expr).clone();
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}

impl VisitMut for Cursor<'_> {
    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        if let Stmt::Expr(expr, Some(_)) = stmt
            && self.is_asked(expr, "next")
        {
            let (next, more) = (&self.next, self.has_more());
            *expr = parse_quote!(if #more { #next += 1; });
        }
        visit_mut::visit_stmt_mut(self, stmt);
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        for mut stmt in std::mem::take(&mut block.stmts) {
            let before = mentions(&stmt, self.name);
            if before == 1 {
                block.stmts.extend(self.taken_ahead(&mut stmt));
            }
            self.visit_stmt_mut(&mut stmt);
            if before > 0 {
                block.stmts.extend(spliced(stmt));
            } else {
                block.stmts.push(stmt);
            }
        }
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        Taken::make_room(self.name, &mut arm.body);
        visit_mut::visit_arm_mut(self, arm);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        Taken::make_room(self.name, &mut closure.body);
        visit_mut::visit_expr_closure_mut(self, closure);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let new = match expr {
            Expr::Match(e) => match self.gives() {
                Item::Copy => self.matched(e),
                Item::Reference => self.matched(e).or_else(|| self.matched_among(e)),
            },
            Expr::Unary(u)
                if matches!(u.op, syn::UnOp::Deref(_)) && self.gives() == Item::Reference =>
            {
                match build::peeled(&u.expr) {
                    Expr::MethodCall(call)
                        if matches!(call.method.to_string().as_str(), "unwrap" | "expect")
                            && self.is_asked(&call.receiver, "next") =>
                    {
                        Some(self.stepped_over_by_value())
                    }
                    _ => None,
                }
            }
            Expr::MethodCall(call) => self.method(call),
            Expr::ForLoop(e) if taken::is_lent(&e.expr, self.name) => self.lent_to_loop(e),
            Expr::ForLoop(e) if build::as_name(&e.expr) == Some(self.name) => {
                *e.expr = self.left();
                None
            }
            _ => None,
        };
        if let Some(new) = new {
            *expr = new;
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        build::visit_arguments(self, mac);
    }
}
