//! Methods that change one field and are given others of the same value: `self.opt.step(&mut self.params)`.
use crate::check;

mod concrete {
    use super::check;
    use pullback::{Differentiable, differentiable};
    #[derive(Differentiable)]
    struct Sgd {
        lr: f64,
        momentum: f64,
        velocity: Vec<f64>,
    }
    #[differentiable]
    impl Sgd {
        fn step(&mut self, params: &mut Vec<f64>, grads: &[f64]) -> f64 {
            for i in 0..params.len() {
                self.velocity[i] = self.momentum * self.velocity[i] - self.lr * grads[i];
                params[i] += self.velocity[i];
            }
            self.lr *= 0.9;
            params[0]
        }
        fn feed(&mut self, k: &Inner, b: f64) {
            self.lr += k.gain * b;
        }
        fn tune(&mut self, k: &mut f64) {
            self.lr += *k;
            *k *= self.lr;
        }
    }
    #[derive(Differentiable)]
    struct Inner {
        gain: f64,
        w: Vec<f64>,
    }
    #[derive(Differentiable)]
    struct Trainer {
        opt: Sgd,
        params: Vec<f64>,
        inner: Inner,
        subs: Vec<Sgd>,
        k: f64,
    }
    #[differentiable]
    impl Trainer {
        fn train(&mut self, target: &[f64], epochs: usize) -> f64 {
            let mut s = 0.0;
            for _ in 0..epochs {
                let grads: Vec<f64> = self
                    .params
                    .iter()
                    .zip(target)
                    .map(|(p, t)| 2.0 * (p - t))
                    .collect();
                s += self.opt.step(&mut self.params, &grads);
                self.opt.step(&mut self.inner.w, &self.params);
                self.opt.feed(&self.inner, self.params[1]);
                self.opt.tune(&mut self.k);
                self.subs[0].step(&mut self.params, &self.inner.w);
                for sub in self.subs.iter_mut() {
                    sub.step(&mut self.inner.w, &grads);
                    sub.tune(&mut self.k);
                }
                self.opt.tune(&mut self.inner.gain);
            }
            s * self.params[0] + self.opt.lr * self.k
        }
    }
    #[differentiable]
    fn f(p: &[f64]) -> f64 {
        let sgd = || Sgd {
            lr: p[0],
            momentum: p[1],
            velocity: vec![0.0, 0.1],
        };
        let mut a = Trainer {
            opt: sgd(),
            params: vec![p[2], 1.0],
            inner: Inner {
                gain: p[0],
                w: p[1..].to_vec(),
            },
            subs: vec![sgd(), sgd()],
            k: p[2],
        };
        let mut w = vec![p[0], p[1]];
        let mut t = a.opt.step(&mut a.params, &w);
        t += a.opt.step(&mut w, &a.params);
        a.train(&[0.5, 0.2], 4) + t * w[0]
    }

    #[test]
    fn gradient_is_right() {
        check(
            f,
            |x| f::gradient(x),
            &[&[0.13, 0.7, 0.9], &[0.2, 0.3, -0.4]],
        );
    }
}

mod objects {
    use super::check;
    use pullback::{Differentiable, differentiable};
    // optimisers as trait objects with state
    #[differentiable]
    trait Optimizer {
        fn step(&mut self, params: &mut Vec<f64>, grads: &[f64]);
        fn lr(&self) -> f64 {
            0.1
        }
        fn set_lr(&mut self, lr: f64) {}
    }
    #[derive(Differentiable)]
    struct Sgd {
        lr: f64,
        momentum: f64,
        velocity: Vec<f64>,
    }
    #[derive(Differentiable)]
    struct Adam {
        lr: f64,
        m: Vec<f64>,
        v: Vec<f64>,
        t: i32,
    }
    #[differentiable]
    impl Optimizer for Sgd {
        fn step(&mut self, params: &mut Vec<f64>, grads: &[f64]) {
            if self.velocity.is_empty() {
                self.velocity = vec![0.0; params.len()];
            }
            for i in 0..params.len() {
                self.velocity[i] = self.momentum * self.velocity[i] - self.lr * grads[i];
                params[i] += self.velocity[i];
            }
        }
        fn lr(&self) -> f64 {
            self.lr
        }
        fn set_lr(&mut self, lr: f64) {
            self.lr = lr;
        }
    }
    #[differentiable]
    impl Optimizer for Adam {
        fn step(&mut self, params: &mut Vec<f64>, grads: &[f64]) {
            self.t += 1;
            for ((p, g), (m, v)) in params
                .iter_mut()
                .zip(grads)
                .zip(self.m.iter_mut().zip(self.v.iter_mut()))
            {
                *m = 0.9 * *m + 0.1 * g;
                *v = 0.99 * *v + 0.01 * g * g;
                let mh = *m / (1.0 - 0.9f64.powi(self.t));
                *p -= self.lr * mh / (v.sqrt() + 1e-3);
            }
        }
        fn lr(&self) -> f64 {
            self.lr * 2.0
        }
    }
    #[derive(Differentiable)]
    struct Trainer {
        opt: Box<dyn Optimizer>,
        params: Vec<f64>,
        history: Vec<f64>,
    }
    #[differentiable]
    impl Trainer {
        fn new(opt: Box<dyn Optimizer>, params: Vec<f64>) -> Self {
            Trainer {
                opt,
                params,
                history: Vec::new(),
            }
        }
        fn train(&mut self, target: &[f64], epochs: usize) -> f64 {
            for e in 0..epochs {
                let grads: Vec<f64> = self
                    .params
                    .iter()
                    .zip(target)
                    .map(|(p, t)| 2.0 * (p - t))
                    .collect();
                let loss: f64 = self
                    .params
                    .iter()
                    .zip(target)
                    .map(|(p, t)| (p - t).powi(2))
                    .sum();
                self.history.push(loss);
                self.opt.step(&mut self.params, &grads);
                if e == 2 {
                    let lr = self.opt.lr();
                    self.opt.set_lr(lr * 0.5);
                }
            }
            self.history.iter().sum::<f64>() / self.history.len() as f64
        }
    }
    #[differentiable]
    fn f(p: &[f64]) -> f64 {
        let mut a = Trainer::new(
            Box::new(Sgd {
                lr: p[0],
                momentum: p[1],
                velocity: vec![],
            }),
            vec![p[2], 1.0],
        );
        let mut b = Trainer::new(
            Box::new(Adam {
                lr: p[0],
                m: vec![0.0; 2],
                v: vec![0.0; 2],
                t: 0,
            }),
            vec![p[1], p[2]],
        );
        a.train(&[0.5, 0.2], 5) + b.train(&[0.1, 0.3], 4) * a.opt.lr()
    }

    #[test]
    fn gradient_is_right() {
        check(
            f,
            |x| f::gradient(x),
            &[&[0.13, 0.7, 0.9], &[0.2, 0.3, -0.4]],
        );
    }
}
