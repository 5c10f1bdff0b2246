//! Loops that look for one winner among their iterations.
//!
//! Receives a function with its analyses; promises one of the same value and derivatives, in which a loop carries no
//! derivative for a scalar that it only ever overwrites with what an iteration has, and asks for nothing but whether
//! to do so. The loop remembers which iteration did it last, and that one's value is computed again behind it.
//!
//! ```text
//! for &v in x {                          let (mut value, mut which, mut found) = (value of m, 0, false);
//!     m = m.max(v);                      for k in 0..x.len() {
//! }                                          let old = value;
//!                                            if x[k] > old || old != old {
//!                                                value = x[k]; which = k; found = seldom();
//!                                            }
//!                                        }
//!                                        if found { m = x[which]; }
//! ```
//!
//! In reverse such a loop would be run through from its end only to find that iteration, with what each one compared.
//! What a larger or smaller number is asked for is a branch, which is hardly ever taken and says so: the comparisons
//! of the iterations don't wait for each other then.

mod recipe;

use crate::analysis::plan::Analyses;
use crate::ir::*;
use crate::lower::number;
use crate::passes::Pass;
use crate::rewriting::Writer;
use crate::rewriting::renaming::{Renaming, can_be_renamed};
use crate::tables::{HashMap, HashSet};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use recipe::Recipe;
use std::collections::BTreeSet;

/// A function with such loops.
pub(crate) struct WithWinners {
    pub(crate) f: Function,
    /// What these loops carry, none of which has a derivative.
    carried: Vec<Local>,
}

impl WithWinners {
    /// Whether that is what the analyses find.
    pub(crate) fn is_apart(&self, a: &Analyses) -> bool {
        !self.carried.iter().any(|l| a.activity.is_active(*l))
    }
}

/// The function with such loops; none if there are none.
pub(crate) fn apart(a: &Analyses, core: &TokenStream) -> Option<WithWinners> {
    if !a.passes.has(Pass::Winners) {
        return None;
    }
    let mut stmts = HashMap::default();
    a.f.body.walk(&mut |stmt| _ = stmts.insert(stmt.id, stmt));
    let mut f = a.f.clone();
    let mut body = std::mem::take(&mut f.body);
    let mut rewriting = Rewriting {
        a,
        core,
        stmts,
        writer: Writer::new(&mut f.locals),
        done: HashSet::default(),
    };
    rewriting.region(&mut body);
    let carried = rewriting.writer.variables;
    f.body = body;
    (!carried.is_empty()).then(|| {
        number(&mut f.body, &mut 0);
        verify::check(&f);
        WithWinners { f, carried }
    })
}

/// A scalar that a loop overwrites with the value of one of its iterations.
struct Winner {
    scalar: Local,
    value: Local,
    /// The statements that do it; and for `m = max(old, value)` what is compared.
    set: Vec<(usize, Option<Choice>)>,
    recipe: Recipe,
}

impl Winner {
    fn of(a: &Analyses, stmts: &HashMap<usize, &Stmt>, at: usize, scalar: Local) -> Option<Self> {
        let uses = Uses::of(a, stmts[&at], scalar)?;
        let (&(_, value, _), others) = uses.set.split_first()?;
        let one = others.iter().all(|(_, other, _)| *other == value);
        let recipe = Recipe::of(a, stmts, at, value).filter(|_| one)?;
        let set = uses
            .set
            .iter()
            .map(|(at, _, choice)| (*at, choice.clone()))
            .collect();
        Some(Winner {
            scalar,
            value,
            set,
            recipe,
        })
    }

    /// Whether a statement computes the larger or smaller of what the scalar holds and the value.
    fn is_choice(&self, stmt: &Stmt) -> bool {
        let mut choices = self.set.iter().filter_map(|(_, choice)| choice.as_ref());
        matches!(&stmt.kind, StmtKind::Let { dst, .. } if choices.any(|choice| choice.best == *dst))
    }
}

/// `best = old.max(value)`, or the smaller of them.
#[derive(Clone)]
struct Choice {
    best: Local,
    old: Local,
    value: Local,
    larger: bool,
}

