use crate::check;
use pullback::{Differentiable, differentiable};

/// Parts that are looked for, and those that stand in for them.
#[derive(Clone, Default, Differentiable)]
struct Table {
    weights: Vec<f64>,
    rows: Vec<Vec<f64>>,
    rest: f64,
    empty: Vec<f64>,
}

#[differentiable]
impl Table {
    fn weight(&self, i: usize) -> &f64 {
        self.weights.get(i).unwrap_or(&self.rest)
    }

    fn row(&self, i: usize) -> &[f64] {
        self.rows.get(i).unwrap_or_else(|| &self.empty)
    }

    fn above(&self, least: f64) -> &f64 {
        if least > 3.0 {
            &self.rest
        } else {
            self.weights
                .iter()
                .find(|&&w| w > least)
                .unwrap_or(&self.rest)
        }
    }

    fn slot(&mut self, i: usize) -> &mut f64 {
        self.weights.get_mut(i).unwrap_or(&mut self.rest)
    }
}

#[differentiable]
fn looked_up(x: &[f64]) -> f64 {
    let mut t = Table {
        weights: x.to_vec(),
        rest: x[1] * 2.0,
        rows: vec![x.to_vec()],
        empty: vec![x[2]],
    };
    let sum = t.weight(1) * t.weight(9) + t.row(0)[1] * t.row(1)[0];
    let found = t.above(1.0) * t.above(3.5) * t.above(2.5);
    *t.slot(1) *= x[2];
    *t.slot(10) *= x[3];
    sum + found * t.weight(1) + t.weight(12)
}

/// Numbers that stand in for elements of lists whose types do not show.
#[differentiable]
fn grown(x: &[f64]) -> f64 {
    let mut levels = Vec::new();
    let scale = 0.5 * x[0];
    for (i, v) in x.iter().enumerate() {
        let last = levels.last().unwrap_or(&1.0);
        let before = match levels.get(i.wrapping_sub(2)) {
            Some(level) => level,
            None => &scale,
        };
        let far = if i > 2 { &levels[i - 3] } else { &0.25 };
        let next = last * v + before * far;
        levels.push(next);
    }
    levels.iter().sum::<f64>() + levels.last().unwrap_or(&0.0)
}

#[test]
fn gradient_is_right() {
    check(
        looked_up,
        |x| looked_up::gradient(x),
        &[&[0.5, 1.2, -0.7, 2.0], &[1.3, -0.4, 2.8, 0.1]],
    );
    check(
        grown,
        |x| grown::gradient(x),
        &[&[0.5, 1.2, -0.7, 2.0, 0.3]],
    );
}
