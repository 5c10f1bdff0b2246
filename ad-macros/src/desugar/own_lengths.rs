//! Methods named `len` that give floats.
//!
//! Receives a function at the end of what makes it smaller; promises that `len` is not taken for that of a list where
//! only a float can stand, where its receiver is what an operator gave, as no list is, or of `self` where the block
//! says. The raw spelling is that of a method like any other.
//!
//! ```text
//! total += (b - a).len();           total += (b - a).r#len();
//! let d = p.len();                  let d = p.r#len();
//! if d > 0.5 { … }                  if d > 0.5 { … }
//! xs.len() as f64                   as it is
//! ```

use super::build;
use super::pipeline::types::turbofish;
use crate::lower::elementary;
use crate::tables::HashSet;
use proc_macro2::Ident;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Block, Expr, ExprMethodCall, FnArg, ImplItem, ImplItemFn, Lit, Local, Pat, ReturnType, Stmt,
    Type,
};

const LEN: &str = "len";

pub(super) fn by_uses(function: &mut syn::ItemFn) {
    let mut lengths = Lengths::of(function);
    loop {
        let known = lengths.floats.len();
        let gives = lengths.gives;
        lengths.block(&mut function.block, gives);
        if lengths.floats.len() == known {
            return;
        }
    }
}

/// Whether a block has a method `len` that gives a float.
pub(crate) fn is_in_block(items: &[ImplItem]) -> bool {
    let gives_float = |method: &ImplItemFn| {
        let float = matches!(&method.sig.output, ReturnType::Type(_, ty) if is_float_type(ty));
        method.sig.ident == LEN && float
    };
    let mut items = items.iter();
    items.any(|item| matches!(item, ImplItem::Fn(method) if gives_float(method)))
}

/// That of `self` in a method of such a block.
pub(crate) fn of_self(method: &mut ImplItemFn) {
    struct OfSelf;
    impl VisitMut for OfSelf {
        fn visit_expr_method_call_mut(&mut self, call: &mut ExprMethodCall) {
            visit_mut::visit_expr_method_call_mut(self, call);
            let of_self =
                matches!(build::peeled(&call.receiver), Expr::Path(p) if p.path.is_ident("self"));
            if of_self && call.method == LEN {
                call.method = Ident::new_raw(LEN, call.method.span());
            }
        }

        fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
            build::visit_arguments(self, mac);
        }
    }
    OfSelf.visit_block_mut(&mut method.block);
}

struct Lengths {
    /// Names of what is a float, by its type, its value or its uses.
    floats: HashSet<Ident>,
    /// Names of lists of floats.
    lists: HashSet<Ident>,
    /// Names of what operators gave, and is no float.
    operated: HashSet<Ident>,
    /// Whether the function gives a float.
    gives: bool,
}

impl Lengths {
    fn of(function: &syn::ItemFn) -> Self {
        let typed = |is: fn(&Type) -> bool| -> HashSet<Ident> {
            let inputs = function.sig.inputs.iter();
            let named = inputs.filter_map(|input| match input {
                FnArg::Typed(typed) if is(&typed.ty) => name_of(&typed.pat).cloned(),
                _ => None,
            });
            named.collect()
        };
        Lengths {
            floats: typed(is_float_type),
            lists: typed(is_list_type),
            operated: HashSet::default(),
            gives: matches!(&function.sig.output, ReturnType::Type(_, ty) if is_float_type(ty)),
        }
    }

    fn is_float(&self, expr: &Expr) -> bool {
        match build::peeled(expr) {
            Expr::Lit(lit) => matches!(lit.lit, Lit::Float(_)),
            Expr::Cast(cast) => is_float_type(&cast.ty),
            Expr::Unary(u) => !matches!(u.op, syn::UnOp::Not(_)) && self.is_float(&u.expr),
            Expr::Index(i) => build::as_name(&i.expr).is_some_and(|name| self.lists.contains(name)),
            Expr::MethodCall(call) => {
                is_raw(&call.method)
                    || is_of_floats(&call.method)
                    || elementary::find(&call.method.to_string()).is_some()
                        && self.is_float(&call.receiver)
            }
            Expr::Binary(b) if build::is_arithmetic(&b.op) => {
                self.is_float(&b.left) && self.is_float(&b.right)
            }
            Expr::Path(p) if is_of_float_type(&p.path) => true,
            Expr::Call(call) => self.is_float(&call.func),
            name => build::as_name(name).is_some_and(|name| self.floats.contains(name)),
        }
    }

