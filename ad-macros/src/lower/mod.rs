//! Smaller Rust to IR.
//!
//! Receives a function whose names are unique; promises an [`ir::Function`] in which every operation
//! on a value that may carry a derivative is a statement of its own, and everything else is kept as
//! written. What it does not understand it refuses, at the user's tokens.
//!
//! ```text
//! fn f(x: &[f64]) -> f64 {           fn f(x: &[f64]) {
//!     let mut s = 0.0;                   s = 0.0
//!     for i in 0..x.len() {              for i in 0..x.len() {
//!         s += x[i].sin();                   t1 = load x[i]
//!     }                                      t2 = sin(t1)
//!     s                                      s += t2
//! }                                      }
//!                                        t3 = load s
//!                                        => t3
//!                                    }
//! ```

mod arguments;
mod assign;
mod beside;
mod call;
mod captures;
mod chain;
mod changes;
mod checkpoint;
mod collections;
mod condition;
mod construct;
mod constructed;
mod control;
mod data;
mod deques;
mod destructure;
mod effect;
pub(crate) mod elementary;
mod exits;
mod expr;
mod fluent;
mod for_loop;
mod function;
mod guess;
mod halves;
mod held;
mod indices;
mod infer;
mod items;
mod led;
pub(crate) mod lent;
mod linked;
mod looks;
mod lookups;
mod map_fields;
mod method;
mod open;
mod open_parts;
mod operators;
mod parts;
mod pattern;
mod place;
mod precision;
mod raw;
mod refilled;
mod refused;
mod rows;
mod selected;
mod sequence;
mod settle;
mod stand_ins;
mod state;
mod stmt;
mod told;
mod unique;
pub(crate) mod views;
mod whole;
mod with_rule;

use crate::desugar::own::Own;
use crate::diagnostics::Sink;
use crate::ir::*;
use crate::tables::{HashMap, HashSet};
pub(crate) use call::is_associated;
pub(crate) use changes::grows;
use constructed::Constructed;
pub(crate) use constructed::{is_constructor, is_users, makes_map};
pub(crate) use elementary::{float_arguments, is_elementary};
pub(crate) use exits::{assigned_names, assigned_places};
use function::Generics;
pub(crate) use function::{
    ARITHMETIC, bounds_of, contains_type, is_of_users, is_trait, names, names_user_type, number,
    opaque_parameters, reals, supposed_numbers,
};
pub(crate) use guess::{counts, of_parameter as type_of_parameter, type_by_uses};
pub(crate) use infer::is_vec_constructor;
pub(crate) use method::is_structural;
use proc_macro2::{Ident, Span};
pub(crate) use raw::looks_only;
pub(crate) use refused::{check_signature, constant_or_refused, has_refused_result, object_behind};

/// Lowers `item`, whose local names are unique already. `own` is what is known of its receiver.
pub(crate) fn function(item: &syn::ItemFn, constants: &[bool], own: &Own, sink: &Sink) -> Function {
    function::lower(item, constants, own, sink)
}

