//! Methods with `&mut self` of objects, whose types are those behind them.
use crate::check;

mod layers {
    use super::check;
    use pullback::{Differentiable, differentiable};

    #[differentiable]
    trait Layer {
        fn step(&mut self, x: f64) -> f64;
        fn reset(&mut self);
        fn derivs(&self, y: &[f64], out: &mut [f64]) {
            for i in 0..y.len() {
                out[i] = y[i] * 2.0;
            }
        }
        fn twice(&mut self, x: f64) -> f64 {
            let y = self.step(x);
            self.step(y)
        }
        fn done(&mut self, x: f64) -> bool {
            x > 1.0
        }
    }
    #[derive(Differentiable)]
    struct Decay {
        state: f64,
        rate: f64,
    }
    #[derive(Clone, Differentiable)]
    struct Delay {
        line: Vec<f64>,
        pos: usize,
        gain: f64,
    }
    #[differentiable]
    impl Layer for Decay {
        fn step(&mut self, x: f64) -> f64 {
            self.state = self.rate * self.state + x * x;
            self.state
        }
        fn reset(&mut self) {
            self.state = 0.1;
        }
        fn derivs(&self, y: &[f64], out: &mut [f64]) {
            for i in 0..y.len() {
                out[i] += y[i] * self.rate * self.state;
            }
        }
    }
    #[differentiable]
    impl Layer for Delay {
        fn step(&mut self, x: f64) -> f64 {
            let old = self.line[self.pos];
            self.line[self.pos] = x + 0.3 * old * self.gain;
            self.pos = (self.pos + 1) % self.line.len();
            old * self.gain + x
        }
        fn reset(&mut self) {
            for v in self.line.iter_mut() {
                *v *= 0.5;
            }
            self.pos = 0;
        }
        fn done(&mut self, x: f64) -> bool {
            self.gain *= 1.1;
            x * self.gain > 1.0
        }
    }
    #[differentiable]
    fn f(p: &[f64]) -> f64 {
        let mut layers: Vec<Box<dyn Layer>> = vec![
            Box::new(Decay {
                state: p[0],
                rate: p[1],
            }),
            Box::new(Delay {
                line: vec![p[0], p[1]],
                pos: 0,
                gain: p[2],
            }),
        ];
        let mut x = p[2];
        for _ in 0..5 {
            for layer in layers.iter_mut() {
                x = layer.step(x).sin();
            }
        }
        layers[0].reset();
        for layer in &mut layers {
            layer.reset();
            x += layer.twice(x * 0.1);
        }
        for i in 0..layers.len() {
            if layers[i].done(x) {
                x *= 0.5;
            }
            x = layers[i].step(x);
        }
        let mut out = vec![p[0]; 3];
        for l in &layers {
            l.derivs(p, &mut out);
        }
        x + out[0] * out[1] * out[2]
    }
    #[derive(Differentiable)]
    struct Net {
        layers: Vec<Box<dyn Layer>>,
        bias: f64,
    }
    #[differentiable]
    impl Net {
        fn forward(&mut self, x: f64) -> f64 {
            let mut y = x;
            for l in self.layers.iter_mut() {
                y = l.step(y) + self.bias;
            }
            y
        }
        fn fold(&mut self, x: f64) -> f64 {
            self.layers.iter_mut().fold(x, |acc, l| l.step(acc))
        }
        fn reset(&mut self) {
            self.layers.iter_mut().for_each(|l| l.reset());
        }
    }
    #[differentiable]
    fn g(p: &[f64]) -> f64 {
        let mut net = Net {
            layers: vec![
                Box::new(Decay {
                    state: p[0],
                    rate: p[1],
                }),
                Box::new(Delay {
                    line: vec![p[0], p[1]],
                    pos: 0,
                    gain: p[2],
                }),
            ],
            bias: p[0],
        };
        let mut t = 0.0;
        for i in 0..4 {
            t += net.forward(p[2] * i as f64) * net.fold(t);
            if i == 2 {
                net.reset();
            }
        }
        t * net.layers[1].step(t)
    }
    #[differentiable]
    fn h(p: &[f64]) -> f64 {
        let mut one: Box<dyn Layer> = Box::new(Decay {
            state: p[0],
            rate: p[1],
        });
        let mut y = 0.0;
        for &x in p {
            y += one.step(x);
        }
        one = Box::new(Delay {
            line: vec![p[0], p[1]],
            pos: 0,
            gain: p[2],
        });
        for &x in p {
            y += one.step(x * y);
        }
        y
    }