    /// Whether an operator gave this, which then is no list: of sets, it would be given references.
    fn is_operated(&self, expr: &Expr) -> bool {
        let borrowed = |e: &Expr| matches!(build::peeled(e), Expr::Reference(_) | Expr::Lit(_));
        match build::peeled(expr) {
            Expr::Binary(b) if build::is_arithmetic(&b.op) => {
                !borrowed(&b.left) && !borrowed(&b.right)
            }
            name => build::as_name(name).is_some_and(|name| self.operated.contains(name)),
        }
    }

    /// Looks at an expression where a float stands, or anything.
    fn operand(&mut self, expr: &mut Expr, float: bool) {
        match expr {
            Expr::Paren(e) => self.operand(&mut e.expr, float),
            Expr::Group(e) => self.operand(&mut e.expr, float),
            Expr::Unary(e) => self.operand(&mut e.expr, float),
            Expr::Path(_) if float => self.floats.extend(build::as_name(expr).cloned()),
            Expr::Binary(b) => {
                let beside = self.is_float(&b.left) || self.is_float(&b.right);
                let float = beside || float && build::is_arithmetic(&b.op);
                self.operand(&mut b.left, float);
                self.operand(&mut b.right, float);
            }
            Expr::Assign(a) => {
                let float = self.is_float(&a.left);
                self.operand(&mut a.right, float);
            }
            Expr::MethodCall(call) => self.method(call, float),
            Expr::Call(call) => {
                let float = matches!(&*call.func, Expr::Path(p) if is_of_float_type(&p.path));
                call.args.iter_mut().for_each(|a| self.operand(a, float));
            }
            Expr::Block(b) => self.block(&mut b.block, float),
            Expr::If(e) => {
                self.operand(&mut e.cond, false);
                self.block(&mut e.then_branch, float);
                if let Some((_, otherwise)) = &mut e.else_branch {
                    self.operand(otherwise, float);
                }
            }
            Expr::Match(e) => {
                self.operand(&mut e.expr, false);
                for arm in &mut e.arms {
                    self.operand(&mut arm.body, float);
                }
            }
            Expr::Return(e) => {
                let gives = self.gives;
                e.expr.iter_mut().for_each(|e| self.operand(e, gives));
            }
            other => visit_mut::visit_expr_mut(self, other),
        }
    }

    fn method(&mut self, call: &mut ExprMethodCall, float: bool) {
        self.closures(call, float);
        let known = elementary::find(&call.method.to_string()).is_some();
        let beside = self.is_float(&call.receiver) || call.args.iter().any(|a| self.is_float(a));
        let operands = is_of_floats(&call.method) || known && (float || beside);
        self.operand(&mut call.receiver, operands);
        call.args.iter_mut().for_each(|a| self.operand(a, operands));
        let of_list = build::as_name(&call.receiver).is_some_and(|name| self.lists.contains(name));
        let is_length = call.method == LEN && call.args.is_empty() && !of_list;
        if is_length && (float || self.is_operated(&call.receiver)) {
            call.method = Ident::new_raw(LEN, call.method.span());
        }
    }

    /// `items.map(|p| p.len()).sum::<f64>()`, or `.fold(0.0, f64::max)`; `items.fold(0.0, |total, p| total + p.len())`
    fn closures(&mut self, call: &mut ExprMethodCall, float: bool) {
        let of_floats = float || turbofish(call).is_some_and(is_float_type);
        let of_floats = match call.method.to_string().as_str() {
            "sum" | "product" => of_floats,
            "fold" => call.args.last().is_some_and(|f| self.is_float(f)),
            _ => false,
        };
        if of_floats
            && let Expr::MethodCall(map) = &mut *call.receiver
            && map.method == "map"
            && let Some(Expr::Closure(f)) = map.args.first_mut()
        {
            self.operand(&mut f.body, true);
        }
        if call.method == "fold"
            && call.args.first().is_some_and(|start| self.is_float(start))
            && let Some(Expr::Closure(f)) = call.args.last_mut()
        {
            self.floats
                .extend(f.inputs.first().and_then(name_of).cloned());
            self.operand(&mut f.body, true);
        }
    }

