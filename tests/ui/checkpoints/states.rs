//! What a marked loop changes can be remembered.

use pullback::differentiable;

struct Generator(u64);

impl Generator {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1);
        (self.0 >> 11) as f64
    }
}

#[differentiable]
fn noisy(x: f64, n: usize) -> f64 {
    let mut generator = Generator(7);
    let mut y = x;
    #[checkpoint]
    for _ in 0..n {
        let noise = generator.next();
        y = y.sin() + noise;
    }
    y
}

fn main() {}
