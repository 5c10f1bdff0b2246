use crate::assert_grad;
use pullback::{Differentiable, differentiable};
#[differentiable]
pub trait Law {
    fn at(&self, t: f64) -> f64;
}
#[derive(Clone, Debug, Differentiable)]
pub struct Wave {
    pub k: f64,
}
#[differentiable]
impl Law for Wave {
    fn at(&self, t: f64) -> f64 {
        (self.k * t).sin()
    }
}
#[derive(Clone, Debug, Differentiable)]
pub struct Part {
    pub mass: f64,
}
#[derive(Clone, Debug, Differentiable)]
pub struct World<T> {
    pub parts: Vec<Part>,
    pub extra: T,
}
#[differentiable]
impl<T: Law + Differentiable> World<T> {
    pub fn energy(&self) -> f64 {
        self.parts.iter().map(|p| p.mass).sum::<f64>() + self.extra.at(0.3)
    }
    pub fn heaviest(&self) -> &Part {
        self.parts
            .iter()
            .max_by(|a, b| a.mass.total_cmp(&b.mass))
            .unwrap()
    }
    pub fn part_mut(&mut self, i: usize) -> &mut Part {
        let n = self.parts.len();
        &mut self.parts[i % n]
    }
}
#[derive(Clone, Debug, Differentiable)]
pub struct Table<T> {
    pub rows: Vec<Vec<T>>,
    pub width: usize,
}
#[differentiable]
impl<T: Differentiable> std::ops::Index<(usize, usize)> for Table<T> {
    type Output = T;
    fn index(&self, (r, c): (usize, usize)) -> &T {
        &self.rows[r][c % self.width]
    }
}
#[differentiable]
fn g(x: &[f64]) -> f64 {
    let part = |mass: f64| Part { mass: mass * x[0] };
    let table = Table {
        rows: vec![
            vec![part(x[0]), part(x[1])],
            vec![part(2.0), part(x[0] * x[1])],
        ],
        width: 2,
    };
    table[(0, 3)].mass * table[(1, 1)].mass
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut w = World {
        parts: vec![Part { mass: x[0] }, Part { mass: x[1] }],
        extra: Wave { k: x[1] },
    };
    w.part_mut(1).mass *= x[0];
    w.energy() * w.heaviest().mass
}

#[test]
fn gradients_are_right() {
    for x in [[0.4, 0.7], [0.9, 0.2]] {
        assert_grad(f, &x, &f::gradient(&x));
        assert_grad(g, &x, &g::gradient(&x));
    }
}
