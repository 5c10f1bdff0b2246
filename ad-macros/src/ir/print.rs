//! The IR as text, for people and for golden tests.

use super::*;
use proc_macro2::Ident;
use quote::ToTokens;
use std::fmt::Write;

/// The whole function, one statement a line.
pub(crate) fn function(f: &Function) -> String {
    let mut out = String::new();
    let params: Vec<String> = f
        .params
        .iter()
        .map(|p| f.info(p.local).name.to_string())
        .collect();
    let _ = writeln!(out, "fn {}({}) {{", f.name, params.join(", "));
    Printer {
        locals: &f.locals,
        out: &mut out,
    }
    .region(&f.body, 1);
    out.push_str("}\n");
    out
}

pub(crate) fn place_text(locals: &[LocalInfo], place: &Place) -> String {
    let mut text = shown(&locals[place.root.0].name);
    for step in &place.path {
        text = match step {
            Step::Deref => format!("(*{text})"),
            Step::Field(m) => format!("{text}.{}", m.to_token_stream()),
            Step::Variant(name) => format!("{text} as {name}"),
            Step::Chosen(_) => text,
            Step::Project { method, args, .. } => {
                let args = args.iter().map(|a| operand_text(locals, a));
                format!("{text}.{method}({})", args.collect::<Vec<_>>().join(", "))
            }
            Step::Index(i) => format!("{text}[{}]", operand_text(locals, i)),
            Step::Split(n) => format!("{text}.split_at({})", operand_text(locals, n)),
            Step::Range(lo, hi, closed) => {
                let end = |o: &Option<Operand>| {
                    o.as_ref()
                        .map(|o| operand_text(locals, o))
                        .unwrap_or_default()
                };
                format!(
                    "{text}[{}..{}{}]",
                    end(lo),
                    if *closed { "=" } else { "" },
                    end(hi)
                )
            }
        };
    }
    text
}

pub(crate) fn operand_text(locals: &[LocalInfo], operand: &Operand) -> String {
    match operand {
        Operand::Local(l) => shown(&locals[l.0].name),
        Operand::Const(tokens, _) => tokens.to_string(),
    }
}

/// Temporaries without the prefix that keeps them apart from users' constants.
pub(crate) fn shown(name: &Ident) -> String {
    name.to_string().trim_start_matches("__").to_string()
}

struct Printer<'a> {
    locals: &'a [LocalInfo],
    out: &'a mut String,
}

