use pullback::{Differentiable, differentiable};

// Before the block, nothing says whose methods these are.
#[differentiable]
fn doubled(level: f64) -> f64 {
    let mut tank = Tank { level };
    while tank.count() < 3 {}
    while tank.last() > 3.0 {}
    tank.level
}

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

    fn last(&mut self) -> f64 {
        self.level *= 0.5;
        self.level
    }
}

fn main() {}