    fn block(&mut self, block: &mut Block, float: bool) {
        let last = block.stmts.len().saturating_sub(1);
        for (n, stmt) in block.stmts.iter_mut().enumerate() {
            match stmt {
                Stmt::Expr(value, None) if n == last => self.operand(value, float),
                Stmt::Expr(effect, _) => self.operand(effect, false),
                Stmt::Local(local) => self.local(local),
                Stmt::Item(_) | Stmt::Macro(_) => {}
            }
        }
    }

    fn local(&mut self, local: &mut Local) {
        let typed = matches!(&local.pat, Pat::Type(typed) if is_float_type(&typed.ty));
        let name = name_of(&local.pat).cloned();
        let Some(init) = &mut local.init else { return };
        let float = typed || name.as_ref().is_some_and(|name| self.floats.contains(name));
        self.operand(&mut init.expr, float);
        if let Some((_, diverge)) = &mut init.diverge {
            self.operand(diverge, false);
        }
        if let Pat::Tuple(parts) = &local.pat {
            return self.parts(parts, &init.expr);
        }
        let Some(name) = name else { return };
        if float || self.is_float(&init.expr) {
            self.floats.insert(name);
        } else if self.is_operated(&init.expr) {
            self.operated.insert(name);
        }
    }
}

impl Lengths {
    /// `let (s, c) = angle.sin_cos()`, `let (near, far) = (0.1, 2.0 * scale)`
    fn parts(&mut self, pattern: &syn::PatTuple, value: &Expr) {
        let names = pattern.elems.iter().map(name_of);
        let floats: Vec<Ident> = match build::peeled(value) {
            Expr::MethodCall(call) if call.method == "sin_cos" => {
                names.flatten().cloned().collect()
            }
            Expr::Tuple(values) => {
                let pairs = names.zip(&values.elems);
                let floats = pairs.filter(|(_, value)| self.is_float(value));
                floats.filter_map(|(name, _)| name.cloned()).collect()
            }
            _ => Vec::new(),
        };
        self.floats.extend(floats);
    }
}

impl VisitMut for Lengths {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        self.operand(expr, false);
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        self.block(block, false);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {
        // Items see no locals.
    }
}

/// Whether no integer has such a method, and no type but floats by convention.
fn is_of_floats(method: &Ident) -> bool {
    let roots = ["sqrt", "cbrt", "powi", "powf", "exp", "ln", "sin", "cos"];
    roots.contains(&method.to_string().as_str())
}

fn is_raw(method: &Ident) -> bool {
    *method == Ident::new_raw(LEN, method.span())
}

/// `f64::MAX`, `f64::max`
fn is_of_float_type(path: &syn::Path) -> bool {
    let owner = path.segments.first().filter(|_| path.segments.len() == 2);
    owner.is_some_and(|s| s.ident == "f64" || s.ident == "f32")
}

fn is_float_type(ty: &Type) -> bool {
    match ty {
        Type::Reference(r) => is_float_type(&r.elem),
        Type::Path(p) => p.path.is_ident("f64") || p.path.is_ident("f32"),
        _ => false,
    }
}

fn is_list_type(ty: &Type) -> bool {
    match ty {
        Type::Reference(r) => is_list_type(&r.elem),
        Type::Slice(s) => is_float_type(&s.elem),
        Type::Array(a) => is_float_type(&a.elem),
        _ => false,
    }
}

fn name_of(pat: &Pat) -> Option<&Ident> {
    match pat {
        Pat::Ident(p) => Some(&p.ident),
        Pat::Type(t) => name_of(&t.pat),
        _ => None,
    }
}
