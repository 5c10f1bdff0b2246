//! Values that hide what carries a derivative: texts, the bits of a float, keys made of one, and errors.
//!
//! Receives a function with its activity; promises that no number is computed from what was read out of such a value,
//! for it would come back without its derivative. What is counted, compared, or used as an index comes from no part of
//! it, and is free.
//!
//! ```text
//! line = `format!("{x}")`     hides `x`            e = `x`              hides `x`, as
//! y = call read(&line)                             r = Err { e }        this is an error
//! t = y * x                   refused, as          match r { Err(b) =>
//!                             `y` is a number          t = 2.0 * b      refused
//! ```

use super::dropped::mentions;
use super::plan::Analyses;
use crate::diagnostics::{Sink, catalog};
use crate::ir::*;
use crate::tables::HashSet;
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

/// What writes a number so that it can be read again.
const WRITERS: [&str; 9] = [
    "format",
    "write",
    "writeln",
    "to_string",
    "to_bits",
    "to_ne_bytes",
    "to_le_bytes",
    "to_be_bytes",
    "format_args",
];

/// What only counts or compares what it looks at.
const COUNTS: [&str; 6] = [
    "len",
    "count",
    "is_empty",
    "position",
    "contains",
    "starts_with",
];

/// What reads a number that was written.
const READERS: [&str; 6] = [
    "parse",
    "from_str",
    "from_bits",
    "from_ne_bytes",
    "from_le_bytes",
    "from_be_bytes",
];

/// Refuses every number that is read out of what hides a varied value.
pub(crate) fn check(a: &Analyses, sink: &Sink) {
    check_what_is_hidden(a, By::Writing, catalog::PARSED, sink);
    let errors = errors(a.f);
    if !errors.is_empty() {
        check_what_is_hidden(a, By::Errors(errors), catalog::ERROR_READ, sink);
    }
}

fn check_what_is_hidden(a: &Analyses, by: By, message: &'static str, sink: &Sink) {
    let mut hiding = Hiding {
        a,
        by,
        locals: HashSet::default(),
    };
    let mut known = usize::MAX;
    while known != hiding.locals.len() {
        known = hiding.locals.len();
        a.f.body.walk(&mut |stmt| hiding.follow(stmt));
    }
    a.f.body.walk(&mut |stmt| {
        if let Some(span) = hiding.read_at(stmt) {
            sink.refuse(span, message);
        }
    });
    let returned = a.f.body.value().and_then(Operand::local);
    if let Some(value) = returned.filter(|l| a.f.ret.is_float() && hiding.locals.contains(l)) {
        a.f.body.walk(&mut |stmt| match &stmt.kind {
            StmtKind::Let { dst, .. } if *dst == value => sink.refuse(stmt.span, message),
            StmtKind::Branch(branch) if branch.dst == Some(value) => {
                sink.refuse(hiding.hidden_in(branch).unwrap_or(stmt.span), message);
            }
            _ => {}
        });
    }
}

/// What `Err` is given, as it is written.
fn errors(f: &Function) -> HashSet<Local> {
    let mut errors = HashSet::default();
    f.body.walk(&mut |stmt| {
        if let StmtKind::Let {
            op: Op::Construct(made),
            ..
        } = &stmt.kind
            && made.path.segments.last().is_some_and(|s| s.ident == "Err")
        {
            errors.extend(made.fields.iter().filter_map(|(_, value)| value.local()));
        }
    });
    errors
}

/// What hides values.
enum By {
    /// Code that writes them down.
    Writing,
    /// `Err`, which is given these.
    Errors(HashSet<Local>),
}

struct Hiding<'a> {
    a: &'a Analyses<'a>,
    by: By,
    locals: HashSet<Local>,
}

