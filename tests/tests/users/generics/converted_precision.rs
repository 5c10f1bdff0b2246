use crate::check;
use pullback::{Differentiable, Real, differentiable};

/// Running moments in any precision, of samples that a double weighs.
#[derive(Clone, Copy, Default, Differentiable)]
struct Moments<T> {
    n: usize,
    mean: T,
    m2: T,
    weight: f64,
}

#[differentiable]
impl<T: Real> Moments<T> {
    fn new(weight: f64) -> Self {
        Moments {
            n: 0,
            mean: T::ZERO,
            m2: T::ZERO,
            weight,
        }
    }

    fn push(&mut self, v: T) {
        self.n += 1;
        let d = (v - self.mean) * T::from_f64(self.weight);
        self.mean += d / T::from_f64(self.n as f64);
        self.m2 += d * (v - self.mean);
    }

    fn variance(&self) -> Option<T> {
        (self.n > 1).then(|| self.m2 / T::from_f64((self.n - 1) as f64))
    }

    fn plain(&self) -> f64 {
        self.mean.to_f64() * self.weight
    }
}

#[differentiable]
fn total<T: Real>(x: &[T], k: f64) -> f64 {
    x.iter().map(|v| v.to_f64() * k).sum::<f64>() * (x[0] * T::from_f64(2.0 * k)).sin().to_f64()
}

#[differentiable]
fn spread(x: &[f64]) -> f64 {
    let mut moments = Moments::new(x[0]);
    x.iter().for_each(|&v| moments.push(v));
    moments.variance().map_or(0.0, f64::sqrt) + moments.plain() + total(x, x[1])
}

#[differentiable]
fn spread_in_single(x: &[f64]) -> f64 {
    let mut moments = Moments::<f32>::new(x[0]);
    x.iter().for_each(|&v| moments.push(v as f32));
    f64::from(moments.variance().unwrap_or(1.0)) + moments.plain()
}

#[test]
fn gradient_is_right() {
    let points: [&[f64]; 2] = [&[1.1, 1.0, 2.0, 5.0], &[0.4, -0.7, 0.2]];
    check(spread, |x| spread::gradient(x), &points);
    for x in points {
        let [double, single] = [spread_double::gradient(x), spread_in_single::gradient(x)];
        let near = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-4 * (1.0 + a.abs());
        assert!(
            double.iter().zip(&single).all(near),
            "{double:?} {single:?}"
        );
    }
}

#[differentiable]
fn spread_double(x: &[f64]) -> f64 {
    let mut moments = Moments::<f64>::new(x[0]);
    x.iter().for_each(|&v| moments.push(v));
    moments.variance().unwrap_or(1.0) + moments.plain()
}
