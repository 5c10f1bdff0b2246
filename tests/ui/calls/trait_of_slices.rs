use pullback::differentiable;

#[differentiable]
trait Stats {
    fn mean(&self) -> f64;

    fn variance(&self) -> f64;
}

#[differentiable]
impl Stats for [f64] {
    fn mean(&self) -> f64 {
        self.iter().sum::<f64>() / self.len() as f64
    }

    fn variance(&self) -> f64 {
        let mean = self.mean();
        self.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / self.len() as f64
    }
}

fn main() {}
