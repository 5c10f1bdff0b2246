use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Tank {
    level: f64,
}

#[differentiable]
impl Tank {
    fn count(&mut self) -> usize {
        self.level *= 2.0;
        self.level as usize
    }
}

#[differentiable]
fn doubled(level: f64) -> f64 {
    let mut tank = Tank { level };
    while tank.count() < 3 {}
    tank.level
}

fn main() {}
