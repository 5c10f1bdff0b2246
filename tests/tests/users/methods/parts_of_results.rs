//! Fields of what calls return, looked at and taken, and copies that methods consume.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

fn is_right(f: fn(&[f64]) -> f64, rule: fn(&[f64]) -> (f64, Vec<f64>), at: &[f64]) {
    for _ in 0..2 {
        let (value, gradient) = rule(at);
        assert_eq!(value, f(at));
        assert_grad(f, at, &gradient);
    }
}

mod references {
    use super::*;
    #[derive(Differentiable, Clone)]
    struct Net {
        layers: Vec<Layer>,
        scale: f64,
    }
    #[derive(Differentiable, Clone)]
    struct Layer {
        w: Vec<f64>,
        b: f64,
        act: Act,
    }
    #[derive(Differentiable, Clone)]
    struct Act {
        slope: [f64; 2],
    }
    #[differentiable]
    impl Net {
        fn layer(&self, i: usize) -> &Layer {
            &self.layers[i]
        }
        fn layer_mut(&mut self, i: usize) -> &mut Layer {
            &mut self.layers[i]
        }
        fn make(&self, x: f64) -> Layer {
            Layer {
                w: vec![x, self.scale],
                b: x * x,
                act: Act { slope: [x, 2.0] },
            }
        }
        fn run(&self, x: &[f64]) -> f64 {
            let mut s = self.layer(0).w.iter().map(|w| w * w).sum::<f64>();
            s += self
                .layer(1)
                .w
                .iter()
                .zip(x)
                .map(|(a, b)| a * b)
                .sum::<f64>();
            for w in &self.layer(0).w {
                s += w.sin();
            }
            for (i, w) in self.layer(1).w.iter().enumerate() {
                s += w * x[i];
            }
            s += dot(&self.layer(0).w, x) * self.layer(1).b;
            s += self.layer(0).w[1] * self.layer(1).act.slope[0];
            s += self.layer(0).w.len() as f64 * self.layer(0).b;
            s += self.make(x[0]).w.iter().product::<f64>() + self.make(s).b;
            s += self.layers.last().unwrap().w.iter().sum::<f64>()
                + self.layers.first().unwrap().act.slope.iter().sum::<f64>();
            for v in self.layer(0).act.slope {
                s += v * v;
            }
            s += self.layer(0).act.slope.map(|v| v.exp())[1];
            s += self.layer(1).w.first().copied().unwrap_or(0.0) + self.layer(1).w.last().unwrap();
            s + self.layer(1).w[..1].iter().sum::<f64>()
                + self.layer(1).w.clone().into_iter().fold(1.0, |a, b| a * b)
        }
        fn train(&mut self, x: f64) {
            for w in self.layer_mut(0).w.iter_mut() {
                *w *= x;
            }
            self.layer_mut(1).b += x;
            let l = self.layer_mut(0);
            l.b *= 2.0;
            l.w[0] += x;
        }
    }
    #[differentiable]
    fn dot(a: &[f64], b: &[f64]) -> f64 {
        a.iter().zip(b).map(|(x, y)| x * y).sum()
    }
    #[differentiable]
    fn net(x: &[f64]) -> f64 {
        let l = |k: usize| Layer {
            w: vec![x[k], x[k + 1]],
            b: x[k] * x[2],
            act: Act {
                slope: [x[0], x[k]],
            },
        };
        let mut n = Net {
            layers: vec![l(0), l(2)],
            scale: x[1],
        };
        n.train(x[3]);
        n.run(&x[1..]) + n.layer(0).w.iter().sum::<f64>() + n.layer(1).b
    }

    #[test]
    fn are_looked_at() {
        for at in [[0.3, 0.7, 0.9, 0.45], [1.3, 0.2, 0.4, 1.45]] {
            is_right(net, |x| net::value_and_gradient(x), &at);
        }
    }
}