    #[test]
    fn gradients_are_right() {
        let points: &[&[f64]] = &[&[0.3, 0.7, 0.9], &[0.2, -0.4, 0.5]];
        check(f, |x| f::gradient(x), points);
        check(g, |x| g::gradient(x), points);
        check(h, |x| h::gradient(x), points);
    }
}

mod filters {
    use super::check;
    use pullback::{Differentiable, differentiable};

    #[differentiable]
    trait Filter {
        fn step(&mut self, x: f64) -> f64;
        fn value(&self) -> f64;
        fn push_to(&mut self, out: &mut Vec<f64>, k: &Gain);
        fn try_step(&mut self, x: f64) -> Result<f64, String> {
            if x > 100.0 {
                Err("big".to_string())
            } else {
                Ok(self.step(x))
            }
        }
        fn peek(&mut self) -> Option<f64> {
            None
        }
    }
    #[derive(Clone, Copy, Differentiable)]
    struct Gain {
        k: f64,
    }
    #[derive(Clone, Differentiable)]
    struct Decay {
        state: f64,
        rate: f64,
    }
    #[differentiable]
    impl Filter for Decay {
        fn step(&mut self, x: f64) -> f64 {
            self.state = self.rate * self.state * self.state + x;
            self.state
        }
        fn value(&self) -> f64 {
            self.state * self.rate
        }
        fn push_to(&mut self, out: &mut Vec<f64>, k: &Gain) {
            out.push(self.state * k.k);
            self.state *= k.k;
        }
        fn peek(&mut self) -> Option<f64> {
            self.state += 0.1;
            Some(self.state)
        }
    }
    #[derive(Differentiable)]
    struct Chain {
        stages: Vec<Box<dyn Filter>>,
        mix: f64,
    }
    #[differentiable]
    impl Filter for Chain {
        fn step(&mut self, x: f64) -> f64 {
            let mut y = x;
            for s in &mut self.stages {
                y = s.step(y) * self.mix;
                if y > 50.0 {
                    break;
                }
            }
            y
        }
        fn value(&self) -> f64 {
            self.stages.iter().map(|s| s.value()).sum::<f64>() * self.mix
        }
        fn push_to(&mut self, out: &mut Vec<f64>, k: &Gain) {
            for s in self.stages.iter_mut() {
                s.push_to(out, k);
            }
            *self = Chain {
                stages: vec![Box::new(Decay {
                    state: self.mix,
                    rate: k.k,
                })],
                mix: self.mix * 1.1,
            };
        }
    }
    #[differentiable]
    fn run(filters: &mut [Box<dyn Filter>], xs: &[f64]) -> f64 {
        let mut s = 0.0;
        for &x in xs {
            for f in filters.iter_mut() {
                let before = f.value();
                s += f.step(x) * before + f.value();
            }
        }
        s
    }
    #[differentiable]
    fn a(p: &[f64]) -> f64 {
        let mut fs: Vec<Box<dyn Filter>> = Vec::new();
        fs.push(Box::new(Decay {
            state: p[0],
            rate: p[1],
        }));
        fs.push(Box::new(Chain {
            stages: vec![
                Box::new(Decay {
                    state: p[2],
                    rate: p[0],
                }),
                Box::new(Decay {
                    state: p[1],
                    rate: p[2],
                }),
            ],
            mix: p[1],
        }));
        let r = run(&mut fs, p);
        let mut out = vec![p[0]];
        let g = Gain { k: p[2] };
        for f in fs.iter_mut() {
            f.push_to(&mut out, &g);
        }
        let b = fs[1].step(p[0]);
        fs.swap(0, 1);
        let c = fs[1].step(p[1]);
        let last = fs.last_mut().unwrap();
        let e = last.step(0.3);
        let d = run(&mut fs, p);
        r + out.iter().map(|x| x * x).sum::<f64>() + b * c * d * e
    }
    #[differentiable]
    fn b(p: &[f64]) -> Option<f64> {
        let mut f: Box<dyn Filter> = if p[0] > 0.0 {
            Box::new(Decay {
                state: p[0],
                rate: p[1],
            })
        } else {
            Box::new(Chain {
                stages: vec![],
                mix: p[1],
            })
        };
        let mut s = f.try_step(p[2]).ok()?;
        let mut n = 0;
        while n < 5 {
            s += f.step(s);
            n += 1;
            if s > 3.0 {
                continue;
            }
            s *= f.value();
        }
        if let Some(v) = f.peek() {
            s += v;
        }
        Some(s)
    }
    #[differentiable]
    fn bb(p: &[f64]) -> f64 {
        b(p).unwrap_or(0.0)
    }
    #[derive(Differentiable)]
    struct Plant {
        ctrl: Box<dyn Filter>,
        aux: Option<Box<dyn Filter>>,
        x: f64,
    }
    #[differentiable]
    impl Plant {
        fn step(&mut self, r: f64, dt: f64) -> f64 {
            let u = self.ctrl.step(r - self.x);
            if let Some(aux) = &mut self.aux {
                self.x += aux.step(u) * dt;
            }
            if let Some(aux) = self.aux.as_mut() {
                self.x += aux.step(u) * dt;
            }
            self.x += u * dt;
            self.x
        }
    }
    #[differentiable]
    fn c(p: &[f64]) -> f64 {
        let mut plant = Plant {
            ctrl: Box::new(Decay {
                state: p[0],
                rate: p[1],
            }),
            aux: None,
            x: p[2],
        };
        let mut cost = 0.0;
        for i in 0..10 {
            if i == 4 {
                plant.aux = Some(Box::new(Decay {
                    state: p[1],
                    rate: p[2],
                }) as Box<dyn Filter>);
            }
            if i == 7 {
                plant.ctrl = Box::new(Chain {
                    stages: Vec::new(),
                    mix: p[0],
                });
            }
            let y = plant.step(1.0, 0.1);
            cost += (y - 1.0) * (y - 1.0);
        }
        cost
    }
    #[differentiable]
    fn energy(mut f: Box<dyn Filter>, x: f64) -> f64 {
        f.step(x);
        f.step(x * 2.0) * f.value()
    }
    #[differentiable]
    fn d(p: &[f64]) -> f64 {
        energy(
            Box::new(Decay {
                state: p[0],
                rate: p[1],
            }),
            p[2],
        ) + energy(
            Box::new(Decay {
                state: p[2],
                rate: p[1],
            }),
            p[2],
        )
    }

