//! Where statements and locals are.
//!
//! Receives a function; promises for each statement its enclosing compound statements and its last
//! descendant, and for each local where it is defined and what storage it views.
//!
//! ```text
//! 1  for i in 0..n {              statement 1 ends with 3
//! 2      let row = &mut m[i];     row: defined at 2, inside of 1, a view of m
//! 3      row[0] = x; }            3: inside of 1
//! ```

use super::promises::Promise;
use crate::ir::*;
use crate::lower::elementary;
use crate::segments;
use crate::tables::{HashMap, HashSet};
use proc_macro2::Span;

pub(crate) struct Flow {
    /// Enclosing compound statements of each statement, outermost first.
    pub(crate) parents: Vec<Vec<usize>>,
    /// The number of the last statement inside each statement (itself, if simple).
    pub(crate) end: Vec<usize>,
    pub(crate) is_loop: Vec<bool>,
    /// Loops whose iterations are taken back as soon as they have run.
    pub(crate) fused: Vec<usize>,
    /// What is taken for granted of calls, as the rule asks before it begins.
    pub(crate) granted: HashMap<usize, Promise>,
    /// Loads and writes of which no later one is of the same element.
    pub(crate) passed: HashSet<(usize, usize)>,
    /// Calls of the function itself that leave their partial derivatives behind.
    pub(crate) at_once: HashSet<usize>,
    /// The statement that defines each local; 0 for parameters.
    pub(crate) def: Vec<usize>,
    /// The compound statements around each local's scope.
    pub(crate) home: Vec<Vec<usize>>,
    /// The storage a view leads to; itself for everything else.
    pub(crate) origin: Vec<Local>,
    /// The field of the receiver that a view leads to: the variable that lends it, where fields have variables.
    fields: Vec<Option<Local>>,
    /// The result of the statement before a rest, which is there only if the rest runs.
    pub(crate) bound_by_rest: HashMap<usize, Local>,
    /// Results of calls that borrow something: each may be a reference to it.
    pub(crate) lent: HashSet<Local>,
    /// Locals that are references for certain, or made of some.
    pub(crate) references: HashSet<Local>,
    /// References to what carries no derivative, as the user took them.
    pub(crate) verbatim: HashSet<Local>,
    /// Values of types of the user's that are made here.
    pub(crate) built: HashMap<Local, Built>,
    /// Where their types are named first.
    named: HashMap<Vec<String>, Span>,
    /// Pullbacks, and what pullbacks get again: no values of the function's.
    pub(crate) recalled: HashSet<Local>,
    /// Options and results that are made here.
    pub(crate) made: HashSet<Local>,
    /// What a pattern's binding is a part of.
    parts: Vec<Option<Local>>,
    /// From whose ends the positions are counted at which patterns bind locals.
    pub(crate) counted: Vec<Vec<Local>>,
    /// For storage whose content is exchanged with other storage, one of them that stands for all.
    class: Vec<Local>,
}

/// The type of a value that is made here.
#[derive(Clone)]
pub(crate) struct Built {
    /// The segments of its path.
    pub(crate) names: Vec<String>,
    /// Where it is named first.
    pub(crate) span: Span,
}

impl Flow {
    pub(crate) fn of(f: &Function) -> Self {
        let locals = f.locals.len();
        let mut flow = Flow {
            parents: vec![Vec::new()],
            end: vec![0],
            is_loop: vec![false],
            fused: Vec::new(),
            granted: HashMap::default(),
            passed: HashSet::default(),
            at_once: HashSet::default(),
            def: vec![0; locals],
            home: vec![Vec::new(); locals],
            origin: (0..locals).map(Local).collect(),
            fields: vec![None; locals],
            bound_by_rest: HashMap::default(),
            lent: HashSet::default(),
            references: (0..locals)
                .map(Local)
                .filter(|l| f.ty(*l).is_ref() || f.ty(*l).holds_references())
                .collect(),
            verbatim: HashSet::default(),
            built: HashMap::default(),
            named: HashMap::default(),
            recalled: HashSet::default(),
            made: HashSet::default(),
            parts: f
                .locals
                .iter()
                .map(|l| l.part.as_ref().map(|p| p.root))
                .collect(),
            counted: f
                .locals
                .iter()
                .map(|l| l.part.as_ref().map_or(Vec::new(), |p| p.counted(&f.locals)))
                .collect(),
            class: (0..locals).map(Local).collect(),
        };
        let params = f.params.iter().filter(|p| is_optional_reference(&p.ty));
        flow.lent.extend(params.map(|p| p.local));
        flow.region(f, &f.body, &mut Vec::new());
        f.body.walk(&mut |stmt| {
            if let StmtKind::Exchange { a, b } = &stmt.kind {
                flow.unite(a.root, b.root);
            }
        });
        flow
    }

