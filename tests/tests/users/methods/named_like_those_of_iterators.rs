//! Methods of own types that are called like those of iterators and options.

mod of_fields {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct V3 {
        x: f64,
        y: f64,
        z: f64,
    }
    #[differentiable]
    impl V3 {
        fn map(self, f: impl Fn(f64) -> f64) -> V3 {
            V3 {
                x: f(self.x),
                y: f(self.y),
                z: f(self.z),
            }
        }
        fn zip(self, o: V3, f: impl Fn(f64, f64) -> f64) -> V3 {
            V3 {
                x: f(self.x, o.x),
                y: f(self.y, o.y),
                z: f(self.z, o.z),
            }
        }
        fn sum(self) -> f64 {
            self.x + self.y + self.z
        }
        fn max(&self) -> f64 {
            self.x.max(self.y).max(self.z)
        }
        fn fold(&self, init: f64, f: impl Fn(f64, f64) -> f64) -> f64 {
            f(f(f(init, self.x), self.y), self.z)
        }
        fn product(&self) -> f64 {
            self.x * self.y * self.z
        }
        fn min(&self) -> f64 {
            self.x.min(self.y).min(self.z)
        }
        fn len(&self) -> f64 {
            self.dot(*self).sqrt()
        }
        fn dot(self, o: V3) -> f64 {
            self.zip(o, |a, b| a * b).sum()
        }
    }
    #[differentiable]
    fn run(x: &[f64]) -> f64 {
        let k = x[2];
        let v = V3 {
            x: x[0],
            y: x[1],
            z: 0.3,
        };
        let w = v.map(|c| c * c * k);
        let u = v.zip(w, |a, b| a + b * k);
        u.sum() + w.max() + u.product() * w.min()
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.5, 0.9, 0.7];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}

mod of_a_list {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};

    #[derive(Clone, Debug, Differentiable)]
    struct Series {
        v: Vec<f64>,
    }
    #[differentiable]
    impl Series {
        fn new(v: &[f64]) -> Self {
            Series { v: v.to_vec() }
        }
        fn map<F: Fn(f64) -> f64>(&self, f: F) -> Series {
            Series {
                v: self.v.iter().map(|&a| f(a)).collect(),
            }
        }
        fn filter<F: Fn(&f64) -> bool>(&self, f: F) -> Series {
            Series {
                v: self.v.iter().copied().filter(|a| f(a)).collect(),
            }
        }
        fn fold<A, F: Fn(A, f64) -> A>(&self, init: A, f: F) -> A {
            let mut a = init;
            for &v in &self.v {
                a = f(a, v);
            }
            a
        }
        fn sum(&self) -> f64 {
            self.v.iter().sum()
        }
        fn scan(&self, d: f64) -> Series {
            let mut s = 0.0;
            let mut v = Vec::new();
            for &x in &self.v {
                s = d * s + x;
                v.push(s);
            }
            Series { v }
        }
        fn last(&self) -> f64 {
            self.v[self.v.len() - 1]
        }
        fn zip_with(&self, o: &Series, f: impl Fn(f64, f64) -> f64) -> Series {
            Series {
                v: self.v.iter().zip(&o.v).map(|(a, b)| f(*a, *b)).collect(),
            }
        }
    }
    #[differentiable]
    fn run(x: &[f64]) -> f64 {
        let s = Series::new(x);
        let t = s.map(|a| a * a).scan(0.9);
        let q = Series { v: x.to_vec() };
        let p = q.map(|a| a.sin()).filter(|a| *a > 0.5);
        let (n, d) = t.fold((0.0, 1.0), |(n, d), v| (n + v, d * v));
        t.last() * p.sum() + n * d + s.zip_with(&t, |a, b| a * b).sum()
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.5, 0.9, 0.7];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}

mod of_a_generic_pair {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct P<T> {
        a: T,
        b: T,
    }
    #[differentiable]
    impl<T: Copy> P<T> {
        fn new(a: T, b: T) -> Self {
            P { a, b }
        }
        fn map<U>(self, f: impl Fn(T) -> U) -> P<U> {
            P {
                a: f(self.a),
                b: f(self.b),
            }
        }
        fn swap(self) -> Self {
            P {
                a: self.b,
                b: self.a,
            }
        }
        fn zip<U: Copy>(self, o: P<U>) -> P<(T, U)> {
            P {
                a: (self.a, o.a),
                b: (self.b, o.b),
            }
        }
    }
    #[differentiable]
    fn run(x: &[f64]) -> f64 {
        let k = x[2];
        let p = P::new(x[0], x[1]).map(|v| v * k).swap();
        let q = P { a: x[1], b: x[0] }.map(|v| v + k);
        let z = p.zip(q).map(|(u, v)| u * v);
        z.a * z.a + z.b
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.5, 0.9, 0.7];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}