pub(crate) struct Lowerer<'a> {
    sink: &'a Sink,
    generics: Generics,
    function_name: Ident,
    ret: Ty,
    locals: Vec<LocalInfo>,
    names: HashMap<String, Local>,
    /// The statements of the region being built.
    stmts: Vec<Stmt>,
    loops: Vec<LoopScope>,
    labels: usize,
    /// Loads of storage that still hold: place, as text, to the local that holds it.
    loaded: HashMap<String, (Local, Local)>,
    /// Indices that were computed, by their code: see `indices`.
    computed: HashMap<String, Local>,
    /// Storage written in the regions being built, innermost last.
    written: Vec<HashSet<Local>>,
    items: Vec<syn::Item>,
    /// Parameters without a derivative, whatever their type.
    constants: HashSet<Local>,
    /// References to scalar variables, with what they refer to.
    scalar_views: HashMap<Local, Place>,
    /// Locals whose value was refused.
    poisoned: HashSet<Local>,
    /// Variables whose type the user names, and no standard library does: their methods are the user's.
    named_types: HashSet<Local>,
    /// Parameters that hold functions: their methods are called by their rules, which know how to call these.
    holders: HashSet<Local>,
    /// Variables that are shared references, which their types do not tell: they are assigned again.
    wandering: HashSet<Local>,
    /// What patterns bind by shared reference to a part whose type does not show.
    lent_parts: HashSet<Local>,
    /// Elements that are shared references, which their types do not tell, and other names of them.
    referring: HashSet<Local>,
    /// What the loops around borrow for as long as they run.
    held: Vec<held::Held>,
    /// Names of variables that are given a new value as a whole somewhere.
    refilled: HashSet<String>,
    /// The variable whose new value is being computed.
    refilling: Option<Local>,
    /// Parameters of a closure for which no type is written.
    unsaid_params: HashSet<Local>,
    /// What calls of functions returned, of types that do not show.
    returned: HashSet<Local>,
    constructed: Constructed,
    own: &'a Own,
    /// The parameters of the type that `own` is about, the receiver among them.
    of_own: HashSet<Ident>,
}

struct LoopScope {
    name: Option<String>,
    label: Label,
    /// Where `break value` goes.
    dst: Option<Local>,
}

impl<'a> Lowerer<'a> {
    /// At the beginning of a function, or of a closure, which has variables of its own.
    fn new(
        sink: &'a Sink,
        function_name: Ident,
        generics: Generics,
        constructed: Constructed,
        own: &'a Own,
    ) -> Self {
        Lowerer {
            sink,
            generics,
            function_name,
            ret: Ty::Unknown,
            locals: Vec::new(),
            names: HashMap::default(),
            stmts: Vec::new(),
            loops: Vec::new(),
            labels: 0,
            loaded: HashMap::default(),
            computed: HashMap::default(),
            written: vec![HashSet::default()],
            items: Vec::new(),
            constants: HashSet::default(),
            scalar_views: HashMap::default(),
            poisoned: HashSet::default(),
            named_types: HashSet::default(),
            holders: HashSet::default(),
            lent_parts: HashSet::default(),
            referring: HashSet::default(),
            held: Vec::new(),
            wandering: HashSet::default(),
            refilled: HashSet::default(),
            refilling: None,
            unsaid_params: HashSet::default(),
            returned: HashSet::default(),
            constructed,
            own,
            of_own: HashSet::default(),
        }
    }

    pub(crate) fn lookup(&self, name: &str) -> Option<Local> {
        self.names.get(name).copied()
    }

    pub(crate) fn ty(&self, local: Local) -> &Ty {
        &self.locals[local.0].ty
    }

    /// Whether `local` carries no derivative, by its type or by the user's word.
    pub(crate) fn is_inert(&self, local: Local) -> bool {
        self.ty(local).is_inert() || self.constants.contains(&local)
    }

    /// Whether what `local` holds or refers to may change.
    pub(crate) fn is_storage(&self, local: Local) -> bool {
        self.locals[local.0].mutable || matches!(self.ty(local), Ty::Ref(true, _))
    }

    fn new_local(&mut self, name: Ident, ty: Ty, mutable: bool) -> Local {
        let local = Local(self.locals.len());
        let span = name.span();
        self.locals.push(LocalInfo::new(name, ty, mutable, span));
        local
    }

    /// A local for a name of the user's.
    fn named(&mut self, ident: &Ident, ty: Ty, mutable: bool) -> Local {
        let local = self.new_local(ident.clone(), ty, mutable);
        self.names.insert(ident.to_string(), local);
        local
    }

    /// A temporary at `span`.
    fn temp(&mut self, ty: Ty, span: Span) -> Local {
        let local = Local(self.locals.len());
        let span = span.resolved_at(Span::mixed_site());
        self.locals
            .push(LocalInfo::temporary(&self.locals, ty, span));
        local
    }

    fn emit(&mut self, kind: StmtKind, span: Span) {
        if let StmtKind::Let {
            op: Op::Raw(raw), ..
        }
        | StmtKind::Effect { raw } = &kind
        {
            self.note_changes(raw);
        }
        self.stmts.push(Stmt { id: 0, kind, span });
    }