    /// The storage that `local` is or leads to, up to exchanges of content.
    pub(crate) fn storage(&self, local: Local) -> Local {
        self.class[self.origin[local.0].0]
    }

    /// The variable that `local` is or leads to. Two variables are apart, but where their contents are exchanged
    /// one holds what the other did.
    pub(crate) fn variable(&self, local: Local) -> Local {
        self.origin[local.0]
    }

    /// The variable that `local` leads to, or one of its fields: two fields are apart as two variables are.
    pub(crate) fn field(&self, local: Local) -> Local {
        self.fields[local.0].unwrap_or(self.variable(local))
    }

    /// The representative has the widest scope of its class.
    fn unite(&mut self, a: Local, b: Local) {
        let (a, b) = (self.storage(a), self.storage(b));
        let (stays, goes) = if self.home[a.0].len() <= self.home[b.0].len() {
            (a, b)
        } else {
            (b, a)
        };
        for class in self.class.iter_mut().filter(|c| **c == goes) {
            *class = stays;
        }
    }

    fn region(&mut self, f: &Function, region: &Region, around: &mut Vec<usize>) {
        for pair in region.stmts.windows(2) {
            if let (Some(dst), StmtKind::Rest(_)) = (pair[0].result(), &pair[1].kind) {
                self.bound_by_rest.insert(pair[1].id, dst);
            }
        }
        for stmt in &region.stmts {
            self.parents.push(around.clone());
            self.end.push(stmt.id);
            self.is_loop.push(matches!(stmt.kind, StmtKind::Loop(_)));
            self.definitions(f, stmt, around);
            around.push(stmt.id);
            for inner in stmt.regions() {
                self.region(f, inner, around);
            }
            self.lend_on(stmt);
            around.pop();
            self.end[stmt.id] = self.parents.len() - 1;
        }
    }

    /// Locals that an early exit may leave undefined.
    pub(crate) fn is_bound_by_rest(&self, local: Local) -> bool {
        self.bound_by_rest.values().any(|l| *l == local)
    }

    fn define(&mut self, local: Local, id: usize, home: &[usize]) {
        if self.def[local.0] == 0 {
            self.def[local.0] = id;
            self.home[local.0] = home.to_vec();
        }
    }

    fn definitions(&mut self, f: &Function, stmt: &Stmt, around: &[usize]) {
        match &stmt.kind {
            StmtKind::Let { dst, op } => {
                self.define(*dst, stmt.id, around);
                for local in beside(op) {
                    self.define(local, stmt.id, around);
                }
                self.value(f, *dst, op);
            }
            StmtKind::Declare { dst } => self.define(*dst, stmt.id, around),
            StmtKind::Assign { place, value, .. } | StmtKind::Push { place, value } => {
                if let Some(value) = value.local() {
                    self.put_into(value, place.root);
                    if place.path.is_empty() {
                        self.hold(f, value, place.root);
                    }
                }
            }
            StmtKind::Branch(branch) => self.branch(branch, stmt.id, around),
            StmtKind::Loop(looped) => self.looped(looped, stmt.id, around),
            _ => {}
        }
    }