impl Hiding<'_> {
    /// Where a statement leaves what it hides.
    fn follow(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Let { dst, op } => self.follow_op(*dst, op),
            StmtKind::Assign { place, value, .. } | StmtKind::Push { place, value } => {
                if self.hides(value) {
                    self.hide(place.root);
                }
            }
            StmtKind::Effect { raw } if self.writes(raw) || self.is_given(raw) => {
                self.hide_first(raw)
            }
            StmtKind::Branch(branch) => self.follow_branch(branch),
            StmtKind::Exit {
                to: Exit::Break(label),
                value: Some(value),
            } if self.hides(value) => self.hide_value_of(label),
            StmtKind::Loop(Loop {
                kind: LoopKind::Items { binds, head, .. },
                ..
            }) if self.is_given(head) => binds.iter().for_each(|bind| self.hide(*bind)),
            _ => {}
        }
    }

    fn follow_op(&mut self, dst: Local, op: &Op) {
        let hides = match op {
            Op::Raw(raw) => {
                if self.writes(raw) {
                    self.hide_first(raw);
                }
                self.writes(raw) || self.is_given(raw) || self.is_error(dst, raw)
            }
            Op::Call(call) => self.follow_call(call),
            Op::Selector(Operand::Local(l)) | Op::Key(Operand::Local(l)) => {
                self.is_made(*l) || self.locals.contains(l)
            }
            Op::Cast(..) | Op::Len(..) | Op::Binary(..) => false,
            _ => {
                op.operands().iter().any(|o| self.hides(o))
                    || op
                        .places()
                        .iter()
                        .any(|(p, _)| self.locals.contains(&p.root))
            }
        };
        // What is refused where it is read is not refused once more where it goes.
        let is_read = self.reads_by(dst, op);
        if hides && !is_read {
            self.hide(dst);
        }
    }

    /// Whether what a call gives may hide something; what it changes is hidden in as well.
    fn follow_call(&mut self, call: &Call) -> bool {
        let writes = matches!(self.by, By::Writing)
            && matches!(&call.callee, Callee::Method(name) if WRITERS.iter().any(|w| name == w));
        let given = call.args.iter().any(|arg| self.is_hidden_in(arg));
        for arg in call.args.iter().filter(|_| given) {
            if let Arg::Ref {
                place,
                mutable: true,
            } = arg
            {
                self.hide(place.root);
            }
        }
        writes && call.args.iter().any(|arg| is_varied_root(self.a, arg)) || given
    }

    fn follow_branch(&mut self, branch: &Branch) {
        let opened = match &branch.head {
            Head::Match(raw) => self.is_given(raw),
            Head::Open(open) => open.places.iter().any(|p| self.locals.contains(&p.root)),
            Head::If(_) => false,
        };
        for bind in branch
            .arms
            .iter()
            .flat_map(|arm| &arm.binds)
            .filter(|_| opened)
        {
            self.hide(*bind);
        }
        let mut values = branch.arms.iter().filter_map(|arm| arm.body.value());
        if values.any(|value| self.hides(value)) {
            branch.dst.into_iter().for_each(|dst| self.hide(dst));
        }
    }

    /// Where a statement computes with a number that was hidden.
    fn read_at(&self, stmt: &Stmt) -> Option<Span> {
        let reads = match &stmt.kind {
            // What comes to the end of a block is read by no code of the user's.
            StmtKind::Let {
                op: Op::Scalar(Operand::Local(value)),
                ..
            } => {
                let hidden = self.locals.contains(value);
                return hidden.then(|| self.a.f.info(*value).span);
            }
            StmtKind::Let { dst, op } => self.reads_by(*dst, op),
            StmtKind::Assign { place, value, .. } => {
                let varied = self.a.activity.is_varied(place.root);
                (varied || self.is_number(place.root)) && self.hides(value)
            }
            StmtKind::Exit {
                to: Exit::Return,
                value: Some(value),
            } => self.a.f.ret.is_float() && self.hides(value),
            StmtKind::Branch(branch) if branch.dst.is_some_and(|dst| self.is_number(dst)) => {
                let values = branch
                    .arms
                    .iter()
                    .filter_map(|arm| arm.body.value()?.local());
                let mut hidden = values.filter(|value| self.locals.contains(value));
                return hidden.next().map(|value| self.a.f.info(value).span);
            }
            _ => false,
        };
        reads.then_some(stmt.span)
    }

    /// Where an arm gives what is hidden.
    fn hidden_in(&self, branch: &Branch) -> Option<Span> {
        let values = branch
            .arms
            .iter()
            .filter_map(|arm| arm.body.value()?.local());
        let mut hidden = values.filter(|value| self.locals.contains(value));
        hidden.next().map(|value| self.a.f.info(value).span)
    }

    fn reads_by(&self, dst: Local, op: &Op) -> bool {
        match op {
            Op::Binary(..) | Op::Neg(_) | Op::Elementary { .. } | Op::Scalar(_) => {
                op.operands().iter().any(|o| self.hides(o))
            }
            Op::Raw(raw) => self.is_number(dst) && self.is_given(raw) || self.parses(raw, dst),
            Op::Call(call) => {
                let operator = matches!(call.callee, Callee::Operator(_));
                let varied = |arg: &Arg| is_varied_root(self.a, arg);
                let reads = self.is_number(dst) || operator && call.args.iter().any(varied);
                reads && call.args.iter().any(|arg| self.is_hidden_in(arg))
            }
            _ => false,
        }
    }

    fn is_number(&self, local: Local) -> bool {
        matches!(self.a.f.ty(local).peeled(), Ty::Float(_))
    }

    /// `x.to_string().parse()`
    fn parses(&self, raw: &Raw, dst: Local) -> bool {
        let is_float = !matches!(self.a.f.ty(dst), Ty::Int | Ty::Bool);
        is_float
            && mentions(raw.tokens.clone(), "parse")
            && (self.writes(raw) || self.is_given(raw))
    }

    /// Whether code is an error made of a varied value.
    fn is_error(&self, made: Local, raw: &Raw) -> bool {
        let By::Errors(errors) = &self.by else {
            return false;
        };
        let varied = |l: &&Local| self.a.activity.is_varied(**l);
        let stand = |l: &Local| stands(raw.tokens.clone(), &self.a.f.info(*l).name.to_string());
        errors.contains(&made) && raw.reads.iter().filter(varied).any(stand)
    }

    /// Whether code writes a varied value to a text or the like.
    fn writes(&self, raw: &Raw) -> bool {
        if matches!(self.by, By::Errors(_)) {
            return false;
        }
        let varied = |l: &Local| self.a.activity.is_varied(*l);
        // A look at the text is much cheaper than one at the tokens.
        let writes = || {
            let text = raw.tokens.to_string();
            let mut writers = WRITERS.iter().filter(|w| text.contains(**w));
            writers.any(|w| mentions(raw.tokens.clone(), w))
        };
        raw.reads
            .iter()
            .copied()
            .chain(named(self.a, raw))
            .any(|l| varied(&l))
            && writes()
    }

    /// Whether code reads, not only as an index, what hides something.
    fn is_given(&self, raw: &Raw) -> bool {
        let hidden = raw.reads.iter().filter(|l| self.locals.contains(l));
        let hidden: Vec<&Local> = hidden.collect();
        if hidden.is_empty() {
            return false;
        }
        let has = |names: &[&str]| names.iter().any(|n| mentions(raw.tokens.clone(), n));
        if has(&COUNTS) && !has(&READERS) {
            return false;
        }
        let stand = |l: &&Local| stands(raw.tokens.clone(), &self.a.f.info(**l).name.to_string());
        hidden.iter().any(stand)
    }

    fn hides(&self, operand: &Operand) -> bool {
        operand.local().is_some_and(|l| self.locals.contains(&l))
    }

    fn is_hidden_in(&self, arg: &Arg) -> bool {
        match arg {
            Arg::Ref { place, .. } => self.locals.contains(&place.root),
            Arg::Value(value) => self.hides(value),
        }
    }

    /// Whether a local is a value of a type of the user's that was made of what is varied, or its bits.
    fn is_made(&self, local: Local) -> bool {
        if matches!(self.by, By::Errors(_)) {
            return false;
        }
        let mut made = false;
        self.a.f.body.walk(&mut |stmt| {
            if let StmtKind::Let { dst, op } = &stmt.kind {
                made |= *dst == local && (matches!(op, Op::Construct(_)) || is_writer(op));
            }
        });
        made && self.a.activity.is_varied(local)
    }

    /// Hides what a loop gives that is left with a hidden value.
    fn hide_value_of(&mut self, label: &Label) {
        let mut given = None;
        self.a.f.body.walk(&mut |stmt| {
            if matches!(&stmt.kind, StmtKind::Loop(l) if l.label == *label) {
                given = stmt.result();
            }
        });
        given.into_iter().for_each(|dst| self.hide(dst));
    }

    /// What code changes: the first thing that it names.
    fn hide_first(&mut self, raw: &Raw) {
        let first = raw.reads.iter().copied().min_by_key(|l| {
            let name = self.a.f.info(*l).name.to_string();
            position(raw.tokens.clone(), &name)
        });
        first.into_iter().for_each(|l| self.hide(l));
    }

    fn hide(&mut self, local: Local) {
        let ty = self.a.f.ty(local).peeled();
        if !self.a.activity.is_varied(local) && !matches!(ty, Ty::Int | Ty::Bool | Ty::Unit) {
            self.locals.insert(local);
        }
    }
}