    /// Binds `op` to a temporary.
    fn bind(&mut self, op: Op, ty: Ty, span: Span) -> Operand {
        let dst = self.temp(ty, span);
        self.emit(StmtKind::Let { dst, op }, span);
        Operand::Local(dst)
    }

    fn operand_ty(&self, operand: &Operand) -> Ty {
        match operand {
            Operand::Local(l) => self.ty(*l).clone(),
            Operand::Const(_, ty) => ty.clone(),
        }
    }

    /// Builds a region of its own from what `body` emits and yields.
    fn region(&mut self, body: impl FnOnce(&mut Self) -> Option<Operand>) -> Region {
        let outer = std::mem::take(&mut self.stmts);
        let (loaded, computed) = (self.loaded.clone(), self.computed.clone());
        self.written.push(HashSet::default());
        let tail = body(self);
        let written = self.written.pop().expect("pushed above");
        (self.loaded, self.computed) = (loaded, computed);
        for local in written {
            self.note_write(local);
        }
        let stmts = std::mem::replace(&mut self.stmts, outer);
        exits::structure(Region {
            stmts,
            tail,
            diverges: false,
        })
    }

    /// Storage `local` (or what it refers to) changes here: loads of it no longer hold.
    fn note_write(&mut self, local: Local) {
        let shared = matches!(self.ty(local), Ty::Ref(true, _)) || !self.ty(local).is_copy();
        self.loaded.retain(|_, (root, _)| *root != local && !shared);
        if let Some(written) = self.written.last_mut() {
            written.insert(local);
        }
    }

    /// What code that stays as it is may change here: `t = take(&mut n)`, `assert!(seen.insert(k))`.
    fn note_changes(&mut self, raw: &Raw) {
        if raw.cheap {
            return;
        }
        let lent = raw.reads.iter().copied();
        let lent = lent.filter(|l| matches!(self.ty(*l), Ty::Ref(true, _)));
        let assigned = self.assigned_in(&raw.tokens).into_iter();
        let assigned = assigned.filter(|l| self.locals[l.0].mutable);
        let changed: Vec<Local> = lent.chain(assigned).collect();
        changed.into_iter().for_each(|l| self.note_write(l));
    }

    fn fresh_label(&mut self) -> Label {
        self.labels += 1;
        Label(self.labels)
    }

    fn read_type(&self, ty: &syn::Type) -> Ty {
        ty::read(ty, &|p| self.generics.reals.contains(p))
    }

    /// Names that `node` assigns to or borrows uniquely, of locals known here.
    pub(crate) fn assigned_in(&self, node: &impl quote::ToTokens) -> HashSet<Local> {
        exits::assigned_names(node.to_token_stream())
            .iter()
            .filter_map(|n| self.lookup(n))
            .collect()
    }

    /// Whether `expr` changes a value that carries a derivative.
    pub(crate) fn assigns_active(&self, expr: &syn::Expr) -> bool {
        use quote::ToTokens;
        self.macro_changes(&expr.to_token_stream())
    }

    /// Whether `expr` assigns to a local that lives outside it.
    pub(crate) fn assigns_outer(&self, expr: &syn::Expr) -> bool {
        !self.assigned_in(expr).is_empty()
    }
}

/// The arithmetic of a compound assignment.
pub(crate) fn compound(op: &syn::BinOp) -> Option<Option<BinOp>> {
    use syn::BinOp::*;
    Some(match op {
        AddAssign(_) => Some(BinOp::Add),
        SubAssign(_) => Some(BinOp::Sub),
        MulAssign(_) => Some(BinOp::Mul),
        DivAssign(_) => Some(BinOp::Div),
        RemAssign(_) => Some(BinOp::Rem),
        BitXorAssign(_) | BitAndAssign(_) | BitOrAssign(_) | ShlAssign(_) | ShrAssign(_) => None,
        _ => return None,
    })
}
