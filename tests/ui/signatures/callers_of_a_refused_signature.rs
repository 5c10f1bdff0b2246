use pullback::{Differentiable, differentiable};

#[differentiable]
fn swapped((h, c): (&&[f64], &&[f64])) -> (Vec<f64>, Vec<f64>) {
    (c.to_vec(), h.to_vec())
}

#[differentiable]
fn first(x: &[f64]) -> f64 {
    let (h, c) = swapped((&x, &x));
    h[0] * c[0]
}

#[derive(Differentiable)]
struct Cell {
    decay: f64,
}

#[differentiable]
impl Cell {
    fn step(&self, (h, c): (&&[f64], &&[f64])) -> (Vec<f64>, Vec<f64>) {
        (c.to_vec(), h.iter().map(|v| v * self.decay).collect())
    }

    fn run(&self, x: &[f64]) -> f64 {
        let (h, c) = self.step((&x, &x));
        h[0] * c[0]
    }
}

fn main() {
    println!("{:?}", first::gradient(&[1.0]));
    println!("{:?}", Cell { decay: 0.5 }.run_gradient(&[1.0]).1);
}
