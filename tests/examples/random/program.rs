//! A program: functions written from the templates of the grammar with what is in scope.

use crate::grammar::{
    ARITHMETIC, BLOCKS, CHANGES, CONDITIONS, JUMPS, LETS, LOOPS, NUMBERS, OF_T, RESULTS, RETURNS,
    RICH, SMALL, SUMS,
};
use crate::template::{Piece, Use, pieces};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};

/// How deep expressions are nested.
const EXPRESSION: usize = 3;
/// How deep blocks are nested.
const NESTING: usize = 4;
/// How many points a program is checked at.
const POINTS: usize = 4;

/// The module of a seed: its functions, then a test for each point.
pub fn program(seed: u64) -> String {
    let mut writer = Writer::new(seed);
    let helpers: Vec<String> = (0..writer.random.random_range(0..3))
        .map(|k| writer.helper(k))
        .collect();
    let in_place = writer.random.random_bool(0.25);
    let function = writer.main(in_place);
    let tests: String = (0..POINTS)
        .map(|k| test(k, in_place, &mut writer.random))
        .collect();
    format!("{}{function}\n{tests}", helpers.concat())
}

/// The check of `f` at a point.
fn test(k: usize, in_place: bool, random: &mut SmallRng) -> String {
    let mut list = |count| {
        let numbers: Vec<String> = (0..count)
            .map(|_| format!("{:.5}", random.random_range(-1.4..1.4)))
            .collect();
        format!("vec![{}]", numbers.join(", "))
    };
    let first = if in_place {
        format!("&mut {}, ", list(5))
    } else {
        String::new()
    };
    let x = list(4 + k % 3);
    let (a, b): (f64, f64) = (
        random.random_range(-1.0..1.0),
        random.random_range(-1.0..1.0),
    );
    format!("check!(at_{k}, f({first}&{x}, {a:.3}, {b:.3}, fixed({k})));\n")
}

struct Variable {
    name: String,
    kind: char,
    mutable: bool,
}

/// Whether a variable can fill a hole of the kind.
fn fits(variable: char, hole: char) -> bool {
    match hole {
        'v' => matches!(variable, 'v' | 'r'),
        'l' => matches!(variable, 'w' | 'm' | 's'),
        'm' => matches!(variable, 'w' | 'm'),
        _ => variable == hole,
    }
}

struct Writer {
    random: SmallRng,
    scope: Vec<Variable>,
    /// Borrowed uniquely by what is being written.
    blocked: Vec<String>,
    /// Borrowed by what is being written.
    kept: Vec<String>,
    /// Templates of calls of the helpers.
    calls: Vec<String>,
    /// What the function returns.
    result: &'static str,
    names: usize,
    /// How deep expressions may still be.
    expression: usize,
    nesting: usize,
    loops: usize,
    statements: usize,
}

impl Writer {
    fn new(seed: u64) -> Self {
        Writer {
            random: SmallRng::seed_from_u64(seed),
            scope: Vec::new(),
            blocked: Vec::new(),
            kept: Vec::new(),
            calls: Vec::new(),
            result: "$F",
            names: 0,
            expression: EXPRESSION,
            nesting: 0,
            loops: 0,
            statements: 0,
        }
    }

    /// A function that others call.
    fn helper(&mut self, k: usize) -> String {
        let &(type_of_result, result, float) = self.any(RESULTS);
        self.result = result;
        let parameters = "(x: &[f64], mut a: f64, n: usize)";
        self.scope = parameters_in_scope(&[("x", 's'), ("a", 'v'), ("n", 'u')]);
        let body = self.body(1..4);
        let result = self.fill(result).unwrap_or_else(|| unreachable!());
        self.calls.push(format!("h{k}(&$l, $F, $u % 4){float}"));
        format!(
            "#[differentiable]\npub fn h{k}{parameters} -> {type_of_result} {{\n{body}{result}\n}}\n\n"
        )
    }

    /// The function that is checked: its result depends on all that it has at its end.
    fn main(&mut self, in_place: bool) -> String {
        self.result = "$F";
        self.scope = parameters_in_scope(&[("x", 's'), ("a", 'v'), ("b", 'v'), ("n", 'u')]);
        let mut first = "";
        if in_place {
            first = "y: &mut [f64], ";
            self.scope.extend(parameters_in_scope(&[("y", 'm')]));
        }
        let body = self.body(3..8);
        let result = self.sum();
        format!(
            "#[differentiable]\npub fn f({first}x: &[f64], mut a: f64, mut b: f64, n: usize) -> f64 {{\n{body}{result}\n}}\n"
        )
    }

