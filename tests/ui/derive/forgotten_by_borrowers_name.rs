use pullback::differentiable;

struct Problem {
    target: Vec<f64>,
    weight: f64,
}

#[differentiable]
impl Problem {
    fn cost(&self, x: &[f64]) -> f64 {
        let misses = self.target.iter().zip(x).map(|(t, x)| (t - x).powi(2));
        self.weight * misses.sum::<f64>()
    }

    fn step(&mut self, x: &[f64]) {
        self.weight *= x[0];
    }
}

fn main() {}
