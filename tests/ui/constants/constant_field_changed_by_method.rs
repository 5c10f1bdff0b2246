use pullback::{Differentiable, differentiable};

struct Counter {
    seen: usize,
}

impl Counter {
    fn tick(&mut self) -> usize {
        self.seen += 1;
        self.seen
    }
    fn is_due(&mut self) -> bool {
        self.tick() % 2 == 0
    }
}

#[derive(Differentiable)]
struct Model {
    gain: f64,
    #[constant]
    counter: Counter,
}

#[differentiable]
impl Model {
    fn run(&mut self, x: f64) {
        if self.counter.is_due() {
            self.gain *= x;
        }
    }
    fn count(&mut self, x: f64) {
        let seen = self.counter.tick();
        self.gain += x * seen as f64;
    }
}

fn main() {}
