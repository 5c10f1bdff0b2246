use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Default, Differentiable)]
struct Cache {
    sums: Option<Vec<f64>>,
    last: Option<f64>,
}

#[differentiable]
impl Cache {
    fn record(&mut self, x: f64) -> f64 {
        {
            let sums: &mut Vec<f64> = self.sums.get_or_insert_with(Vec::new);
            sums.push(x * x);
        }
        *self.last.get_or_insert(1.0) *= x + 1.0;
        if x > 1.0 {
            self.sums.as_mut().unwrap().push(x);
            *self.last.as_mut().expect("it was inserted") += x;
        }
        self.sums.as_mut().unwrap()[0] += *self.last.as_ref().unwrap();
        let last = self.last.as_mut().unwrap();
        *last = last.sin() + 2.0;
        self.last.unwrap()
    }
}

#[differentiable]
fn f(xs: &[f64]) -> f64 {
    let mut cache = Cache::default();
    let mut s = 0.0;
    for x in xs {
        s += cache.record(*x) * x;
    }
    s + cache.sums.unwrap().iter().product::<f64>()
}

#[test]
fn gradient_is_right() {
    for x in [[0.7, 1.3, 0.9], [1.5, 2.1, 0.4], [0.2, -1.0, 0.3]] {
        assert_grad(f, &x, &f::gradient(&x));
    }
}
