//! Loops that take the slopes of what they carry along.
//!
//! Receives a function that can be differentiated; promises one of the same value and derivatives, in which
//! a loop of one or two scalars with few inputs carries no derivative: beside the scalars it carries how
//! fast they change with each input, and behind it stands one statement that has these as its partial
//! derivatives. Nothing of the loop is remembered, however often it runs.
//!
//! ```text
//! let mut x = a;                         let mut x = a;
//! while (x * x - a).abs() > 1e-12 {      let (mut v, u) = (value of x, value of a);
//!     x = 0.5 * (x + a / x);             let (mut v_x, mut v_a) = (1, 0);
//! }                                      while (v * v - u).abs() > 1e-12 {
//!                                            … v_x = …, v_a = …, v = 0.5 * (v + u / v)
//!                                        }
//!                                        x = along_2(v, x, a, v_x, v_a);
//! ```
//!
//! In reverse such a loop would remember what each iteration multiplies and divides by. Where that is
//! nothing, as for a sum, it stays as it is; and so it does where a partial derivative may be infinite though
//! the value is not, for an iteration may undo that.

mod body;
mod candidate;
#[cfg(test)]
mod tests;

use crate::analysis::plan::Analyses;
use crate::ir::*;
use crate::lower::number;
use crate::passes::Pass;
use crate::rewriting::Writer;
use crate::rewriting::renaming::Renaming;
use crate::tables::HashMap;
use body::{Body, Slopes};
use candidate::Candidate;
use proc_macro2::{Ident, Span};
use quote::ToTokens;

/// Inputs of a loop, with what it starts from: each costs about what the primal does.
const MOST_DIRECTIONS: usize = 3;

/// A function with such loops.
pub(crate) struct WithSlopes {
    pub(crate) f: Function,
    /// What these loops carry, none of which has a derivative.
    carried: Vec<Local>,
}

impl WithSlopes {
    /// Whether that is what the analyses find.
    pub(crate) fn is_apart(&self, a: &Analyses) -> bool {
        !self.carried.iter().any(|l| a.activity.is_active(*l))
    }
}

/// The function with such loops; none if there are none.
pub(crate) fn along(a: &Analyses) -> Option<WithSlopes> {
    let mut loops = false;
    a.f.body
        .walk(&mut |stmt| loops |= matches!(stmt.kind, StmtKind::Loop(_)));
    if !loops || !a.passes.has(Pass::Tangents) {
        return None;
    }
    let mut f = a.f.clone();
    let mut body = std::mem::take(&mut f.body);
    let mut writer = Writer::new(&mut f.locals);
    let found = rewrite(a, &mut body, &mut writer);
    let carried = writer.variables;
    f.body = body;
    found.then(|| {
        number(&mut f.body, &mut 0);
        verify::check(&f);
        WithSlopes { f, carried }
    })
}

fn rewrite(a: &Analyses, region: &mut Region, writer: &mut Writer) -> bool {
    let mut found = false;
    let mut before: Vec<Stmt> = Vec::new();
    for mut stmt in std::mem::take(&mut region.stmts) {
        let candidate = match &stmt.kind {
            StmtKind::Loop(looped) => Candidate::of(a, looped, &before),
            _ => None,
        };
        if let Some(candidate) = candidate {
            writer.span = stmt.span;
            found = true;
            before.extend(candidate.rewritten(stmt, writer));
            continue;
        }
        for inner in stmt.regions_mut() {
            found |= rewrite(a, inner, writer);
        }
        before.push(stmt);
    }
    region.stmts = before;
    found
}

impl Candidate {
    /// The loop, with what stands before and behind it.
    fn rewritten(&self, mut stmt: Stmt, writer: &mut Writer) -> Vec<Stmt> {
        let starts: HashMap<Local, Operand> = self
            .directions
            .iter()
            .map(|&from| (from, writer.read(from)))
            .collect();
        let values = self.seeds().map(|seed| (seed, self.value_of(seed, writer)));
        let values: HashMap<Local, Local> = values.collect();
        let mut slopes = Slopes::default();
        for &carried in &self.carried {
            for &by in self.directions_of(carried) {
                let start = writer.constant(if by == carried { 1 } else { 0 }, self.ty.clone());
                let slope = writer.variable("slope", self.ty.clone(), Op::Use(start));
                slopes.set(carried, by, Operand::Local(slope));
            }
        }
        let mut stmts = writer.take();
        let mut body = Body {
            candidate: self,
            renaming: Renaming::new(&values, writer),
            slopes,
            writer,
        };
        body.stmt(&mut stmt, None);
        let slopes = body.slopes;
        stmts.push(stmt);
        for &carried in &self.carried {
            self.leave(carried, &values, &starts, &slopes, writer);
        }
        stmts.extend(writer.take());
        stmts
    }

    /// The value of a scalar, without derivative.
    fn value_of(&self, seed: Local, writer: &mut Writer) -> Local {
        let raw = Raw {
            tokens: writer.locals[seed.0].name.to_token_stream(),
            reads: vec![seed],
            volatile: true,
            cheap: false,
        };
        match self.carried.contains(&seed) {
            true => writer.variable("value", self.ty.clone(), Op::Raw(raw)),
            false => writer.value("value", self.ty.clone(), Op::Raw(raw)),
        }
    }

    /// A scalar gets its value back, and its derivatives.
    fn leave(
        &self,
        carried: Local,
        values: &HashMap<Local, Local>,
        starts: &HashMap<Local, Operand>,
        slopes: &Slopes,
        writer: &mut Writer,
    ) {
        let value = writer.read(values[&carried]);
        let by: Vec<Local> = self.directions_of(carried).copied().collect();
        let op = match by.len() {
            0 => Op::Use(value),
            count => {
                let from = by.iter().map(|by| starts[by].clone()).collect::<Vec<_>>();
                let known = by.iter().filter_map(|by| slopes.get(carried, *by));
                let known: Vec<Operand> = known.map(|slope| writer.now(slope)).collect();
                let unknown = |_| Some(writer.local("partial", self.ty.clone(), false));
                let mut partials = vec![None];
                partials.extend((0..count).map(unknown));
                partials.extend(vec![None; count]);
                Op::Elementary {
                    name: Ident::new(&format!("along_{count}"), Span::mixed_site()),
                    args: [value].into_iter().chain(from).chain(known).collect(),
                    partials,
                    told: None,
                }
            }
        };
        let left = writer.value("left", self.ty.clone(), op);
        writer.assign(carried, Operand::Local(left), Assign::Set);
    }
}