fn is_writer(op: &Op) -> bool {
    matches!(op, Op::Call(call) if is_writer_of(call))
}

fn is_writer_of(call: &Call) -> bool {
    matches!(&call.callee, Callee::Method(name) if WRITERS.iter().any(|w| name == w))
}

fn is_varied_root(a: &Analyses, arg: &Arg) -> bool {
    match arg {
        Arg::Ref { place, .. } => a.activity.is_varied(place.root),
        Arg::Value(value) => value.local().is_some_and(|l| a.activity.is_varied(l)),
    }
}

/// Locals that a format string names: `{x}`, `{x:.3}`.
fn named(a: &Analyses, raw: &Raw) -> Vec<Local> {
    let text = raw.tokens.to_string();
    if !text.contains('{') {
        return Vec::new();
    }
    let locals = (0..a.f.locals.len()).map(Local);
    locals
        .filter(|l| {
            let name = &a.f.info(*l).name;
            text.contains(&format!("{{{name}}}")) || text.contains(&format!("{{{name}:"))
        })
        .collect()
}

/// Whether a name stands in the tokens elsewhere than in an index.
pub(super) fn stands(tokens: TokenStream, name: &str) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => false,
        TokenTree::Group(group) => stands(group.stream(), name),
        _ => false,
    })
}

/// Where a name stands first among the names in the tokens.
fn position(tokens: TokenStream, name: &str) -> usize {
    let text = tokens.to_string();
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.position(|word| word == name).unwrap_or(usize::MAX)
}