    /// What is known of the value of an operation: where it comes from, and whether it may be a reference.
    fn value(&mut self, f: &Function, dst: Local, op: &Op) {
        match op {
            Op::Ref { place, .. } => {
                self.origin[dst.0] = self.origin[place.root.0];
                self.fields[dst.0] = match place.is_whole_field() {
                    true => Some(dst),
                    false => self.fields[place.root.0],
                };
            }
            Op::Call(call) => {
                self.recalled.insert(call.pullback);
                if !f.ty(dst).is_float() && !gives_a_value(f, call) {
                    self.lent.insert(dst);
                }
            }
            Op::Again(_) => {
                self.recalled.insert(dst);
            }
            Op::Raw(raw) if raw.is_reference() => {
                self.lent.insert(dst);
                self.verbatim.insert(dst);
            }
            // What a method of a constant gives may be a part of it.
            Op::Raw(raw) if raw.is_call() && matches!(f.ty(dst), Ty::Unknown | Ty::Inert) => {
                self.lent.insert(dst);
            }
            Op::Construct(c) if !c.is_of_std() => {
                let built = self.type_built(&c.path);
                self.built.insert(dst, built);
                let mut parts = op.operands().into_iter().filter_map(Operand::local);
                if parts.any(|part| self.refers(part)) {
                    self.lent.insert(dst);
                }
            }
            Op::Construct(_) | Op::Tuple(_) | Op::Array(_) | Op::VecOf(_) => {
                if matches!(op, Op::Construct(_)) {
                    self.made.insert(dst);
                }
                for part in op.operands().into_iter().filter_map(Operand::local) {
                    self.put_into(part, dst);
                    if !matches!(op, Op::Tuple(_)) {
                        self.hold(f, part, dst);
                    }
                }
            }
            Op::Use(Operand::Local(used)) => {
                self.pass_on(*used, dst);
                self.hold(f, *used, dst);
            }
            Op::Load(place) if self.may_load_reference(place, f.ty(dst)) => {
                self.lent.insert(dst);
            }
            // What is behind a reference is copied, and borrows nothing.
            Op::Load(place) | Op::Clone(place, _) | Op::Pop(place)
                if self.lent.contains(&place.root)
                    && !place.path.iter().any(|s| matches!(s, Step::Deref)) =>
            {
                self.lent.insert(dst);
            }
            _ => {}
        }
    }

    /// Whether a place of a type that is not seen may hold a reference: a field may, and behind a reference to an
    /// item of a list of references is one of these.
    fn may_load_reference(&self, place: &Place, ty: &Ty) -> bool {
        let is_field = matches!(place.path.last(), Some(Step::Field(_)));
        let root = place.root;
        let of_list = !self.lent.contains(&root) && self.lent.contains(&self.origin[root.0]);
        matches!(ty, Ty::Unknown) && (is_field || of_list)
    }

    fn branch(&mut self, branch: &Branch, id: usize, around: &[usize]) {
        let inside: Vec<usize> = around.iter().copied().chain([id]).collect();
        if let Some(dst) = branch.dst {
            self.define(dst, id, around);
        }
        for &bound in branch.arms.iter().flat_map(|a| &a.binds) {
            self.define(bound, id, &inside);
            match self.parts[bound.0] {
                Some(root) => {
                    self.origin[bound.0] = self.origin[root.0];
                    if self.lent.contains(&root) {
                        self.lent.insert(bound);
                    }
                }
                // The rest of a slice is a reference.
                None => {
                    self.lent.insert(bound);
                }
            }
        }
    }

    fn looped(&mut self, looped: &Loop, id: usize, around: &[usize]) {
        let inside: Vec<usize> = around.iter().copied().chain([id]).collect();
        if let Some(dst) = looped.dst {
            self.define(dst, id, around);
        }
        match &looped.kind {
            LoopKind::Range { var, .. } => self.define(*var, id, &inside),
            LoopKind::Items { binds, .. } => {
                for &bound in binds {
                    self.define(bound, id, &inside);
                    // An item may be a reference: a word of a text.
                    self.lent.insert(bound);
                }
            }
            LoopKind::While(_) | LoopKind::Forever => {}
        }
    }

    /// What has the value of another is a reference where that is.
    fn pass_on(&mut self, from: Local, to: Local) {
        if self.references.contains(&from) {
            self.references.insert(to);
            self.lent.insert(to);
        } else if self.lent.contains(&from) {
            self.lent.insert(to);
        }
    }

    /// What holds references is treated like one, and a part of something matched may be one.
    fn put_into(&mut self, part: Local, whole: Local) {
        if self.parts[part.0].is_some() {
            self.lent.insert(whole);
        }
        self.pass_on(part, whole);
    }

    /// A variable whose type is written down has it, whether that of what it holds has a derivative or not.
    fn hold(&mut self, f: &Function, part: Local, whole: Local) {
        if f.info(whole).stated.is_some()
            && let Some(built) = self.built.get(&part).cloned()
        {
            self.built.insert(whole, built);
        }
    }

    /// The type that a constructor makes. Where it is named first, what is wrong with it is one error.
    fn type_built(&mut self, path: &syn::Path) -> Built {
        let mut names = segments::names(path);
        if names.len() > 1 && variant(path).is_some() {
            names.pop();
        }
        let here = path.segments[names.len() - 1].ident.span();
        let span = *self.named.entry(names.clone()).or_insert(here);
        Built { names, span }
    }

