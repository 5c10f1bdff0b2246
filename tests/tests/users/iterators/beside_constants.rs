//! Lists that methods of constants give, run over beside lists that carry derivatives.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Call,
    Put,
}

#[derive(Clone, Debug)]
struct Quote {
    weight: f64,
    kind: Kind,
}

/// Without the attribute: nothing in it is differentiated.
#[derive(Clone, Debug)]
struct Table {
    rows: Vec<Vec<f64>>,
    quotes: Vec<Quote>,
}

impl Table {
    fn row(&self, i: usize) -> &[f64] {
        &self.rows[i]
    }

    fn len(&self) -> usize {
        self.rows.len()
    }

    fn quotes(&self) -> &[Quote] {
        &self.quotes
    }

    fn column(&self, j: usize) -> Vec<f64> {
        self.rows.iter().map(|row| row[j]).collect()
    }

    fn corner(&self) -> [f64; 2] {
        [self.rows[0][0], self.rows[1][1]]
    }
}

fn table() -> Table {
    Table {
        rows: vec![vec![1.5, 0.2, -0.3], vec![0.7, 1.9, 2.0]],
        quotes: vec![
            Quote {
                weight: 2.0,
                kind: Kind::Call,
            },
            Quote {
                weight: 0.5,
                kind: Kind::Put,
            },
            Quote {
                weight: 1.5,
                kind: Kind::Call,
            },
        ],
    }
}

#[differentiable]
fn products(w: &[f64], #[constant] table: &Table) -> f64 {
    let mut total = 0.0;
    for i in 0..table.len() {
        let fit: f64 = table.row(i).iter().zip(w).map(|(x, w)| x * w).sum();
        total += (fit - 1.0).powi(2);
    }
    total
}

#[differentiable]
fn named_row(w: &[f64], #[constant] table: &Table) -> f64 {
    let row = table.row(1);
    let fit = row.iter().zip(w).map(|(x, w)| x * w * w).sum::<f64>();
    let back = w.iter().zip(row).fold(1.0, |p, (w, x)| p * (w * x).cos());
    fit * back
}

#[differentiable]
fn branching(w: &[f64], #[constant] table: &Table) -> f64 {
    let mut s = 0.5;
    for i in 0..table.len() {
        for (j, (x, w)) in table.row(i).iter().zip(w).enumerate() {
            if *x > 1.0 {
                s += x * w.sin() * (j + 1) as f64;
            } else {
                s *= 1.0 + w * w;
            }
        }
    }
    s
}

#[differentiable]
fn values_of_vectors(w: &[f64], #[constant] table: &Table) -> f64 {
    let mut s = 0.0;
    for (w, x) in w.iter().zip(table.column(0)) {
        if x > 1.0 {
            s += w * w * x;
        }
    }
    for (x, w) in table.corner().into_iter().zip(w.iter().skip(1)) {
        s += x * w.exp();
    }
    s
}

#[differentiable]
fn parts_of_structs(w: &[f64], #[constant] table: &Table) -> f64 {
    let calls: f64 = table
        .quotes()
        .iter()
        .zip(w.iter())
        .filter(|(quote, _)| quote.kind == Kind::Call)
        .map(|(quote, w)| quote.weight * w.exp())
        .sum();
    let mut puts = 0.0;
    for (w, quote) in w.iter().zip(table.quotes()) {
        puts += match quote.kind {
            Kind::Call => 0.0,
            Kind::Put => w * w / quote.weight,
        };
    }
    calls - puts
}

#[derive(Clone, Debug, Differentiable)]
struct Linear<const N: usize> {
    weights: [f64; N],
    bias: f64,
}

#[differentiable]
impl<const N: usize> Linear<N> {
    fn predict(&self, #[constant] table: &Table, #[constant] i: usize) -> f64 {
        let row = table.row(i);
        row.iter()
            .zip(&self.weights)
            .map(|(x, w)| x * w)
            .sum::<f64>()
            + self.bias
    }

    fn losses(&self, #[constant] table: &Table) -> Vec<f64> {
        (0..table.len())
            .map(|i| {
                let squares = table
                    .row(i)
                    .iter()
                    .zip(self.weights.iter())
                    .map(|(x, w)| (x - w).powi(2));
                self.predict(table, i).tanh() + squares.sum::<f64>()
            })
            .collect()
    }
}

#[differentiable]
fn fitted(w: &[f64], #[constant] table: &Table) -> f64 {
    let model = Linear::<3> {
        weights: [w[0], w[1], w[2]],
        bias: w[0] * w[1],
    };
    model.losses(table).iter().map(|l| l * l).sum()
}

#[differentiable]
fn view_of_constant(w: &[f64], #[constant] rows: &[Vec<f64>]) -> f64 {
    let row = rows[0].as_slice();
    row.iter().zip(w).map(|(x, w)| x * w.sin()).sum()
}

#[differentiable]
fn parts_flattened(w: &[f64], #[constant] rows: &[Vec<f64>]) -> f64 {
    let firsts: f64 = rows.iter().flat_map(|row| &row[..2]).sum();
    let pairs = [w, &w[1..]];
    firsts
        * pairs
            .iter()
            .flat_map(|p| &p[1..])
            .map(|v| v * v)
            .sum::<f64>()
}

#[test]
fn gradients_are_right() {
    let table = table();
    for w in [[0.3, 0.7, -1.1], [1.2, -0.4, 0.6]] {
        macro_rules! check {
            ($($f:ident),*) => {$(
                assert_grad(|w| $f(w, &table), &w, &$f::gradient(&w, &table));
                assert_grad(|w| $f(w, &table), &w, &$f::gradient(&w, &table));
            )*};
        }
        check!(
            products,
            named_row,
            branching,
            values_of_vectors,
            parts_of_structs,
            fitted
        );
        assert_grad(
            |w| view_of_constant(w, &table.rows),
            &w,
            &view_of_constant::gradient(&w, &table.rows),
        );
        assert_grad(
            |w| parts_flattened(w, &table.rows),
            &w,
            &parts_flattened::gradient(&w, &table.rows),
        );
    }
}