impl Choice {
    /// Whether the value takes the place of the old one, which it also does if that is no number.
    fn condition(&self, writer: &Writer) -> TokenStream {
        let [value, old] = [self.value, self.old].map(|local| quote_name(writer, local));
        if self.larger {
            quote!(#value > #old || #old != #old)
        } else {
            quote!(#value < #old || #old != #old)
        }
    }
}

/// What a loop does with a scalar of outside.
#[derive(Default)]
struct Uses {
    /// What the scalar held.
    held: BTreeSet<Local>,
    /// The larger or smaller of what it held and another value.
    better: HashMap<Local, Choice>,
    /// The statements that overwrite it, with the value, and how that was chosen.
    set: Vec<(usize, Local, Option<Choice>)>,
}

impl Uses {
    /// None if the scalar goes elsewhere than into comparisons, or is changed in another way.
    fn of(a: &Analyses, stmt: &Stmt, scalar: Local) -> Option<Self> {
        let mut uses = Uses::default();
        let mut fits = true;
        for region in stmt.regions() {
            region.walk(&mut |stmt| fits &= uses.stmt(a, stmt, scalar).is_some());
        }
        let better = |local: &Local| uses.better.contains_key(local);
        let no_winner = uses
            .set
            .iter()
            .any(|(_, value, _)| uses.held.contains(value) || better(value));
        (fits && !no_winner).then_some(uses)
    }

    fn stmt(&mut self, a: &Analyses, stmt: &Stmt, scalar: Local) -> Option<()> {
        match &stmt.kind {
            StmtKind::Let {
                dst,
                op: Op::Load(place),
            } if place.root == scalar && place.path.is_empty() => {
                self.held.insert(*dst);
            }
            StmtKind::Let {
                dst,
                op: Op::Elementary { name, args, .. },
            } if self.names(stmt, scalar) => {
                let choice = self.choice(*dst, name, args)?;
                self.better.insert(*dst, choice);
            }
            StmtKind::Let {
                op: Op::Raw(raw), ..
            } if can_be_renamed(raw) => {}
            StmtKind::Assign {
                place,
                value,
                how: Assign::Set,
            } if place.root == scalar && place.path.is_empty() => {
                let set = value.local()?;
                self.set.push(match self.better.get(&set) {
                    Some(choice) if still_holds(a, choice.old, stmt, scalar) => {
                        (stmt.id, choice.value, Some(choice.clone()))
                    }
                    Some(_) => return None,
                    None => (stmt.id, set, None),
                });
            }
            StmtKind::Branch(branch) => {
                let guards = branch.arms.iter().filter_map(|arm| arm.pattern.as_ref());
                let guarded = guards.into_iter().any(|(_, guard)| guard.is_some());
                return (!guarded && !self.names(stmt, scalar)).then_some(());
            }
            _ => return (!self.names(stmt, scalar)).then_some(()),
        }
        Some(())
    }

    fn choice(&self, best: Local, name: &Ident, args: &[Operand]) -> Option<Choice> {
        let [a, b] = args else { return None };
        let (a, b) = (a.local()?, b.local()?);
        let larger = name == "max";
        let (old, value) = match (self.held.contains(&a), self.held.contains(&b)) {
            (true, false) => (a, b),
            (false, true) => (b, a),
            _ => return None,
        };
        (larger || name == "min").then_some(Choice {
            best,
            old,
            value,
            larger,
        })
    }

    fn names(&self, stmt: &Stmt, scalar: Local) -> bool {
        let of_scalar =
            |l: Local| l == scalar || self.held.contains(&l) || self.better.contains_key(&l);
        mentioned(stmt)
            .into_iter()
            .chain(given(stmt))
            .any(of_scalar)
    }
}

/// Whether the scalar still holds what it held when a statement overwrites it.
fn still_holds(a: &Analyses, old: Local, set: &Stmt, scalar: Local) -> bool {
    let read = a.flow.def[old.0];
    let inner = a.flow.parents[set.id].strip_prefix(a.flow.parents[read].as_slice());
    let once = inner.is_some_and(|inner| inner.iter().all(|p| !a.flow.is_loop[*p]));
    once && !a.mutation.written_between(scalar, read, set.id - 1)
}

struct Rewriting<'a> {
    a: &'a Analyses<'a>,
    core: &'a TokenStream,
    stmts: HashMap<usize, &'a Stmt>,
    writer: Writer<'a>,
    /// Scalars that a loop around has found a winner for.
    done: HashSet<Local>,
}

impl Rewriting<'_> {
    fn region(&mut self, region: &mut Region) {
        for mut stmt in std::mem::take(&mut region.stmts) {
            let winners = self.winners(&stmt);
            self.done.extend(winners.iter().map(|w| w.scalar));
            let mut behind = Vec::new();
            for winner in winners {
                self.writer.span = stmt.span;
                behind.extend(self.found(&winner, &mut stmt));
                region.stmts.append(&mut self.writer.take());
            }
            for inner in stmt.regions_mut() {
                self.region(inner);
            }
            region.stmts.push(stmt);
            region.stmts.append(&mut behind);
        }
    }

    fn winners(&self, stmt: &Stmt) -> Vec<Winner> {
        let StmtKind::Loop(looped) = &stmt.kind else {
            return Vec::new();
        };
        if !looped.counted || looped.dst.is_some() || looped.variable().is_none() {
            return Vec::new();
        }
        let writes = self.a.mutation.writes.iter().filter(|w| !w.opaque);
        let within = writes.filter(|w| w.at > stmt.id && w.at <= self.a.flow.end[stmt.id]);
        let scalars: BTreeSet<Local> = within.map(|w| w.storage).collect();
        let outside = scalars.into_iter().filter(|l| self.is_of_outside(*l, stmt));
        let winner = |scalar| Winner::of(self.a, &self.stmts, stmt.id, scalar);
        outside.filter_map(winner).collect()
    }

