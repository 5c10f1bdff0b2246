//! Marked loops among other things: what they go over, what they change, and what they are left by.

use crate::checkpoints::agree;

macro_rules! programs {
    ($($mark:ident)?) => {
        use pullback::{Differentiable, Real, differentiable};

        #[differentiable]
        pub fn swap_states(x: &[f64], n: usize) -> f64 {
            let mut a = x.to_vec();
            let mut b = vec![0.0; x.len()];
            $(#[$mark])?
            for k in 0..n {
                for i in 0..a.len() {
                    b[i] = a[i] * a[(i + 1) % a.len()] * 0.5 + 0.1 * k as f64;
                }
                std::mem::swap(&mut a, &mut b);
            }
            a.iter().sum()
        }

        #[differentiable]
        pub fn iter_mut(x: &[f64], n: usize) -> f64 {
            let mut a = x.to_vec();
            $(#[$mark])?
            for _ in 0..n {
                for v in a.iter_mut() {
                    *v = v.sin();
                }
                a.iter_mut()
                    .enumerate()
                    .for_each(|(i, v)| *v += 0.01 * i as f64);
            }
            a.iter().map(|v| v * v).sum::<f64>()
        }

        #[differentiable]
        pub fn renew(x: &[f64], n: usize) -> f64 {
            let mut a = x.to_vec();
            $(#[$mark])?
            for _ in 0..n {
                a = a.iter().map(|v| v.cos() * 1.1).collect();
            }
            a[0] + a[1]
        }

        #[differentiable]
        pub fn temp(x: f64, n: usize) -> f64 {
            let mut t = 0.0;
            let mut s = 0.0;
            let mut y = x;
            $(#[$mark])?
            for _ in 0..n {
                s += t;
                t = y * 0.9;
                y = t.sin() + 0.2;
                s += y;
            }
            s
        }

        #[differentiable]
        pub fn step(p: [f64; 2], k: f64) -> [f64; 2] {
            [p[0] + 0.1 * p[1], p[1] - 0.1 * k * p[0].sin()]
        }

        #[differentiable]
        pub fn arrays(k: f64, n: usize) -> f64 {
            let mut p = [1.0, 0.3];
            $(#[$mark])?
            for _ in 0..n {
                p = step(p, k);
            }
            p[0] * p[1]
        }

        #[differentiable]
        pub fn step_mut(p: &mut [f64], k: f64) {
            for i in 0..p.len() {
                p[i] = (p[i] * k).sin() + 0.3;
            }
        }

        #[differentiable]
        pub fn in_place_calls(x: &[f64], k: f64, n: usize) -> f64 {
            let mut p = x.to_vec();
            let mut h = 0.1;
            $(#[$mark])?
            for _ in 0..n {
                step_mut(&mut p, k * h);
                h *= 1.01;
            }
            p[0] * p[1] + h
        }

        #[differentiable]
        pub fn tuple(x: f64, n: usize) -> f64 {
            let mut s = (x, 2.0 * x);
            let mut best: Option<f64> = None;
            $(#[$mark])?
            for i in 0..n {
                s = (s.1 * 0.5, (s.0 + 1.0).sqrt());
                if i % 7 == 3 {
                    best = Some(s.0);
                }
                if let Some(b) = best {
                    s.0 += 0.01 * b;
                }
            }
            s.0 + best.unwrap_or(1.0) * s.1
        }

        #[differentiable]
        pub fn breaks(x: &[f64]) -> f64 {
            let mut y = 1.0;
            let mut i = 0;
            $(#[$mark])?
            loop {
                let v = match x.get(i) {
                    Some(v) => *v,
                    None => break,
                };
                if v < 0.0 {
                    break;
                }
                y = y * v + 0.1;
                i += 1;
            }
            y + i as f64
        }

        #[differentiable]
        pub fn while_let(x: &[f64]) -> f64 {
            let mut stack = x.to_vec();
            let mut y = 0.3;
            $(#[$mark])?
            while let Some(v) = stack.pop() {
                y = (y * v).sin() + v;
                if v > 3.0 {
                    stack.push(v * 0.5);
                }
            }
            y
        }

        #[differentiable]
        pub fn matrix(a: &[Vec<f64>], n: usize) -> f64 {
            let mut v = vec![1.0; a.len()];
            $(#[$mark])?
            for _ in 0..n {
                let w: Vec<f64> = a
                    .iter()
                    .map(|row| row.iter().zip(&v).map(|(r, x)| r * x).sum::<f64>())
                    .collect();
                let norm = w.iter().map(|x| x * x).sum::<f64>().sqrt();
                v = w.into_iter().map(|x| x / norm).collect();
            }
            v[0] + 2.0 * v[1]
        }

        #[differentiable]
        pub fn grid(x: f64, n: usize) -> f64 {
            let mut g = [[x; 3]; 2];
            let mut rows = vec![vec![x; 2]; 2];
            $(#[$mark])?
            for k in 0..n {
                for i in 0..2 {
                    for j in 0..3 {
                        g[i][j] = (g[i][j] + 0.1 * g[1 - i][(j + k) % 3]).sin();
                    }
                }
                rows[k % 2][1] += g[0][0] * rows[1][0];
            }
            g[1][2] + rows[0][1] * rows[1][1]
        }

        #[differentiable]
        pub fn two(x: f64, n: usize) -> f64 {
            let mut y = x;
            $(#[$mark])?
            for _ in 0..n {
                y = y.sin() + 0.5;
            }
            let z = y * x;
            let mut w = z;
            $(#[$mark])?
            for i in 0..n {
                w = (w + y * i as f64).cos();
                y += 0.01 * w;
            }
            w * z + y
        }

        #[differentiable]
        pub fn counts(x: f64, n: usize) -> f64 {
            let mut k = 0usize;
            $(#[$mark])?
            for i in 0..n {
                k += i % 3;
            }
            x * k as f64
        }

        #[differentiable]
        pub fn effects(x: f64, n: usize) -> f64 {
            let mut y = x;
            $(#[$mark])?
            for i in 0..n {
                assert!(y < 1e9, "too large at {i}: {y}");
                y = y.sin();
            }
            $(#[$mark])?
            for i in 0..n {
                let _ = i;
            }
            y
        }

        #[differentiable]
        pub fn opt<F: Fn(f64) -> f64>(f: F, x: f64, n: usize) -> f64 {
            let mut y = x;
            $(#[$mark])?
            for _ in 0..n {
                y = f(y);
            }
            y
        }

        #[differentiable]
        pub fn by_name(x: f64, n: usize) -> f64 {
            opt(f64::sin, x, n) + opt(half, x, n)
        }

        #[differentiable]
        pub fn half(x: f64) -> f64 {
            x * 0.5 + 0.1
        }

        #[differentiable]
        pub fn boxed(x: f64, k: f64, n: usize) -> f64 {
            let fs: Vec<Box<dyn Fn(f64) -> f64>> =
                vec![Box::new(move |y| (k * y).sin()), Box::new(|y| y + 0.1)];
            let mut y = x;
            $(#[$mark])?
            for i in 0..n {
                y = fs[i % 2](y);
            }
            y
        }

        #[differentiable]
        pub fn const_generic<const N: usize>(x: [f64; N], n: usize) -> f64 {
            let mut y = x;
            $(#[$mark])?
            for _ in 0..n {
                for i in 0..N {
                    y[i] = y[i] * y[(i + 1) % N] + 0.1;
                }
            }
            y[0]
        }

        #[differentiable]
        pub fn generic_state<T: Real>(x: &[T], n: usize) -> T {
            let mut y = x.to_vec();
            let mut s = T::ZERO;
            $(#[$mark])?
            for i in 0..n {
                let k = i % y.len();
                y[k] = y[k].sin() + s;
                s += y[k] * T::from_f64(0.1);
            }
            s
        }

        #[differentiable]
        pub fn value_of_block(x: f64, n: usize) -> f64 {
            let z = {
                let mut y = x;
                $(#[$mark])?
                for _ in 0..n {
                    y = y.cos();
                }
                y * 2.0
            };
            let w = if x > 0.0 {
                let mut y = z;
                $(#[$mark])?
                while y > 0.1 {
                    y *= 0.9;
                }
                y
            } else {
                z
            };
            z * w
        }

        #[differentiable]
        pub fn over(x: &[f64], s: f64) -> f64 {
            let mut y = s;
            $(#[$mark])?
            for v in x.iter() {
                y = (y * v).sin() + 0.1;
            }
            $(#[$mark])?
            for v in x {
                y = (y * v).sin() + 0.1;
            }
            $(#[$mark])?
            for &v in x.iter().rev() {
                if v > 2.0 {
                    break;
                }
                y = (y * v).sin() + 0.1;
            }
            y
        }

        #[differentiable]
        pub fn zips(x: &[f64], w: &mut Vec<f64>) -> f64 {
            let mut y = 0.3;
            $(#[$mark])?
            for (i, (v, u)) in x.iter().zip(w.iter_mut()).enumerate() {
                *u = (y * v).sin() + *u * i as f64;
                y += *u;
            }
            $(#[$mark])?
            for v in w.iter_mut() {
                *v *= y;
                y += 0.1 * *v;
            }
            y + w.iter().sum::<f64>()
        }

        #[differentiable]
        pub fn owned(x: Vec<f64>, n: usize) -> f64 {
            let mut y = 0.3;
            let mut z = x.clone();
            $(#[$mark])?
            for v in &mut z {
                *v = v.sin() + y;
                y += 0.1 * *v;
            }
            $(#[$mark])?
            for v in x {
                y += v * y * 0.1;
            }
            $(#[$mark])?
            for i in (0..n).step_by(2) {
                y += 0.01 * i as f64 * y.cos();
            }
            $(#[$mark])?
            for w in z.windows(2) {
                y += w[0] * w[1] * y;
            }
            for c in z.chunks(3) {
                $(#[$mark])?
                for v in c {
                    y *= 1.0 + 0.01 * v;
                }
            }
            y
        }

        #[differentiable]
        pub fn parameters(mut x: f64, (mut a, b): (f64, f64), n: usize) -> f64 {
            $(#[$mark])?
            for i in 0..n {
                x = (x * b).sin();
                a *= x.cos() + 0.01 * i as f64;
            }
            x + a
        }

        #[differentiable]
        pub fn references(x: &[f64], n: usize) -> f64 {
            let mut a = x.to_vec();
            let first = &mut a;
            $(#[$mark])?
            for _ in 0..n {
                first[0] = (first[0] * first[1]).sin();
            }
            let row = &a;
            let mut s = 0.0;
            $(#[$mark])?
            for _ in 0..n {
                s += 0.1 * row[0] * s + 1.0;
            }
            s
        }

        #[differentiable]
        pub fn items(x: f64, n: usize) -> f64 {
            fn without_attribute(x: f64, n: usize) -> f64 {
                let mut y = x;
                $(#[$mark])?
                for _ in 0..n {
                    y = y.sin();
                }
                y
            }
            #[differentiable]
            fn with_attribute(x: f64, n: usize) -> f64 {
                let mut y = x;
                $(#[$mark])?
                for _ in 0..n {
                    y = y.cos();
                }
                y
            }
            without_attribute(x, n) + with_attribute(x, n)
        }

        #[differentiable]
        pub trait Iterated {
            fn once(&self, x: f64) -> f64;
            fn often(&self, x: f64, n: usize) -> f64;
        }

        #[derive(Clone, Differentiable)]
        pub struct Sine(pub f64);

        #[differentiable]
        impl Iterated for Sine {
            fn once(&self, x: f64) -> f64 {
                (x * self.0).sin()
            }

            fn often(&self, x: f64, n: usize) -> f64 {
                let mut y = x;
                $(#[$mark])?
                for _ in 0..n {
                    y = self.once(y);
                }
                y + self.0
            }
        }

        #[differentiable]
        pub fn by_trait(k: f64, x: f64, n: usize) -> f64 {
            let sine = Sine(k);
            sine.often(x, n)
        }

        #[differentiable]
        pub fn labels(x: f64, n: usize) -> f64 {
            let mut y = x;
            let mut k = 0;
            $(#[$mark])?
            'rounds: while k < n {
                k += 1;
                for j in 0..3 {
                    if j + k % 2 == 2 {
                        continue 'rounds;
                    }
                    y = y.sin() + 0.1;
                }
            }
            y
        }

        /// What is made of literals alone has the type that its use after the loop gives it.
        #[differentiable]
        pub fn literals(x: f32, n: usize) -> f32 {
            let (mut y, mut z) = (0.5, 1.0);
            $(#[$mark])?
            for _ in 0..n {
                y = y * x + 0.1;
                z *= 1.01;
            }
            y * z
        }

        #[derive(Clone, Differentiable)]
        pub enum Mode {
            Up(f64),
            Down { by: f64, left: usize },
        }

        #[differentiable]
        pub fn machine(x: f64, n: usize) -> f64 {
            let mut mode = Mode::Up(x);
            let mut y = x;
            $(#[$mark])?
            for i in 0..n {
                mode = match mode {
                    Mode::Up(v) if i % 3 == 2 => Mode::Down { by: v * y.sin(), left: 2 },
                    Mode::Up(v) => {
                        y += v * 0.1;
                        Mode::Up(v * 1.01)
                    }
                    Mode::Down { by, left: 0 } => Mode::Up(by.cos()),
                    Mode::Down { by, left } => {
                        y -= by * 0.1;
                        Mode::Down { by, left: left - 1 }
                    }
                };
            }
            y
        }
    };
}

mod marked {
    programs!(checkpoint);
}

mod plain {
    programs!();
}

const STEPS: [usize; 6] = [0, 1, 2, 5, 33, 140];

#[test]
fn states() {
    let x = [0.4, 1.3, 0.9];
    for n in STEPS {
        agree!(swap_states(&x, n.min(5)));
        agree!(iter_mut(&x, n));
        agree!(renew(&x, n));
        agree!(temp(0.3, n));
        agree!(arrays(0.3, n));
        agree!(in_place_calls(&x, 0.4, n));
        agree!(tuple(0.3, n));
        agree!(matrix(&[vec![1.0, 2.0], vec![0.5, 0.7]], n));
        agree!(grid(0.4, n));
        agree!(two(0.4, n));
        agree!(counts(0.4, n));
        agree!(generic_state(&x, n));
        agree!(const_generic([0.1, 0.2], n));
        agree!(literals(0.7, n) within 1e-4);
        agree!(machine(0.7, n));
    }
}

#[test]
fn surroundings() {
    for n in STEPS {
        agree!(effects(0.3, n));
        agree!(by_name(0.4, n));
        agree!(boxed(0.3, 0.8, n));
        agree!(value_of_block(0.5, n));
        agree!(value_of_block(-0.5, n));
        agree!(parameters(0.4, (0.9, 1.1), n));
        agree!(references(&[0.3, 0.8], n));
        agree!(items(0.4, n));
        agree!(by_trait(0.4, 0.7, n));
    }
}

#[test]
fn exits() {
    for n in STEPS {
        agree!(breaks(&vec![1.1; n]));
    }
    agree!(breaks(&[0.5, 2.0, -1.0, 3.0]));
    agree!(while_let(&[0.1, 7.0, 2.0]));
    for n in STEPS {
        agree!(labels(0.4, n));
    }
}

#[test]
fn heads() {
    for n in [0, 1, 2, 3, 10, 30] {
        let x: Vec<f64> = (0..n).map(|i| 1.0 + (i as f64).sin()).collect();
        let w: Vec<f64> = (0..n + 3).map(|i| 0.1 * (i as f64).cos()).collect();
        agree!(over(&x, 0.3));
        agree!(zips(&x, &mut w.clone()));
        agree!(owned(x.clone(), n));
    }
}
