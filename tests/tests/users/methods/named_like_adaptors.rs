//! Methods of one's own types that are called like adaptors and are given closures.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Debug, Differentiable)]
struct Series {
    v: Vec<f64>,
}

#[differentiable]
impl Series {
    fn map(&self, f: impl Fn(&f64) -> f64) -> Series {
        Series {
            v: self.v.iter().map(|x| f(x)).collect(),
        }
    }

    fn fold(&self, init: f64, f: impl Fn(f64, &f64) -> f64) -> f64 {
        let mut a = init;
        for x in &self.v {
            a = f(a, x);
        }
        a
    }

    fn filter(&self, keep: impl Fn(&f64) -> bool) -> Series {
        Series {
            v: self.v.iter().copied().filter(|x| keep(x)).collect(),
        }
    }

    fn zip(&self, o: &Series, f: impl Fn(&f64, &f64) -> f64) -> Series {
        Series {
            v: self.v.iter().zip(&o.v).map(|(a, b)| f(a, b)).collect(),
        }
    }

    fn for_each(&mut self, f: impl Fn(&mut f64)) {
        for x in self.v.iter_mut() {
            f(x);
        }
    }

    fn any(&self, f: impl Fn(f64) -> bool) -> bool {
        for &x in &self.v {
            if f(x) {
                return true;
            }
        }
        false
    }

    fn sum(&self) -> f64 {
        self.v.iter().sum()
    }
}

#[differentiable]
fn of_series(x: &[f64]) -> f64 {
    let s = Series { v: x.to_vec() };
    let t = s.map(|v| v.sin() * x[0]);
    let k = x[1];
    let mut z = s.zip(&t, |a, b| a * b + k);
    z.for_each(|v| *v *= k);
    let a = if z.any(|v| v > 1.0) { 2.0 } else { 3.0 };
    t.fold(1.0, |acc, v| acc * (1.0 + v * v))
        + z.filter(|v| *v > 0.1).sum() * a
        + s.map(|v| v * v).sum()
}
check!(with_small_items, of_series(&[0.3, 0.5, 0.7]));
check!(with_large_items, of_series(&[1.3, 2.2, 2.1, 0.4]));
