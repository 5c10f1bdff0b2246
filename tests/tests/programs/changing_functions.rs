//! Functions as arguments that change what they are given.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[differentiable]
fn with_scratch<R, F: FnOnce(&mut Vec<f64>) -> R>(n: usize, f: F) -> R {
    let mut scratch = vec![1.0; n];
    f(&mut scratch)
}

#[differentiable]
fn result_of_scratch(x: &[f64]) -> f64 {
    with_scratch(x.len(), |b| {
        for (slot, v) in b.iter_mut().zip(x) {
            *slot += v * v;
        }
        b.iter().product()
    })
}
check!(
    result_of_scratch_checks,
    result_of_scratch(&[0.5, -0.7, 1.2])
);

#[differentiable]
fn repeatedly(f: impl Fn(&mut f64, f64), x: f64) -> f64 {
    let mut s = 1.5;
    for i in 0..4 {
        f(&mut s, x * i as f64);
    }
    s * s
}

#[differentiable]
fn scaled_in_place(k: f64, x: f64) -> f64 {
    repeatedly(|s: &mut f64, a| *s *= 1.0 + k * a.sin(), x)
}
check!(scaled_in_place_checks, scaled_in_place(0.7, 0.4));

#[differentiable]
fn overwritten_in_place(k: f64, x: f64) -> f64 {
    repeatedly(|s, a| *s = *s * *s * 0.3 + k * a.sin(), x)
}
check!(overwritten_in_place_checks, overwritten_in_place(0.7, 0.4));

#[differentiable]
fn half_of_square(s: &mut f64, a: f64) {
    *s = *s * *s * 0.5 + a;
}

#[differentiable]
fn changed_by_name(x: f64) -> f64 {
    repeatedly(half_of_square, x)
}
check!(changed_by_name_checks, changed_by_name(0.4));

#[differentiable]
fn euler<F: Fn(f64, &[f64], &mut [f64])>(f: F, y0: &[f64], n: usize) -> Vec<f64> {
    let mut y = y0.to_vec();
    let mut dy = vec![0.0; y.len()];
    for i in 0..n {
        f(i as f64 * 0.1, &y, &mut dy);
        for j in 0..y.len() {
            y[j] += 0.1 * dy[j];
        }
    }
    y
}

#[differentiable]
fn right_hand_side_in_place(p: &[f64], k: f64) -> f64 {
    let y = euler(
        |t, y, dy| {
            dy[0] = y[1] * k;
            dy[1] = -y[0] * p[0] + t * p[1];
        },
        p,
        5,
    );
    y[0] * y[1]
}
check!(
    right_hand_side_in_place_checks,
    right_hand_side_in_place(&[0.5, 0.8], 0.9)
);

#[derive(Clone, Debug, Differentiable)]
struct Body {
    x: f64,
    v: f64,
    steps: usize,
}

#[differentiable]
impl Body {
    fn kick(&mut self, a: f64) {
        self.v += a * self.x;
        self.steps += 1;
    }
}

#[derive(Clone, Debug, Differentiable)]
struct World {
    dt: f64,
}

#[differentiable]
impl World {
    fn run(&self, body: &mut Body, step: &dyn Fn(&mut Body, f64), n: usize) {
        for _ in 0..n {
            step(body, self.dt);
            if body.x > 1.0 {
                body.v *= 0.5;
            }
        }
    }
}

#[differentiable]
fn bodies_in_place(x: f64, k: f64) -> f64 {
    let world = World { dt: 0.1 + k };
    let mut body = Body {
        x,
        v: 0.5,
        steps: 0,
    };
    let spring = |body: &mut Body, dt: f64| {
        body.v -= k * body.x * dt;
        body.x += body.v * dt * body.x;
        body.steps += 1;
    };
    world.run(&mut body, &spring, 6);
    world.run(
        &mut body,
        &|body: &mut Body, dt| {
            body.kick(dt);
            body.x += body.v * dt * body.x;
        },
        6,
    );
    body.x * body.v + body.steps as f64
}
check!(bodies_in_place_checks, bodies_in_place(0.8, 0.3));

#[differentiable]
fn twice<F: Fn(&mut Vec<f64>)>(mut b: Vec<f64>, f: F) -> f64 {
    f(&mut b);
    f(&mut b);
    b.iter().map(|v| v * v).sum()
}

#[differentiable]
fn reset(b: &mut Vec<f64>, k: f64) {
    for v in b.iter_mut() {
        *v = k;
    }
}

#[differentiable]
fn forgets_and_grows(x: &[f64], k: f64) -> f64 {
    let forgotten = twice(x.to_vec(), |b: &mut Vec<f64>| reset(b, k));
    let grown = twice(x.to_vec(), |b| {
        let t = b[0] * b[1];
        b.push(t * k);
        b[0] *= 2.0;
    });
    forgotten * grown
}
check!(
    forgets_and_grows_checks,
    forgets_and_grows(&[0.5, 0.8], 0.9)
);

#[differentiable]
fn inner<F: Fn(&mut [f64])>(f: &F, b: &mut [f64]) {
    f(b);
    f(&mut b[1..]);
}

#[differentiable]
fn outer<F: Fn(&mut [f64])>(f: F, b: &mut [f64], n: usize) {
    if n > 0 {
        inner(&f, b);
        outer(f, b, n - 1);
    }
}

#[differentiable]
fn passed_down(x: &[f64], k: f64) -> f64 {
    let mut b = x.to_vec();
    outer(|b: &mut [f64]| b[0] = b[0] * b[1].sin() + k, &mut b, 3);
    outer(
        |b| {
            b.swap(0, 1);
            b[0] *= b[1] * k;
        },
        &mut b,
        2,
    );
    b.iter().product()
}
check!(passed_down_checks, passed_down(&[0.5, 0.8, 1.3, 0.4], 0.9));