impl Printer<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "    ".repeat(depth));
    }

    fn name(&self, l: Local) -> String {
        shown(&self.locals[l.0].name)
    }

    fn operand(&self, o: &Operand) -> String {
        operand_text(self.locals, o)
    }

    fn operands(&self, list: &[Operand]) -> String {
        list.iter()
            .map(|o| self.operand(o))
            .collect::<Vec<_>>()
            .join(", ")
    }

    fn place(&self, p: &Place) -> String {
        place_text(self.locals, p)
    }

    fn region(&mut self, region: &Region, depth: usize) {
        for stmt in &region.stmts {
            self.stmt(stmt, depth);
        }
        if let Some(tail) = &region.tail {
            let text = format!("=> {}", self.operand(tail));
            self.line(depth, &text);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, depth: usize) {
        match &stmt.kind {
            StmtKind::Branch(b) => return self.branch(b, depth),
            StmtKind::Loop(l) => return self.looped(l, depth),
            StmtKind::Rest(r) => {
                self.line(depth, "rest {");
                self.region(r, depth + 1);
                return self.line(depth, "}");
            }
            _ => {}
        }
        let text = self.simple(&stmt.kind);
        self.line(depth, &text);
    }

    fn simple(&self, kind: &StmtKind) -> String {
        match kind {
            StmtKind::Let { dst, op } => format!("{} = {}", self.name(*dst), self.op(op)),
            StmtKind::Declare { dst } => format!("{} = ?", self.name(*dst)),
            StmtKind::Assign { place, value, how } => {
                let sign = match how {
                    Assign::Set => "=",
                    Assign::Add => "+=",
                    Assign::Sub => "-=",
                };
                format!("{} {sign} {}", self.place(place), self.operand(value))
            }
            StmtKind::Push { place, value } => {
                format!("push {} {}", self.place(place), self.operand(value))
            }
            StmtKind::Swap { place, i, j } => format!(
                "swap {} {} {}",
                self.place(place),
                self.operand(i),
                self.operand(j)
            ),
            StmtKind::Fill { place, value } => {
                format!("fill {} {}", self.place(place), self.operand(value))
            }
            StmtKind::CopyFrom { place, from } => {
                format!("copy {} from {}", self.place(place), self.place(from))
            }
            StmtKind::Exchange { a, b } => format!("exchange {} {}", self.place(a), self.place(b)),
            StmtKind::Effect { raw } => format!("effect `{}`", raw.tokens),
            StmtKind::Panic { raw } => format!("panic `{}`", raw.tokens),
            StmtKind::Exit { to, value } => {
                let value = value
                    .as_ref()
                    .map(|v| format!(" {}", self.operand(v)))
                    .unwrap_or_default();
                match to {
                    Exit::Return => format!("return{value}"),
                    Exit::Break(l) => format!("break 'l{}{value}", l.0),
                    Exit::Continue(l) => format!("continue 'l{}", l.0),
                }
            }
            StmtKind::Branch(_) | StmtKind::Loop(_) | StmtKind::Rest(_) => String::new(),
        }
    }

    fn op(&self, op: &Op) -> String {
        match op {
            Op::Use(a) => self.operand(a),
            Op::Load(p) => format!("load {}", self.place(p)),
            Op::Ref { place, mutable } => format!(
                "&{}{}",
                if *mutable { "mut " } else { "" },
                self.place(place)
            ),
            Op::Neg(a) => format!("-{}", self.operand(a)),
            Op::Binary(op, a, b) => {
                format!("{} {} {}", self.operand(a), op.symbol(), self.operand(b))
            }
            Op::Integer(op, a, b) => format!("{} {op} {}", self.operand(a), self.operand(b)),
            Op::Elementary { name, args, .. } => format!("{name}({})", self.operands(args)),
            Op::Slope { name, of } => format!("slope {name}({})", self.operand(of)),
            Op::Cast(a, ty) => format!("{} as {}", self.operand(a), ty.to_token_stream()),
            Op::Scalar(a) => format!("scalar {}", self.operand(a)),
            Op::Inactive(a) => format!("inactive {}", self.operand(a)),
            Op::Selector(a) => format!("selector {}", self.operand(a)),
            Op::Key(a) => format!("key {}", self.operand(a)),
            Op::Again(a) => format!("again {}", self.operand(a)),
            Op::Choose { base, .. } => format!("choose in {}", self.place(base)),
            Op::Len(p, _) => format!("len {}", self.place(p)),
            Op::Tuple(v) => format!("({})", self.operands(v)),
            Op::Construct(c) => {
                let values: Vec<Operand> = c.fields.iter().map(|(_, v)| v.clone()).collect();
                let path = c.path.to_token_stream();
                format!("{path} {{ {} }}", self.operands(&values))
            }
            Op::Array(v) => format!("[{}]", self.operands(v)),
            Op::Repeat(a, n) => format!("[{}; {n}]", self.operand(a)),
            Op::VecOf(v) => format!("vec[{}]", self.operands(v)),
            Op::VecRepeat(a, n) => format!("vec[{}; {}]", self.operand(a), self.operand(n)),
            Op::Clone(p, Some(how)) => format!("{how} {}", self.place(p)),
            Op::Clone(p, None) => format!("copy {}", self.place(p)),
            Op::Pop(p) => format!("pop {}", self.place(p)),
            Op::Call(c) => self.call(c),
            Op::Raw(raw) => format!("`{}`", raw.tokens),
        }
    }

    fn call(&self, call: &Call) -> String {
        let args: Vec<String> = call
            .args
            .iter()
            .map(|a| match a {
                Arg::Value(v) => self.operand(v),
                Arg::Ref { place, mutable } => format!(
                    "&{}{}",
                    if *mutable { "mut " } else { "" },
                    self.place(place)
                ),
            })
            .collect();
        let name = match &call.callee {
            Callee::Path(p) => p.to_token_stream().to_string(),
            Callee::Associated(p) => p.to_token_stream().to_string(),
            Callee::Method(m) => format!(".{m}"),
            Callee::Value => "call".to_string(),
            Callee::Operator(operator) => operator.name.to_string(),
        };
        format!("call {name}({})", args.join(", "))
    }

    fn branch(&mut self, b: &Branch, depth: usize) {
        let dst = b
            .dst
            .map(|d| format!("{} = ", self.name(d)))
            .unwrap_or_default();
        let head = match &b.head {
            Head::If(c) => format!("{dst}if {} {{", self.operand(c)),
            Head::Match(raw) => format!("{dst}match `{}` {{", raw.tokens),
            Head::Open(open) => format!("{dst}match `{}` {{", open.scrutinee()),
        };
        self.line(depth, &head);
        for (i, arm) in b.arms.iter().enumerate() {
            match &arm.pattern {
                Some((pat, _)) => self.line(depth, &format!("`{}` =>", pat.to_token_stream())),
                None if i > 0 => self.line(depth, "} else {"),
                None => {}
            }
            self.region(&arm.body, depth + 1);
        }
        self.line(depth, "}");
    }

    fn looped(&mut self, l: &Loop, depth: usize) {
        let head = match &l.kind {
            LoopKind::Range { var, head } => {
                format!(
                    "for {} in {}..{}{}",
                    self.name(*var),
                    self.operand(&head.lo),
                    if head.inclusive { "=" } else { "" },
                    self.operand(&head.hi)
                )
            }
            LoopKind::Items { pattern, head, .. } => {
                format!("for `{}` in `{}`", pattern.to_token_stream(), head.tokens)
            }
            LoopKind::While(raw) => format!("while `{}`", raw.tokens),
            LoopKind::Forever => "loop".to_string(),
        };
        let counted = if l.counted { "" } else { " (left early)" };
        self.line(depth, &format!("'l{}: {head}{counted} {{", l.label.0));
        self.region(&l.body, depth + 1);
        self.line(depth, "}");
    }
}

impl BinOp {
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            BinOp::Add => "+",
            BinOp::Sub => "-",
            BinOp::Mul => "*",
            BinOp::Div => "/",
            BinOp::Rem => "%",
        }
    }
}
