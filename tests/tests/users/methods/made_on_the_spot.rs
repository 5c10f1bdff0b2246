//! Methods of values that are made on the spot, and change them: builders, simulations that run at once.

mod settings {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    #[derive(Debug, Clone, Default, Differentiable)]
    struct Builder {
        rate: f64,
        scale: f64,
        steps: usize,
    }
    #[derive(Debug, Clone, Differentiable)]
    struct Model {
        rate: f64,
        steps: usize,
    }
    #[differentiable]
    impl Builder {
        fn new() -> Self {
            Self::default()
        }
        fn rate(&mut self, r: f64) -> &mut Self {
            self.rate = r;
            self
        }
        fn scale(&mut self, s: f64) -> &mut Self {
            self.scale = s;
            self
        }
        fn steps(&mut self, n: usize) -> &mut Self {
            self.steps = n;
            self
        }
        fn build(&self) -> Model {
            Model {
                rate: self.rate * self.scale,
                steps: self.steps,
            }
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let m = Builder::new().rate(x[0]).scale(x[1]).steps(3).build();
        m.rate.powi(m.steps as i32)
    }

    #[test]
    fn gradient_is_right() {
        let x = [1.3, 0.7];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
        let x = [-0.4, 2.0];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
    }
}

mod simulations {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    #[derive(Clone, Debug, Differentiable)]
    struct Sim {
        pos: Vec<f64>,
        vel: Vec<f64>,
        k: f64,
        t: f64,
    }
    #[differentiable]
    impl Sim {
        fn new(x: &[f64], k: f64) -> Self {
            Sim {
                pos: x.to_vec(),
                vel: vec![0.0; x.len()],
                k,
                t: 0.0,
            }
        }
        fn step(&mut self, dt: f64) {
            for (p, v) in self.pos.iter_mut().zip(&mut self.vel) {
                *v -= self.k * *p * dt;
                *p += *v * dt;
            }
            self.t += dt;
        }
        fn run(&mut self, steps: usize) -> f64 {
            for _ in 0..steps {
                self.step(0.1);
            }
            self.energy()
        }
        fn finish(mut self, steps: usize) -> Self {
            for _ in 0..steps {
                self.step(0.1);
            }
            self
        }
        fn energy(&self) -> f64 {
            self.pos.iter().map(|p| 0.5 * self.k * p * p).sum::<f64>()
                + self.vel.iter().map(|v| 0.5 * v * v).sum::<f64>()
        }
        fn warm(&mut self, n: usize) -> &mut Self {
            for _ in 0..n {
                self.step(0.05);
            }
            self
        }
        fn both(&mut self) -> f64 {
            self.warm(2).run(1) + self.warm(1).warm(1).energy()
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let base = Sim::new(x, x[0]);
        let a = Sim::new(x, x[1]).run(3);
        let b = base.clone().run(2) * base.energy();
        let c = Sim::new(&x[1..], 2.0).warm(2).run(1);
        let d = Sim::new(x, a).finish(2).energy();
        let e: f64 = (1..3).map(|n| Sim::new(x, n as f64).run(n)).sum();
        if a > 0.1 {
            return Sim {
                t: 1.0,
                ..base.clone()
            }
            .run(2)
                + a * b
                + c
                + d
                + e
                + base.clone().both();
        }
        a + d
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.3, 0.7];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
        let x = [0.01, 0.07];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
    }
}

mod averages {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    #[derive(Clone, Debug, Default, Differentiable)]
    struct Acc {
        total: f64,
        n: usize,
    }
    #[differentiable]
    impl Acc {
        fn add(&mut self, x: f64) -> &mut Self {
            self.total += x;
            self.n += 1;
            self
        }
        fn mean(&self) -> f64 {
            self.total / self.n as f64
        }
    }
    #[differentiable]
    fn sq(x: f64) -> f64 {
        x * x
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let m = sq(Acc::default().add(x[0]).add(x[1]).mean());
        let v = vec![Acc::default().add(x[0]).add(2.0).mean(), m];
        let t = (Acc::default().add(x[1]).add(m).mean(), v[0]);
        let p = [1.0, Acc::default().add(x[1]).mean()];
        (t.0 * t.1).max(p[1]) + Acc::default().add(x[0]).add(x[1]).mean().sin()
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.3, 0.7];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
        let x = [1.3, -0.7];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
    }
}

mod vectors {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    struct V3 {
        x: f64,
        y: f64,
        z: f64,
    }
    #[differentiable]
    impl V3 {
        fn new(x: f64, y: f64, z: f64) -> Self {
            Self { x, y, z }
        }
        fn cross(self, o: V3) -> V3 {
            V3::new(
                self.y * o.z - self.z * o.y,
                self.z * o.x - self.x * o.z,
                self.x * o.y - self.y * o.x,
            )
        }
        fn plus(&self, o: &V3) -> V3 {
            V3::new(self.x + o.x, self.y + o.y, self.z + o.z)
        }
        fn dot(&self, o: &V3) -> f64 {
            self.x * o.x + self.y * o.y + self.z * o.z
        }
        fn scaled(self, k: f64) -> Self {
            Self {
                x: self.x * k,
                y: self.y * k,
                z: self.z * k,
            }
        }
        fn part(&self, i: usize) -> &f64 {
            match i {
                0 => &self.x,
                1 => &self.y,
                _ => &self.z,
            }
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let w = V3::new(x[2], 1.0, x[0]);
        let a = V3::new(x[0], x[1], x[2]).cross(w).dot(&w);
        let b = V3::new(1.0, 2.0, 3.0)
            .scaled(x[0])
            .plus(&w)
            .scaled(x[1])
            .dot(&w);
        let c = *V3 {
            x: x[0],
            y: x[1],
            z: 2.0,
        }
        .cross(w)
        .scaled(x[2])
        .part(1);
        let ds: Vec<f64> = x
            .iter()
            .map(|&t| V3::new(t, x[0], 1.0).cross(w).scaled(t).dot(&w))
            .collect();
        a + b * c + ds.iter().sum::<f64>() + V3::new(x[0], 1.0, 1.0).plus(&w).plus(&w).x
    }

