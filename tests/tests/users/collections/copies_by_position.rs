//! Elements that are copied out of lists in fields by their positions, `self.tokens.get(self.pos).cloned()`, while the lists change.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;
use std::collections::HashMap;

#[derive(Clone, Debug, Differentiable)]
struct Token {
    kind: usize,
    value: f64,
}
#[derive(Debug)]
enum ParseError {
    UnexpectedEnd,
}
#[derive(Clone, Differentiable)]
struct Parser {
    tokens: Vec<Token>,
    pos: usize,
}
#[differentiable]
impl Parser {
    fn atom(&mut self) -> Result<f64, ParseError> {
        let tok = self
            .tokens
            .get(self.pos)
            .cloned()
            .ok_or(ParseError::UnexpectedEnd)?;
        self.pos += 1;
        if tok.kind == 1 {
            Ok(tok.value)
        } else {
            Ok(2.0 * self.atom()?)
        }
    }
    fn next(&mut self) -> Option<Token> {
        let t = self.tokens.get(self.pos).cloned();
        self.pos += 1;
        t
    }
    fn skip(&mut self) -> f64 {
        let mut s = 0.0;
        while let Some(t) = self.next() {
            s += t.value * t.kind as f64;
        }
        s
    }
}
#[differentiable]
fn parsed(x: &[f64]) -> f64 {
    let tokens: Vec<Token> = x
        .iter()
        .enumerate()
        .map(|(i, v)| Token {
            kind: i,
            value: v * v,
        })
        .collect();
    let mut p = Parser { tokens, pos: 0 };
    let a = p.atom().unwrap();
    let b = p.atom().unwrap_or(0.3);
    p.pos = 1;
    a + b * p.skip()
}

check!(tokens_by_position, parsed(&[1.1, 0.5]));

#[derive(Clone, Debug, Differentiable)]
struct Samples {
    name: &'static str,
    rates: HashMap<&'static str, f64>,
    list: Vec<f64>,
    at: usize,
    rows: Vec<Vec<f64>>,
}
#[differentiable]
impl Samples {
    fn rate(&self) -> f64 {
        self.rates.get(self.name).copied().unwrap_or(1.0)
    }
    fn or(&mut self) -> f64 {
        let r = self.rates.get(self.name).copied().unwrap_or(1.0);
        let l = self.list.get(self.at).copied().unwrap_or(2.0);
        self.at += 1;
        self.list.push(l * r);
        let k = self.list.get(self.at + 1).copied();
        self.list[0] *= 2.0;
        r * l + k.unwrap_or(0.1)
    }
    fn row(&mut self, i: usize) -> Option<f64> {
        let row = self.rows.get(i).cloned()?;
        self.rows.clear();
        self.rows.push(row.iter().map(|v| v * v).collect());
        Some(row[0])
    }
}
#[differentiable]
fn sampled(x: &[f64]) -> f64 {
    let mut m = Samples {
        name: "a",
        rates: HashMap::from([("a", x[0])]),
        list: x.to_vec(),
        at: 0,
        rows: vec![x.to_vec(); 2],
    };
    m.rate() * m.or()
        + m.or() * m.row(1).unwrap_or(0.0)
        + m.rows[0][1]
        + m.row(7).unwrap_or(x[0])
        + m.list[2]
}

check!(samples_by_position, sampled(&[1.1, 0.5]));