    fn body(&mut self, count: std::ops::Range<usize>) -> String {
        self.statements = *self.any(&[12, 25, 45]);
        let count = self.random.random_range(count);
        (0..count).map(|_| self.statement()).collect()
    }

    fn sum(&mut self) -> String {
        let mut text = self.float(EXPRESSION);
        for (kind, template) in SUMS {
            let known = self.scope.iter().any(|v| fits(v.kind, *kind));
            if let Some(term) = known.then(|| self.fill(template)).flatten() {
                text = format!("{text} + {term}");
            }
        }
        text
    }

    fn any<T>(&mut self, of: &'static [T]) -> &'static T {
        of.choose(&mut self.random).expect("tables have entries")
    }

    /// One of the templates, filled: another where something is missing in scope.
    fn one_of(&mut self, templates: &'static [&'static str]) -> Option<String> {
        (0..20).find_map(|_| {
            let template = self.any(templates);
            self.fill(template)
        })
    }

    fn statement(&mut self) -> String {
        let outer = std::mem::replace(&mut self.expression, EXPRESSION);
        let chosen = match self.random.random_range(0..20) {
            0..7 => LETS,
            7..14 => CHANGES,
            14..17 if self.nesting < NESTING && self.statements > 0 => BLOCKS,
            17..19 if self.nesting < NESTING && self.loops < 3 && self.statements > 0 => LOOPS,
            19 if self.loops > 0 => JUMPS,
            19 => RETURNS,
            _ => CHANGES,
        };
        self.statements = self.statements.saturating_sub(1);
        self.loops += usize::from(std::ptr::eq(chosen, LOOPS));
        let statement = self.one_of(chosen);
        self.loops -= usize::from(std::ptr::eq(chosen, LOOPS));
        self.expression = outer;
        statement.map_or_else(String::new, |text| text + "\n")
    }

    fn block(&mut self) -> String {
        self.nesting += 1;
        let count = if self.nesting < 3 { 1..4 } else { 1..2 };
        let count = self.random.random_range(count);
        let text: String = (0..count).map(|_| self.statement()).collect();
        self.nesting -= 1;
        format!("\n{text}")
    }

    fn block_with_value(&mut self) -> String {
        let outside = self.scope.len();
        let text = format!("{{{}{}\n}}", self.block(), self.float(EXPRESSION));
        self.scope.truncate(outside);
        text
    }

    fn float(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.random_bool(0.12) {
            return self.small();
        }
        let outer = std::mem::replace(&mut self.expression, depth - 1);
        let text = match self.random.random_range(0..20) {
            0..13 => self.one_of(ARITHMETIC),
            19 if !self.calls.is_empty() => {
                let k = self.random.random_range(0..self.calls.len());
                self.fill(&self.calls[k].clone())
            }
            _ => self.one_of(RICH),
        };
        self.expression = outer;
        text.unwrap_or_else(|| self.small())
    }

    fn small(&mut self) -> String {
        let number = self.random.random_bool(0.12);
        let text = if number { None } else { self.one_of(SMALL) };
        text.unwrap_or_else(|| self.any(NUMBERS).to_string())
    }

    /// The template with its holes filled; nothing where a variable is missing.
    fn fill(&mut self, template: &str) -> Option<String> {
        let (blocked, kept) = (self.blocked.len(), self.kept.len());
        let text = self.filled(&pieces(template));
        self.blocked.truncate(blocked);
        self.kept.truncate(kept);
        text
    }

