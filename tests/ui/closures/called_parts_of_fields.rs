use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Net {
    #[constant]
    activations: Vec<fn(f64) -> f64>,
    weights: Vec<f64>,
}

#[differentiable]
impl Net {
    fn forward(&self, x: f64) -> f64 {
        let mut y = x;
        for i in 0..self.weights.len() {
            let activation = self.activations[i];
            y = activation(self.weights[i] * y);
        }
        y
    }

    fn summed(&self, x: f64) -> f64 {
        self.activations.iter().map(|f| f(x)).sum()
    }
}

fn main() {}