    #[test]
    fn gradients_are_right() {
        let points: &[&[f64]] = &[&[0.3, 0.7, 0.9], &[-0.2, 0.4, 0.5]];
        check(a, |x| a::gradient(x), points);
        check(bb, |x| bb::gradient(x), points);
        check(c, |x| c::gradient(x), points);
        check(d, |x| d::gradient(x), points);
    }

    #[test]
    fn objects_of_a_caller_are_put_back() {
        let make = |state| -> Vec<Box<dyn Filter>> {
            let inner = Decay {
                state: 0.3,
                rate: 0.4,
            };
            vec![
                Box::new(Decay { state, rate: 0.5 }),
                Box::new(Chain {
                    stages: vec![Box::new(inner)],
                    mix: 0.7,
                }),
            ]
        };
        let xs = [0.4, 0.3];
        let mut filters = make(0.2);
        let (df, _) = run::gradient(&mut filters, &xs);
        assert_eq!(filters[0].value(), 0.1);
        let by_state = df[0].tangent_of::<Decay>().expect("a decay").state;
        let h = 1e-6;
        let numeric = (run(&mut make(0.2 + h), &xs) - run(&mut make(0.2 - h), &xs)) / (2.0 * h);
        assert!((by_state - numeric).abs() < 1e-8);
        let mut df = df;
        let mut dx = vec![0.0; 2];
        let mut filters = make(0.2);
        run::value_and_gradient_into(&mut filters, &xs, &mut df, &mut dx);
        let again = df[0].tangent_of::<Decay>().expect("a decay").state;
        assert_eq!(by_state, again);
    }
}
