use crate::check;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait Dataset {
    fn rows(&self) -> usize;
    fn row(&self, i: usize) -> &[f64];
    fn label(&self, i: usize) -> bool;
}

#[derive(Clone, Differentiable)]
struct Dense {
    data: Vec<f64>,
    columns: usize,
    #[constant]
    labels: Vec<bool>,
}

#[differentiable]
impl Dataset for Dense {
    fn rows(&self) -> usize {
        self.labels.len()
    }

    fn row(&self, i: usize) -> &[f64] {
        &self.data[i * self.columns..(i + 1) * self.columns]
    }

    fn label(&self, i: usize) -> bool {
        self.labels[i]
    }
}

#[derive(Clone, Differentiable)]
struct Logistic {
    weights: Vec<f64>,
    bias: f64,
}

#[differentiable]
impl Logistic {
    fn logit(&self, x: &[f64]) -> f64 {
        x.iter()
            .zip(&self.weights)
            .fold(self.bias, |sum, (x, w)| sum + x * w)
    }

    fn accuracy(&self, data: &impl Dataset) -> f64 {
        let right = |&i: &usize| (self.logit(data.row(i)) > 0.0) == data.label(i);
        (0..data.rows()).filter(right).count() as f64 / data.rows() as f64
    }

    fn separates(&self, data: &Dense) -> bool {
        (0..data.rows()).all(|i| (self.logit(data.row(i)) > 0.0) == data.label(i))
    }
}

#[derive(Clone, Differentiable)]
struct Particle {
    speed: f64,
    mass: f64,
}

#[differentiable]
impl Particle {
    fn energy(&self, i: usize) -> f64 {
        self.speed * self.mass * i as f64
    }

    fn is_fast(&self, limit: f64) -> bool {
        self.speed > limit
    }
}

#[differentiable]
fn classified(x: &[f64]) -> f64 {
    let data = Dense {
        data: vec![0.5, 1.0, x[3], 0.3, -1.0, 0.8],
        columns: 2,
        labels: vec![true, false, true],
    };
    let model = Logistic {
        weights: x[..2].to_vec(),
        bias: x[2],
    };
    let positive = (0..data.rows()).filter(|&i| data.label(i)).count();
    let scale = if model.separates(&data) {
        x[0]
    } else {
        x[1] * x[1]
    };
    model.logit(data.row(1)) * model.accuracy(&data) + scale * positive as f64
}

#[differentiable]
fn moving(x: &[f64]) -> f64 {
    let particles: Vec<Particle> = x
        .iter()
        .map(|&speed| Particle { speed, mass: x[0] })
        .collect();
    let first = &particles[0];
    let mut total = 0.0;
    if (0..particles.len()).any(|i| particles[i].is_fast(0.7)) {
        total += x[1] * x[1];
    }
    if (1..particles.len()).all(|i| particles[i].is_fast(0.2)) {
        total += x[0] * x[2];
    }
    total + (0..4).filter(|&i| first.energy(i) > 0.5).count() as f64 * first.speed
}

#[test]
fn gradient_is_right() {
    let points: &[&[f64]] = &[&[0.6, 0.8, 0.3, 0.9], &[0.6, 0.5, -0.3, -2.0]];
    check(classified, classified::gradient, points);
    check(moving, moving::gradient, points);
}