    fn is_of_outside(&self, local: Local, stmt: &Stmt) -> bool {
        let (a, info) = (self.a, self.a.f.info(local));
        let is_scalar = info.mutable && info.ty.is_float() && a.activity.is_active(local);
        is_scalar && a.flow.def[local.0] < stmt.id && !self.done.contains(&local)
    }

    /// Lets the loop carry the value alone; what stands before it is written, what stands behind it returned.
    fn found(&mut self, winner: &Winner, stmt: &mut Stmt) -> Vec<Stmt> {
        let ty = self.a.f.ty(winner.scalar).clone();
        let raw = self.asked(quote_name(&self.writer, winner.scalar), vec![winner.scalar]);
        let value = self.writer.variable("value", ty, raw);
        let none = Operand::Const(quote!(false), Ty::Bool);
        let found = self.writer.variable("found", Ty::Bool, Op::Use(none));
        let which: Vec<(Local, Local)> = (winner.recipe.variables.iter())
            .map(|&of| {
                let first = Operand::Const(quote!(0), Ty::Int);
                let ty = self.a.f.ty(of).clone();
                (of, self.writer.variable("which", ty, Op::Use(first)))
            })
            .collect();
        let before = self.writer.take();
        Renaming::new(&HashMap::from_iter([(winner.scalar, value)]), &self.writer).whole(stmt);
        for region in stmt.regions_mut() {
            self.note(winner, region, value, found, &which);
        }
        let behind = self.taken(winner, found, &which);
        before.into_iter().for_each(|stmt| self.writer.put(stmt));
        behind
    }

    /// Where the scalar is overwritten, notes which iteration that was.
    fn note(
        &mut self,
        winner: &Winner,
        region: &mut Region,
        value: Local,
        found: Local,
        which: &[(Local, Local)],
    ) {
        for mut stmt in std::mem::take(&mut region.stmts) {
            for inner in stmt.regions_mut() {
                self.note(winner, inner, value, found, which);
            }
            let mut set = winner.set.iter();
            let Some((_, choice)) = set.find(|(at, _)| *at == stmt.id && stmt.id != 0) else {
                if !winner.is_choice(&stmt) {
                    region.stmts.push(stmt);
                }
                continue;
            };
            match choice {
                Some(choice) => {
                    let better = Operand::Local(choice.value);
                    self.writer.assign(value, better, Assign::Set);
                }
                None => region.stmts.push(stmt),
            }
            for (of, which) in which {
                self.writer.assign(*which, Operand::Local(*of), Assign::Set);
            }
            let core = self.core;
            let seldom = self.asked(quote!(#core::seldom()), Vec::new());
            let flag = self.writer.value("t", Ty::Bool, seldom);
            self.writer.assign(found, Operand::Local(flag), Assign::Set);
            if let Some(choice) = choice {
                let noted = self.writer.take();
                let better = choice.condition(&self.writer);
                let better = self.asked(better, vec![choice.value, choice.old]);
                let better = self.writer.value("better", Ty::Bool, better);
                self.branch(better, noted);
            }
            region.stmts.append(&mut self.writer.take());
        }
    }

    /// `if found { scalar = the value of that iteration }`
    fn taken(&mut self, winner: &Winner, found: Local, which: &[(Local, Local)]) -> Vec<Stmt> {
        let mut fresh: HashMap<Local, Local> = HashMap::default();
        for (of, which) in which {
            if let Operand::Local(now) = self.writer.read(*which) {
                fresh.insert(*of, now);
            }
        }
        let mut again: Vec<Stmt> = winner
            .recipe
            .stmts
            .iter()
            .map(|at| self.stmts[at].clone())
            .collect();
        for local in again.iter().flat_map(recipe::defined) {
            fresh.insert(local, self.writer.copy("again", local));
        }
        let renaming = Renaming::new(&fresh, &self.writer);
        for mut stmt in again.drain(..) {
            renaming.whole(&mut stmt);
            self.writer.put(stmt);
        }
        let mut value = Operand::Local(winner.value);
        renaming.operand(&mut value);
        self.writer.assign(winner.scalar, value, Assign::Set);
        let body = self.writer.take();
        let asked = self.asked(quote_name(&self.writer, found), vec![found]);
        let asked = self.writer.value("t", Ty::Bool, asked);
        self.branch(asked, body);
        self.writer.take()
    }

    /// Code without derivatives that reads variables.
    fn asked(&self, tokens: TokenStream, reads: Vec<Local>) -> Op {
        Op::Raw(Raw {
            tokens,
            reads,
            volatile: true,
            cheap: true,
        })
    }

    fn branch(&mut self, condition: Local, then: Vec<Stmt>) {
        let arm = |stmts| Arm {
            pattern: None,
            binds: Vec::new(),
            body: Region {
                stmts,
                tail: None,
                diverges: false,
            },
        };
        self.writer.push(StmtKind::Branch(Branch {
            head: Head::If(Operand::Local(condition)),
            arms: vec![arm(then), arm(Vec::new())],
            dst: None,
        }));
    }
}

fn quote_name(writer: &Writer, local: Local) -> TokenStream {
    writer.locals[local.0].name.to_token_stream()
}
