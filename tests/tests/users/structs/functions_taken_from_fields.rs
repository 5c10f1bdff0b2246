use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Differentiable, Clone)]
struct Step<F>(F, f64);

#[differentiable]
impl<F: Fn(f64, f64) -> f64 + Clone> Step<F> {
    fn once(&self, t: f64, y: f64) -> f64 {
        let f = self.0.clone();
        y + self.1 * f(t, y)
    }

    fn midpoint(&self, t: f64, y: f64) -> f64 {
        let slope = |s: f64, u: f64| (self.0)(s, u) * self.1;
        let half = slope(t, y);
        y + slope(t + 0.5, y + 0.5 * half)
    }

    fn all(self, y: f64, steps: usize) -> f64 {
        let rhs = self.0;
        let h = self.1;
        let mut y = y;
        for i in 0..steps {
            y += h * rhs(i as f64 * h, y);
        }
        y
    }
}

#[derive(Differentiable)]
struct Scaled<F> {
    step: Step<F>,
    scale: f64,
}

#[differentiable]
impl<F: Fn(f64, f64) -> f64> Scaled<F> {
    fn at(&self, x: f64) -> f64 {
        let g = &self.step.0;
        g(x, self.scale) + (self.step.0)(x, x)
    }
}

/// Functions that users may copy; what stands for them may hold a vector.
#[derive(Differentiable)]
struct Chain<F, G> {
    first: F,
    others: Vec<F>,
    last: Option<G>,
}

#[differentiable]
impl<F: Fn(f64) -> f64 + Copy, G> Chain<F, G>
where
    G: Fn(f64) -> f64,
{
    fn through(&self, x: f64) -> f64 {
        let first = self.first;
        let mut y = first(x);
        for i in 0..self.others.len() {
            let other = self.others[i];
            y = other(y);
        }
        for other in &self.others {
            y += other(y);
        }
        y + self.others.iter().map(|other| other(x)).sum::<f64>()
    }

    fn ended(&self, x: f64) -> f64 {
        let y = match &self.last {
            Some(last) if x > 0.0 => last(x),
            _ => -x,
        };
        let Some(last) = self.last.as_ref() else {
            return y;
        };
        last(y)
    }
}

#[differentiable]
fn of_times_and_values(k: f64, y: f64) -> f64 {
    let step = Step(|t: f64, y: f64| k * y * t.cos(), k);
    let scaled = Scaled {
        step: Step(|t, y: f64| k * y.sin() * t, 0.1),
        scale: k,
    };
    step.once(0.4, y) + step.midpoint(0.1, y) + scaled.at(y) + step.all(y, 3)
}
check!(of_times_and_values_checks, of_times_and_values(0.5, 0.3));

#[differentiable]
fn of_captured_vectors(w: &[f64], x: f64) -> f64 {
    let slopes = w.to_vec();
    let squares = w.iter().map(|v| v * v).sum::<f64>();
    let chain = Chain {
        first: |v: f64| v * slopes[0] + slopes[1],
        others: Vec::new(),
        last: Some(|v: f64| v.sin() * squares),
    };
    chain.through(x) + chain.ended(x) + chain.ended(-x)
}
check!(
    of_captured_vectors_checks,
    of_captured_vectors(&[0.4, 0.7], 0.3)
);
