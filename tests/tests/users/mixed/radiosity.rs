use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Patch {
    centre: [f64; 3],
    normal: [f64; 3],
    area: f64,
    albedo: f64,
    emission: f64,
}
#[derive(Clone, Debug, Differentiable)]
struct Scene {
    patches: Vec<Patch>,
    factors: Vec<Vec<f64>>,
}
#[differentiable]
fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a.iter().zip(b.iter()).map(|(&x, &y)| x * y).sum()
}
#[differentiable]
impl Patch {
    fn form_factor(&self, other: &Self) -> f64 {
        let d: [f64; 3] = std::array::from_fn(|k| other.centre[k] - self.centre[k]);
        let r2 = dot(&d, &d);
        let cos_a = dot(&self.normal, &d) / r2.sqrt();
        let cos_b = -dot(&other.normal, &d) / r2.sqrt();
        if cos_a <= 0.0 || cos_b <= 0.0 {
            return 0.0;
        }
        cos_a * cos_b * other.area / (std::f64::consts::PI * r2 + other.area)
    }
}
#[differentiable]
impl Scene {
    fn new(patches: Vec<Patch>) -> Self {
        let factors = patches
            .iter()
            .enumerate()
            .map(|(i, p)| {
                patches
                    .iter()
                    .enumerate()
                    .map(|(j, q)| if i == j { 0.0 } else { p.form_factor(q) })
                    .collect()
            })
            .collect();
        Scene { patches, factors }
    }
    fn solve(&self, tol: f64) -> Vec<f64> {
        let mut b: Vec<f64> = self.patches.iter().map(|p| p.emission).collect();
        loop {
            let mut worst = 0.0f64;
            for i in 0..b.len() {
                let gathered: f64 = self.factors[i]
                    .iter()
                    .zip(b.iter())
                    .map(|(f, b)| f * b)
                    .sum();
                let new = self.patches[i].emission + self.patches[i].albedo * gathered;
                worst = worst.max((new - std::mem::replace(&mut b[i], new)).abs());
            }
            if worst < tol {
                break b;
            }
        }
    }
}
#[differentiable]
fn light(p: &[f64]) -> f64 {
    let mk = |c: [f64; 3], n: [f64; 3], e: f64| Patch {
        centre: c,
        normal: n,
        area: p[0],
        albedo: p[1],
        emission: e,
    };
    let scene = Scene::new(vec![
        mk([0.0, 0.0, 0.0], [0.0, 0.0, 1.0], 0.0),
        mk([p[2], 0.0, 1.0], [0.0, 0.0, -1.0], p[3]),
        mk([1.0, 0.2, 0.5], [-1.0, 0.0, 0.0], 0.1),
        mk([-1.0, 0.0, 0.6], [1.0, 0.0, 0.0], 0.0),
    ]);
    let b = scene.solve(1e-12);
    b.iter()
        .zip(&scene.patches)
        .map(|(b, p)| b * p.area)
        .sum::<f64>()
        / scene.patches.len() as f64
}

#[test]
fn gradients_are_right() {
    let points: &[&[f64]] = &[&[0.3, 0.6, 0.1, 2.0], &[0.5, 0.8, -0.3, 1.0]];
    let functions = [(
        light as fn(&[f64]) -> f64,
        light::gradient as fn(&[f64]) -> Vec<f64>,
    )];
    for (f, gradient) in functions {
        for p in points {
            assert_grad(f, p, &gradient(p));
            assert_grad(f, p, &gradient(p));
        }
    }
}