    #[test]
    fn gradient_is_right() {
        let x = [1.3, 0.7, -0.2];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
    }
}

mod networks {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    #[derive(Clone, Debug, Default, Differentiable)]
    struct Net {
        sizes: Vec<usize>,
        weights: Vec<Vec<f64>>,
        scale: f64,
        name: String,
    }
    #[differentiable]
    impl Net {
        fn new() -> Self {
            Self {
                scale: 1.0,
                ..Self::default()
            }
        }
        fn layer(&mut self, n: usize, w: &[f64]) -> &mut Self {
            self.sizes.push(n);
            self.weights.push(w.to_vec());
            self
        }
        fn scale(&mut self, k: f64) -> &mut Self {
            self.scale *= k;
            self
        }
        fn named(&mut self, name: &str) -> &mut Self {
            self.name = name.to_string();
            self
        }
        fn run(&mut self, x: f64) -> f64 {
            self.scale *= 2.0;
            self.weights
                .iter()
                .zip(&self.sizes)
                .map(|(w, &n)| w.iter().map(|w| w * x).sum::<f64>() * n as f64)
                .sum::<f64>()
                * self.scale
        }
        fn finish(&self) -> Net {
            self.clone()
        }
        fn len(&self) -> usize {
            self.sizes.len()
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let net = Net::new()
            .named("a")
            .layer(2, x)
            .scale(x[0])
            .layer(1, &x[1..])
            .finish();
        let mut s = Net::new().layer(3, &[1.0, x[1]]).scale(x[2]).run(x[0]);
        for k in x {
            s += Net::default()
                .layer(1, x)
                .scale(*k)
                .layer(net.len(), &[*k])
                .scale(s)
                .run(0.5);
        }
        let g = |k: f64| Net::new().scale(k).layer(2, x).run(k);
        if s > 0.0 {
            s -= g(x[1]);
        } else {
            s += g(x[0]) * 2.0;
        }
        s + net.weights[1][0]
    }

    #[test]
    fn gradient_is_right() {
        let x = [1.3, 0.7, -0.2];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
        let x = [0.3, -0.7, -0.2];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
    }
}

mod consumed {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    #[derive(Clone, Debug, Differentiable)]
    struct Poly {
        terms: Vec<(f64, i32)>,
    }
    #[differentiable]
    impl Poly {
        fn new() -> Self {
            Self { terms: Vec::new() }
        }
        fn term(mut self, c: f64, n: i32) -> Self {
            self.terms.push((c, n));
            self
        }
        fn eval(&self, x: f64) -> f64 {
            self.terms.iter().map(|(c, n)| c * x.powi(*n)).sum()
        }
        fn derive(&self) -> Poly {
            Poly {
                terms: self
                    .terms
                    .iter()
                    .filter(|t| t.1 > 0)
                    .map(|&(c, n)| (c * n as f64, n - 1))
                    .collect(),
            }
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let y = Poly::new().term(x[1], 3).term(1.0, 0).eval(x[0]);
        let z = Poly::new().term(x[1], 3).term(x[0], 1).derive().eval(y);
        y * z
    }

    #[test]
    fn gradient_is_right() {
        let x = [1.3, 0.7];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
    }
}

mod generic {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    trait Stage {
        fn apply(&self, x: f64) -> f64;
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Gain<T> {
        k: T,
        offset: f64,
    }
    #[differentiable]
    impl<T: pullback::Real> Gain<T> {
        fn new(k: T) -> Self {
            Gain { k, offset: 0.0 }
        }
        fn times(&mut self, by: T) -> &mut Self {
            self.k = self.k * by;
            self
        }
        fn plus(&mut self, o: f64) -> &mut Self {
            self.offset += o;
            self
        }
        fn value(&self) -> T {
            self.k
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        Gain::new(x[0]).times(x[1]).plus(2.0).times(x[0]).value()
    }

    #[test]
    fn gradient_is_right() {
        let x = [1.3, 0.7];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
    }
}

mod of_its_own {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    #[derive(Debug, Clone, Differentiable)]
    struct K {
        x: f64,
        q: f64,
    }
    #[differentiable]
    impl K {
        fn new(q: f64) -> Self {
            Self { x: 0.0, q }
        }
        fn predict(&mut self, dt: f64) -> &mut Self {
            self.x += dt * self.q;
            self
        }
        fn update(&mut self, z: f64) -> f64 {
            let y = z - self.x;
            self.x += 0.3 * y;
            y * y
        }
        fn run(&mut self, zs: &[f64]) -> f64 {
            let mut s = 0.0;
            for z in zs {
                s += self.predict(0.1).update(*z);
            }
            s
        }
        fn all(&mut self, zs: &[f64]) -> f64 {
            zs.iter().map(|z| self.predict(0.1).update(*z)).sum()
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut k = K::new(x[0]);
        let a = k.run(x) * k.all(&x[1..]);
        let b = K::new(x[1]).predict(x[0]).run(x);
        a + b
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.3, -1.0, 0.2, 0.4];
        let gradient = f::gradient(&x);
        assert_grad(f, &x, &gradient);
        assert_eq!(gradient, f::gradient(&x));
    }
}