mod values {
    use super::*;
    #[derive(Differentiable, Clone)]
    struct L {
        w: Vec<f64>,
        b: f64,
    }
    #[derive(Differentiable, Clone)]
    struct N {
        ls: Vec<L>,
        at: usize,
    }
    #[differentiable]
    impl N {
        fn next(&mut self) -> L {
            self.at = (self.at + 1) % self.ls.len();
            self.ls[self.at].b *= 1.5;
            self.ls[self.at].clone()
        }
        fn pair(&mut self, k: f64) -> (Vec<f64>, L) {
            self.at += 1;
            self.ls[0].b += k;
            (self.ls[0].w.clone(), self.ls[1].clone())
        }
        fn run(&mut self, x: &[f64]) -> f64 {
            let mut s = self.next().w[0] * x[0];
            s += self.next().w.len() as f64 * self.next().b;
            s += self.next().w.first().copied().unwrap_or(0.0);
            s += self.next().w.last().unwrap() * self.next().w[self.at];
            s += total(&self.next().w) + total(&self.next().w[1..]);
            for w in &self.next().w {
                s += w * w;
            }
            for w in self.next().w {
                s += w * w;
            }
            s += self.next().w.iter().sum::<f64>()
                + self.pair(s).0[1]
                + self.pair(x[1]).1.w[0]
                + self.pair(x[0]).1.b;
            s += self.next().w.clone().len() as f64;
            let v = self.next().w;
            s += v[0];
            let L { w, b } = self.next();
            s += w[1] * b;
            if self.next().w.is_empty() {
                s += 1.0;
            }
            if self.next().w[0] > 0.5 {
                s += x[2];
            }
            s + self.at as f64 + self.ls[0].b * self.ls[1].b
        }
    }
    #[differentiable]
    fn total(v: &[f64]) -> f64 {
        v.iter().sum()
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut n = N {
            ls: vec![
                L {
                    w: vec![x[0], x[1]],
                    b: x[2],
                },
                L {
                    w: vec![x[1] * x[2], x[3]],
                    b: x[0],
                },
            ],
            at: 0,
        };
        n.run(x)
    }

    /// The methods change their receiver: each call is made once.
    #[test]
    fn are_made_once() {
        for at in [[0.3, 0.7, 0.9, 0.45], [1.3, 0.2, 0.8, 0.4]] {
            is_right(f, |x| f::value_and_gradient(x), &at);
        }
    }
}

mod copies {
    use super::*;
    #[derive(Differentiable, Clone)]
    struct Net {
        w: Vec<f64>,
        scale: f64,
    }
    #[differentiable]
    impl Net {
        fn gain(self, x: f64) -> f64 {
            self.scale * x * self.w[0]
        }
        fn scaled(mut self, k: f64) -> Self {
            self.scale *= k;
            self.w[0] += k;
            self
        }
        fn run(&self, x: f64) -> f64 {
            self.clone().gain(2.0) * x + self.w[0] + self.clone().scaled(x).gain(x)
        }
        fn trial(&mut self, x: f64) -> f64 {
            let t = self.clone().scaled(x);
            self.scale = t.scale * x;
            t.w[0] + self.clone().gain(x)
        }
    }
    #[differentiable]
    fn net(x: &[f64]) -> f64 {
        let mut n = Net {
            w: x.to_vec(),
            scale: x[1],
        };
        let r = n.run(x[0]);
        r + n.trial(x[2]) + n.scale
    }
    #[derive(Differentiable, Clone)]
    struct Outer {
        base: Net,
        k: f64,
    }
    #[differentiable]
    impl Outer {
        fn go(&self, x: f64) -> f64 {
            self.base.clone().scaled(2.0).gain(3.0) * x + self.base.clone().gain(2.0) * self.k
        }
    }
    #[differentiable]
    fn outer(x: &[f64]) -> f64 {
        let o = Outer {
            base: Net {
                w: x.to_vec(),
                scale: x[1],
            },
            k: x[2],
        };
        o.go(x[0])
    }
    struct Cfg {
        rate: f64,
    }
    impl Clone for Cfg {
        fn clone(&self) -> Self {
            Cfg { rate: self.rate }
        }
    }
    impl Cfg {
        fn into_rate(self) -> f64 {
            self.rate
        }
        fn rate(&self, k: f64) -> f64 {
            self.rate * k
        }
    }
    #[derive(Differentiable)]
    struct M {
        #[constant]
        c: Cfg,
        w: f64,
    }
    #[differentiable]
    impl M {
        fn go(&self, x: f64) -> f64 {
            let c = self.c.clone();
            c.rate(2.0) * x * self.w + self.c.clone().into_rate() * x
        }
    }
    #[differentiable]
    fn m(x: &[f64]) -> f64 {
        let m = M {
            c: Cfg { rate: 3.0 },
            w: x[0],
        };
        m.go(x[1])
    }

    #[test]
    fn are_consumed() {
        is_right(net, |x| net::value_and_gradient(x), &[0.3, 0.7, 0.9]);
        is_right(outer, |x| outer::value_and_gradient(x), &[0.3, 0.7, 0.9]);
        is_right(m, |x| m::value_and_gradient(x), &[0.3, 0.7]);
    }
}
