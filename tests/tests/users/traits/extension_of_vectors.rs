use pullback::differentiable;
use pullback_tests::check;

#[differentiable]
trait Stats {
    fn mean(&self) -> f64;

    fn variance(&self) -> f64;

    fn normalised(&self, at: usize) -> f64;

    fn deviation(&self) -> f64 {
        self.variance().sqrt()
    }
}

#[differentiable]
impl Stats for Vec<f64> {
    fn mean(&self) -> f64 {
        self.iter().sum::<f64>() / self.len() as f64
    }

    fn variance(&self) -> f64 {
        let mean = self.mean();
        self.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / self.len() as f64
    }

    fn normalised(&self, at: usize) -> f64 {
        (self[at] - self.mean()) / self.deviation()
    }
}

#[differentiable]
impl Stats for [f64; 3] {
    fn mean(&self) -> f64 {
        (self[0] + self[1] + self[2]) / 3.0
    }

    fn variance(&self) -> f64 {
        let mean = self.mean();
        let mut sum = 0.0;
        for x in self {
            sum += (x - mean) * (x - mean);
        }
        sum / 3.0
    }

    fn normalised(&self, at: usize) -> f64 {
        self[at] / self.deviation()
    }
}

#[differentiable]
fn of_vectors(x: &[f64], y: Vec<f64>) -> f64 {
    let copy = x.to_vec();
    let squares: Vec<f64> = y.iter().map(|v| v * v).collect();
    let mut sum = copy.mean() * y.variance();
    for i in 0..x.len() {
        if i % 2 == 0 {
            sum += copy.normalised(i) * squares.deviation();
        }
    }
    sum + squares.mean()
}
check!(
    of_vectors_checks,
    of_vectors(&[0.3, 1.2, -0.4], vec![0.5, 2.0, 0.7, -0.1])
);

#[differentiable]
fn of_arrays(a: f64, b: f64) -> f64 {
    let x = [a, b, a * b];
    x.mean() * x.deviation() + x.normalised(1)
}
check!(of_arrays_checks, of_arrays(0.3, 1.4));
