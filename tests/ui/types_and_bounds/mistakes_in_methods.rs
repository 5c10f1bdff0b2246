use pullback::{Differentiable, differentiable};

#[derive(Differentiable, Clone)]
struct Spring {
    stiffness: f64,
    rest: f64,
}

#[differentiable]
impl Spring {
    fn energy(&self, x: f64) -> f64 {
        0.5 * self.stifness * (x - self.rest).powi(2)
    }

    fn force(&self, x: f64) -> f64 {
        self.energy() * (x - self.rest)
    }

    fn work(&self, path: &[f64]) -> f64 {
        path.iter().map(|x| self.forces(*x)).sum()
    }
}

#[differentiable]
fn total(springs: &[Spring], x: f64) -> f64 {
    springs.iter().map(|s| s.energy(x) + s.length).sum()
}

fn main() {}