    /// Whether a value is a reference, may be one, or is made of some.
    fn refers(&self, local: Local) -> bool {
        self.references.contains(&local)
            || self.lent.contains(&local)
            || self.parts[local.0].is_some()
    }

    /// What a branch yields is lent where one of its arms' values is, which a part of what it matches may be: that is bound
    /// by reference where the pattern is held against one.
    fn lend_on(&mut self, stmt: &Stmt) {
        let StmtKind::Branch(branch) = &stmt.kind else {
            return;
        };
        let values = branch.arms.iter().filter_map(|arm| arm.body.value());
        let made = |v: &Operand| self.built.get(&v.local()?).cloned();
        let made: Option<Vec<Built>> = values.clone().map(made).collect();
        if let (Some(dst), Some([first, ..])) = (branch.dst, made.as_deref()) {
            self.built.insert(dst, first.clone());
        }
        let lent = |v: &Operand| v.local().is_some_and(|l| self.refers(l));
        if let (Some(dst), true) = (branch.dst, values.into_iter().any(lent)) {
            self.lent.insert(dst);
        }
    }

    /// The statement of `local`'s own region in which statement `at` happens.
    pub(crate) fn containing(&self, local: Local, at: usize) -> usize {
        let depth = self.home[local.0].len();
        self.parents[at].get(depth).copied().unwrap_or(at)
    }

    /// Whether a local is there before a statement of its region, or of one in it.
    pub(crate) fn is_before(&self, local: Local, at: usize) -> bool {
        self.parents[at].starts_with(&self.home[local.0]) && self.def[local.0] < at
    }

    /// Whether such a loop inside `storage`'s scope contains both statements.
    fn share(&self, storage: Local, a: usize, b: usize, of: impl Fn(usize) -> bool) -> bool {
        let scope = &self.home[storage.0];
        let inside = |at: usize, l: usize| at == l || self.parents[at].contains(&l);
        self.parents[a]
            .iter()
            .any(|&l| self.is_loop[l] && of(l) && !scope.contains(&l) && inside(b, l))
    }

    /// Whether what happens to `storage` at `at` may come before what happens to it at `write`, if no
    /// iteration in between has been taken back.
    pub(crate) fn is_earlier(&self, storage: Local, at: usize, write: usize) -> bool {
        let follows = at < write || self.share(storage, at, write, |l| !self.fused.contains(&l));
        follows && !self.passed.contains(&(at, write))
    }

    /// How many loops are around a statement.
    pub(crate) fn loops_around(&self, stmt: usize) -> usize {
        self.parents[stmt]
            .iter()
            .filter(|&&s| self.is_loop[s])
            .count()
    }

    pub(crate) fn loop_depth(&self, local: Local) -> usize {
        self.home[local.0]
            .iter()
            .filter(|&&s| self.is_loop[s])
            .count()
    }
}

/// The locals that an operation defines beside its value.
fn beside(op: &Op) -> Vec<Local> {
    match op {
        Op::Call(call) => vec![call.pullback],
        Op::Elementary { partials, .. } => partials.iter().flatten().copied().collect(),
        _ => Vec::new(),
    }
}

/// Whether the result of a call is no reference: that of an operator, of a function that is given floats, of a method
/// that is named like one of floats, and of `into`, where nothing may be asked of a type that is not known yet.
fn gives_a_value(f: &Function, call: &Call) -> bool {
    let by_value = |arg: &Arg| match arg {
        Arg::Value(Operand::Local(local)) => !f.ty(*local).may_borrow(),
        Arg::Value(_) => true,
        Arg::Ref { .. } => false,
    };
    let floats = |arg: &Arg| matches!(arg, Arg::Value(Operand::Local(l)) if f.ty(*l).is_float());
    let named = matches!(call.callee, Callee::Path(_) | Callee::Associated(_));
    let lends_nothing = named && call.functions.is_empty() && call.args.iter().all(by_value);
    // Of two references, the larger one is a reference.
    let of_float = |name: &str| {
        let chooses = ["max", "min", "clamp"].contains(&name);
        !chooses && elementary::find(name).is_some_and(|of| call.args.len() == of.extra + 1)
    };
    matches!(call.callee, Callee::Operator(_))
        || matches!(&call.callee, Callee::Method(name) if of_float(&name.to_string()))
        || call.is_into()
        || lends_nothing && call.args.iter().any(floats)
}