    fn filled(&mut self, pieces: &[Piece<'_>]) -> Option<String> {
        let chosen = self.variables(pieces)?;
        let in_block = pieces
            .iter()
            .any(|p| matches!(p, Piece::Hole { kind: 'B', .. }));
        let (mut text, mut made, mut named) = (String::new(), Vec::new(), Vec::new());
        for (piece, chosen) in pieces.iter().zip(chosen) {
            let (kind, usage, tag) = match *piece {
                Piece::Text(part) => {
                    text.push_str(part);
                    continue;
                }
                Piece::Hole { kind, usage, tag } => (kind, usage, tag),
            };
            if let Some(name) = chosen {
                text.push_str(&name);
            } else if usage == Use::New {
                let new = self.new_variable(kind);
                text.push_str(if new.mutable { "mut " } else { "" });
                text.push_str(&new.name);
                named.extend(tag.map(|tag| (tag, new.name.clone())));
                made.push(new);
            } else if let Some((_, name)) = named.iter().find(|(t, _)| Some(*t) == tag) {
                text.push_str(name);
            } else if kind == 'B' {
                let outside = self.scope.len();
                self.scope.append(&mut made);
                text.push_str(&self.block());
                self.scope.truncate(outside);
            } else {
                text.push_str(&self.expression(kind)?);
            }
        }
        if !in_block {
            self.scope.append(&mut made);
        }
        Some(text)
    }

    /// The variables of the holes that need one, those first that nothing else may mention.
    fn variables(&mut self, pieces: &[Piece<'_>]) -> Option<Vec<Option<String>>> {
        let new: Vec<Option<char>> = pieces
            .iter()
            .filter_map(|piece| match piece {
                Piece::Hole {
                    usage: Use::New,
                    tag,
                    ..
                } => Some(*tag),
                _ => None,
            })
            .collect();
        let mut tagged: Vec<(char, String)> = Vec::new();
        let mut names = vec![None; pieces.len()];
        for pass in [&[Use::Alone][..], &[Use::Changed, Use::Kept], &[Use::Read]] {
            for (at, piece) in pieces.iter().enumerate() {
                let &Piece::Hole { kind, usage, tag } = piece else {
                    continue;
                };
                let of_new = tag.is_some() && new.contains(&tag);
                if !pass.contains(&usage) || of_new || !kind.is_lowercase() || "fi".contains(kind) {
                    continue;
                }
                let shared = tagged.iter().find(|(t, _)| Some(*t) == tag);
                let name = match shared {
                    Some((_, name)) => name.clone(),
                    None => self.variable(kind, usage)?,
                };
                tagged.extend(tag.map(|tag| (tag, name.clone())));
                match usage {
                    Use::Alone => self.blocked.push(name.clone()),
                    Use::Kept => self.kept.push(name.clone()),
                    _ => {}
                }
                names[at] = Some(name);
            }
        }
        Some(names)
    }

    fn variable(&mut self, kind: char, usage: Use) -> Option<String> {
        let changed = matches!(usage, Use::Changed | Use::Alone);
        let last = |at: usize| {
            let name = &self.scope[at].name;
            self.scope[at + 1..].iter().all(|v| v.name != *name)
        };
        let candidates: Vec<&Variable> = (0..self.scope.len())
            .filter(|&at| last(at))
            .map(|at| &self.scope[at])
            .filter(|v| fits(v.kind, kind) && !self.blocked.contains(&v.name))
            .filter(|v| !changed || (v.mutable && !self.kept.contains(&v.name)))
            .collect();
        let variable = candidates.choose(&mut self.random)?;
        Some(match variable.kind {
            'r' => format!("*{}", variable.name),
            _ => variable.name.clone(),
        })
    }

    fn new_variable(&mut self, kind: char) -> Variable {
        self.names += 1;
        let mutable = match kind {
            'k' | 'h' => true,
            'r' | 'c' | 'u' => false,
            _ => self.random.random_bool(0.7),
        };
        Variable {
            name: format!("{kind}{}", self.names),
            kind,
            mutable,
        }
    }

    fn expression(&mut self, kind: char) -> Option<String> {
        Some(match kind {
            'f' => self.small(),
            'F' => self.float(self.expression),
            'E' => self.one_of(OF_T)?,
            'C' => self.one_of(CONDITIONS)?,
            'i' => self.any(&["0", "1", "2", "n % 3"]).to_string(),
            'R' => self.fill(self.result)?,
            'D' => self.block_with_value(),
            _ => unreachable!("no such kind: {kind}"),
        })
    }
}

fn parameters_in_scope(parameters: &[(&str, char)]) -> Vec<Variable> {
    let variable = |&(name, kind): &(&str, char)| Variable {
        name: name.into(),
        kind,
        mutable: matches!(kind, 'v' | 'm'),
    };
    parameters.iter().map(variable).collect()
}

#[cfg(test)]
mod tests {
    use super::program;

    #[test]
    fn a_seed_always_gives_the_same_program() {
        assert_eq!(program(7), program(7));
        assert_ne!(program(7), program(8));
    }
}
