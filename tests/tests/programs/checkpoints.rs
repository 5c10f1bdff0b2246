//! Loops that remember few of their states: the same programs with and without `#[checkpoint]`.

use pullback::differentiable;
use pullback_tests::{Coordinates, flat};
use std::cell::Cell;

macro_rules! programs {
    ($($mark:ident)?) => {
        use pullback::{Differentiable, Real, differentiable};

        #[differentiable]
        pub fn spring(x: &[f64], steps: usize) -> f64 {
            let mut p = x[0];
            let mut v = x[1];
            $(#[$mark])?
            for i in 0..steps {
                let a = -x[2] * p.sin() - 0.1 * v;
                v += 0.01 * a;
                p += 0.01 * v * (1.0 + 0.001 * i as f64);
            }
            p * p + v
        }

        /// A vector that is changed in place, with a loop inside.
        #[differentiable]
        pub fn diffusion(u: &[f64], k: f64, steps: i32) -> f64 {
            let n = u.len();
            let mut now = u.to_vec();
            let mut total = 0.0;
            $(#[$mark])?
            for step in 1..=steps {
                let mut next = vec![0.0; n];
                for i in 0..n {
                    let left = if i == 0 { now[n - 1] } else { now[i - 1] };
                    next[i] = now[i] + k * (left - now[i]) / step as f64;
                }
                for i in 0..n {
                    now[i] = next[i] * next[i].cos();
                }
                total += now[0] * now[n - 1];
            }
            total + now[1]
        }

        /// Backwards, with branches and `continue`.
        #[differentiable]
        pub fn horner(c: &[f64], x: f64) -> f64 {
            let mut y = 0.0;
            $(#[$mark])?
            for i in (0..c.len()).rev() {
                if i % 3 == 1 {
                    continue;
                }
                y = if y > 1.5 {
                    y.ln() * x + c[i]
                } else {
                    y * x + c[i]
                };
            }
            y
        }

        #[differentiable]
        pub fn countdown(c: &[f64], last: i8) -> f64 {
            let mut y = 1.0;
            $(#[$mark])?
            for i in (-3..=last).rev() {
                y = (y * c[(i as i32 + 3) as usize]).sin() + i as f64 * 0.01;
            }
            y
        }

        /// How many steps it takes, only the loop tells.
        #[differentiable]
        pub fn newton(a: f64, x0: f64) -> f64 {
            let mut x = x0;
            let mut n = 0;
            $(#[$mark])?
            while (x * x - a).abs() > 1e-9 && n < 500 {
                x -= 0.1 * (x * x - a) / (2.0 * x);
                n += 1;
            }
            x * n as f64
        }

        #[differentiable]
        pub fn escape(c: f64, d: f64, bound: f64) -> f64 {
            let (mut x, mut y, mut rounds) = (0.1, 0.2, 0usize);
            $(#[$mark])?
            'outer: loop {
                for _ in 0..2 {
                    let t = x * x - y * y + c;
                    y = 2.0 * x * y + d;
                    x = t;
                    if x * x + y * y > bound {
                        break 'outer;
                    }
                }
                rounds += 1;
                if rounds == 60 {
                    break;
                }
            }
            x + y * rounds as f64
        }

        #[derive(Clone, Debug, Differentiable)]
        pub struct Body {
            pub position: [f64; 2],
            pub velocity: [f64; 2],
            pub mass: f64,
        }

        #[derive(Clone, Debug, Differentiable)]
        pub struct System {
            pub bodies: Vec<Body>,
            pub gravity: f64,
        }

        #[differentiable]
        impl System {
            pub fn pull(&self, from: &Body, to: &Body) -> [f64; 2] {
                let dx = to.position[0] - from.position[0];
                let dy = to.position[1] - from.position[1];
                let r2 = dx * dx + dy * dy + 0.1;
                let f = self.gravity * to.mass / (r2 * r2.sqrt());
                [f * dx, f * dy]
            }

            pub fn energy_after(&self, start: &Body, steps: usize) -> f64 {
                let mut body = start.clone();
                $(#[$mark])?
                for _ in 0..steps {
                    let mut force = [0.0, 0.0];
                    for other in &self.bodies {
                        let f = self.pull(&body, other);
                        force[0] += f[0];
                        force[1] += f[1];
                    }
                    for k in 0..2 {
                        body.velocity[k] += 0.01 * force[k];
                        body.position[k] += 0.01 * body.velocity[k];
                    }
                }
                let v = body.velocity;
                0.5 * body.mass * (v[0] * v[0] + v[1] * v[1]) + body.position[0]
            }

            /// Changes what it belongs to.
            pub fn run(&mut self, steps: usize) -> f64 {
                $(#[$mark])?
                for _ in 0..steps {
                    for i in 0..self.bodies.len() {
                        let v = self.bodies[i].velocity;
                        self.bodies[i].position[0] += 0.01 * v[0];
                        self.bodies[i].velocity[1] -=
                            0.01 * self.gravity * self.bodies[i].position[0].sin();
                    }
                    self.gravity *= 0.999;
                }
                self.bodies[0].velocity[1] * self.gravity
            }
        }

        /// One inside the other.
        #[differentiable]
        pub fn nested(w: &[f64], x: f64, outer: usize, inner: usize) -> f64 {
            let mut s = x;
            let mut sum = 0.0;
            $(#[$mark])?
            for i in 0..outer {
                let mut t = s;
                $(#[$mark])?
                for j in 0..inner {
                    t = (t * w[(i + j) % w.len()]).tanh() + 0.1 * x;
                }
                sum += t * s;
                s = 0.5 * (s + t);
            }
            s + sum
        }

        /// Of any float.
        #[differentiable]
        pub fn decay<T: Real>(rates: &[T], y0: T, steps: usize) -> T {
            let mut y = y0;
            let mut acc = T::ZERO;
            $(#[$mark])?
            for i in 0..steps {
                y = y * (-rates[i % rates.len()]).exp();
                acc += y * y;
            }
            acc + y
        }

        /// A slice of the caller's, changed in place.
        #[differentiable]
        pub fn relax(y: &mut [f64], omega: f64, steps: usize) {
            $(#[$mark])?
            for _ in 0..steps {
                for i in 1..y.len() {
                    y[i] = (1.0 - omega) * y[i] + omega * y[i - 1].sin();
                }
            }
        }

        #[differentiable]
        pub fn grow(x: &mut f64, k: f64, steps: usize) {
            $(#[$mark])?
            for _ in 0..steps {
                *x += k * *x * (1.0 - *x);
            }
        }

        /// A function of the caller's, and one of its own.
        #[differentiable]
        pub fn euler<F: Fn(f64, f64) -> f64>(f: F, y0: f64, h: f64, steps: usize) -> f64 {
            let mut y = y0;
            let damped = |y: f64| y / (1.0 + 0.01 * y * y);
            $(#[$mark])?
            for i in 0..steps {
                y = damped(y + h * f(h * i as f64, y));
            }
            y
        }

        #[differentiable]
        pub fn with_field(k: f64, y0: f64, steps: usize) -> f64 {
            euler(|t, y| -k * y + t.sin(), y0, 0.05, steps)
        }

        /// A loop in a closure, under a branch, and numbers that carry no derivative.
        #[differentiable]
        pub fn noisy(x: f64, s: f64, steps: usize) -> f64 {
            let walk = |from: f64, seed: u64| {
                let mut state: u64 = seed;
                let mut at = from;
                $(#[$mark])?
                for _ in 0..steps {
                    state = state
                        .wrapping_mul(6364136223846793005)
                        .wrapping_add(1442695040888963407);
                    let jump = (state >> 40) as f64 / 16777216.0 - 0.5;
                    at = at * 0.99 + s * jump * at.cos();
                }
                at
            };
            if x > 0.0 {
                walk(x, 1u64) * walk(s, 2u64)
            } else {
                walk(-x, 3u64)
            }
        }

        /// Each call runs a loop and calls itself.
        #[differentiable]
        pub fn levels(x: f64, depth: usize) -> f64 {
            if depth == 0 {
                return x;
            }
            let mut y = x;
            $(#[$mark])?
            for i in 0..depth + 2 {
                y = 0.5 * y.sin() + 0.1 * levels(y, depth - 1) * i as f64;
            }
            y
        }

        /// In a loop that is not marked, with a vector that grows.
        #[differentiable]
        pub fn epochs(data: &[f64], rate: f64) -> f64 {
            let mut weights = vec![0.1, 0.2];
            let mut losses = Vec::new();
            for _ in 0..5 {
                $(#[$mark])?
                for i in 0..data.len() {
                    let e = weights[0] * data[i] + weights[1] - data[i] * data[i];
                    weights[0] -= rate * e * data[i];
                    weights[1] -= rate * e;
                    losses.push(e * e);
                }
            }
            losses.iter().sum::<f64>() + weights[0] * weights[1]
        }

        #[differentiable]
        pub fn driven(x: &[f64], k: &mut [f64], n: usize) -> f64 {
            let mut y = 0.3;
            $(#[$mark])?
            for i in 0..n {
                y = (y * x[i % x.len()]).sin() + k[0] * 0.1;
                k[0] *= 1.001;
            }
            y
        }

        /// What a loop read and the reverse sweep reads again is overwritten after it.
        #[differentiable]
        pub fn overwriting(x: &[f64], n: usize) -> f64 {
            let mut b = x.to_vec();
            let mut k = vec![0.2, 0.1];
            let a = driven(&b, &mut k, n);
            b[0] = a * b[1];
            let mut s = 0.0;
            for _ in 0..3 {
                s += driven(&b, &mut k, n);
                b[0] *= 0.5;
                b[1] = s.sin() + 0.1;
                k[0] = s;
            }
            let mut y = a;
            for r in 0..3 {
                $(#[$mark])?
                for i in 0..n {
                    y = (y * b[i % 2]).cos() + s * 0.1;
                }
                s = y * y;
                b[r % 2] = y + 0.1;
            }
            y *= s * a;
            b[0] = 0.0;
            s = 0.0;
            y + b[0] * s
        }
    };
}

mod marked {
    programs!(checkpoint);
}

mod plain {
    programs!();
}

/// That a program by parts has the gradient of the whole, but for the order in which it is added up.
pub(crate) fn assert_close<G: Coordinates>(what: &str, by_parts: &G, whole: &G, tolerance: f64) {
    let (by_parts, whole) = (flat(by_parts), flat(whole));
    assert_eq!(by_parts.len(), whole.len(), "{what}");
    for (by_parts, whole) in by_parts.into_iter().zip(whole) {
        let close = (by_parts - whole).abs() <= tolerance * (1.0 + whole.abs());
        assert!(close, "{what}: {by_parts} is not {whole}");
    }
}

/// That both versions of a program have one value and gradient, twice.
macro_rules! agree {
    ($name:ident($($arg:expr),*)) => { agree!($name($($arg),*) within 1e-12) };
    ($name:ident($($arg:expr),*) within $tolerance:expr) => {{
        let (value, gradient) = plain::$name::value_and_gradient($($arg),*);
        assert!(value.is_finite());
        for _ in 0..2 {
            let (again, by_parts) = marked::$name::value_and_gradient($($arg),*);
            assert_eq!(value.to_bits(), again.to_bits(), stringify!($name));
            crate::checkpoints::assert_close(stringify!($name), &by_parts, &gradient, $tolerance);
        }
    }};
}

pub(crate) use agree;

const STEPS: [usize; 8] = [0, 1, 2, 3, 8, 9, 50, 731];

#[test]
fn scalars() {
    for steps in STEPS {
        agree!(spring(&[1.0, 0.5, 2.0], steps));
        agree!(with_field(0.7, 1.2, steps));
        agree!(noisy(0.4, 0.3, steps));
        agree!(noisy(-0.4, 0.3, steps));
    }
}

#[test]
fn vectors() {
    for steps in [-4, 0, 1, 2, 5, 40, 111] {
        agree!(diffusion(&[0.3, 0.1, 0.8, -0.2], 0.4, steps));
    }
}

#[test]
fn ranges() {
    let c: Vec<f64> = (0..97).map(|i| (i as f64).sin()).collect();
    for n in [0, 1, 2, 3, 4, 31, 97] {
        agree!(horner(&c[..n], 0.8));
    }
    let c: Vec<f64> = (0..131).map(|i| 1.0 + 0.1 * (i as f64).cos()).collect();
    for last in [-4, -3, -2, 0, 17, 127] {
        agree!(countdown(&c, last));
    }
}

#[test]
fn loops_that_know_their_end_when_they_are_there() {
    for x0 in [3.0, 1.0, 2.0f64.sqrt(), 40.0] {
        agree!(newton(2.0, x0));
    }
    for (c, d) in [
        (0.3, 0.5),
        (-0.1, 0.1),
        (2.0, 2.0),
        (0.25, 0.0),
        (0.36, 0.1),
    ] {
        agree!(escape(c, d, 4.0));
    }
}

#[test]
fn what_is_overwritten() {
    for steps in STEPS {
        agree!(overwriting(&[0.9, 1.1], steps));
    }
}

#[test]
fn nests_and_recursion() {
    for (outer, inner) in [(0, 5), (1, 1), (3, 0), (7, 9), (30, 41)] {
        agree!(nested(&[0.9, 1.1, 0.7], 0.4, outer, inner));
    }
    for depth in 0..5 {
        agree!(levels(0.7, depth));
    }
    let data: Vec<f64> = (0..37).map(|i| (i as f64 * 0.7).sin()).collect();
    agree!(epochs(&data, 0.1));
}

#[test]
fn generic_floats() {
    for steps in STEPS {
        agree!(decay(&[0.1f64, 0.01, -0.02], 1.5, steps));
        agree!(decay(&[0.1f32, 0.01, -0.02], 1.5, steps) within 1e-4);
    }
}

#[test]
fn unique_references() {
    for steps in STEPS {
        let (mut a, mut b) = ([0.3, 0.8, -0.4], [0.3, 0.8, -0.4]);
        let (_, by_plain) = plain::relax::vjp(&mut a, 0.3, steps);
        let (_, by_parts) = marked::relax::vjp(&mut b, 0.3, steps);
        assert_eq!(a, b);
        for ct in [vec![1.0, 0.5, 2.0], vec![0.0, -1.0, 1.0]] {
            let (whole, by_parts): ((Vec<f64>, f64), _) =
                (by_plain.call(ct.clone()), by_parts.call(ct));
            assert_close("relax", &by_parts, &whole, 1e-12);
        }
        let (mut a, mut b) = (0.2, 0.2);
        let (_, by_plain) = plain::grow::vjp(&mut a, 0.01, steps);
        let (_, by_parts) = marked::grow::vjp(&mut b, 0.01, steps);
        assert_eq!(a, b);
        let (whole, by_parts): ((f64, f64), _) = (by_plain.call(1.5), by_parts.call(1.5));
        assert_close("grow", &by_parts, &whole, 1e-12);
    }
}

#[test]
fn methods_and_structs() {
    macro_rules! system {
        ($version:ident) => {{
            let body = |x: f64, y: f64| $version::Body {
                position: [x, y],
                velocity: [0.1 * y, -x],
                mass: 1.0 + x * x,
            };
            let mut system = $version::System {
                bodies: vec![body(0.3, 0.7), body(-1.0, 0.2)],
                gravity: 0.9,
            };
            let after = STEPS.map(|steps| {
                format!(
                    "{:?}",
                    system.energy_after_value_and_gradient(&body(0.5, 0.5), steps)
                )
            });
            (
                after,
                STEPS.map(|steps| format!("{:?}", system.run_value_and_gradient(steps))),
            )
        }};
    }
    assert_eq!(system!(plain), system!(marked));
}

thread_local! {
    static STEPS_RUN: Cell<usize> = const { Cell::new(0) };
}

fn step_runs() {
    STEPS_RUN.set(STEPS_RUN.get() + 1);
}

#[differentiable]
fn marked_everywhere(x: f64, n: usize) -> f64 {
    let mut y = x;
    #[checkpoint]
    for _ in 0..n {
        step_runs();
        y = y.sin();
    }
    let cosines = |from: f64| {
        let (mut z, mut k) = (from, 0);
        #[checkpoint]
        while k < n {
            step_runs();
            z = z.cos();
            k += 1;
        }
        z
    };
    let mut left = vec![0.5; n];
    #[checkpoint]
    while let Some(v) = left.pop() {
        step_runs();
        y += v * y.sin();
    }
    let tail = {
        let (mut z, mut k) = (y, 0);
        #[checkpoint]
        loop {
            if k == n {
                break;
            }
            step_runs();
            z *= 0.9;
            k += 1;
        }
        z
    };
    let shares = [0.1, 0.2, 0.3];
    #[checkpoint]
    for v in shares.iter() {
        step_runs();
        y += v * tail;
    }
    match n {
        0 => y,
        _ => y * cosines(tail),
    }
}

/// A mark that got lost would leave the gradient what it is: each step runs in both sweeps.
#[test]
fn steps_run_again_in_the_reverse_sweep() {
    for n in [1, 5, 20] {
        STEPS_RUN.set(0);
        marked_everywhere(0.4, n);
        let in_primal = STEPS_RUN.replace(0);
        assert_eq!(in_primal, 4 * n + 3);
        let (_, pullback) = marked_everywhere::vjp(0.4, n);
        assert_eq!(STEPS_RUN.replace(0), in_primal);
        let _: f64 = pullback.call(1.0);
        assert_eq!(STEPS_RUN.replace(0), in_primal);
    }
}
