use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
enum Motor {
    Idle,
    Running { speed: f64, heat: f64 },
    Logged(Vec<f64>, f64),
    Boxed(Option<f64>, usize),
}

#[differentiable]
fn bump(x: &mut f64, by: f64) {
    *x = *x * by + by;
}
#[differentiable]
fn both(x: &mut f64, y: &mut f64, by: f64) {
    let t = *x;
    *x = *y * by;
    *y = t * t;
}

#[differentiable]
impl Motor {
    fn step(&mut self, drive: f64) {
        match self {
            Motor::Idle => {
                *self = Motor::Running {
                    speed: drive,
                    heat: 0.0,
                }
            }
            Motor::Running { speed, heat } => {
                *speed += drive * *heat + 0.3;
                *heat = *speed * *speed * 0.1 + *heat;
                if *heat > 3.0 {
                    bump(heat, drive);
                    both(speed, heat, drive);
                }
            }
            Motor::Logged(v, last) => {
                v.push(drive * *last);
                v[0] *= 2.0;
                *last = v.iter().sum();
            }
            Motor::Boxed(Some(x), n) => {
                *x *= drive;
                *n += 1;
                *x += *n as f64 * *x;
            }
            Motor::Boxed(slot @ None, _) => *slot = Some(drive * drive),
        }
    }
    fn total(&self) -> f64 {
        match self {
            Motor::Idle => 0.0,
            Motor::Running { speed, heat } => speed * heat,
            Motor::Logged(v, last) => v.iter().map(|x| x * x).sum::<f64>() * last,
            Motor::Boxed(x, n) => x.unwrap_or(1.0).sin() * *n as f64,
        }
    }
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut ms = [
        Motor::Idle,
        Motor::Logged(vec![x[0]], x[1]),
        Motor::Boxed(None, 1),
        Motor::Boxed(Some(x[2]), 0),
    ];
    for (k, d) in x.iter().enumerate() {
        for m in ms.iter_mut() {
            m.step(*d * (k + 1) as f64);
        }
    }
    let mut s = 0.0;
    for m in &ms {
        s += m.total();
    }
    s
}

#[test]
fn gradient_is_right() {
    for x in [[0.7, 1.3, 0.9], [1.5, 2.1, 0.4], [2.0, -1.0, 3.0]] {
        assert_grad(f, &x, &f::gradient(&x));
    }
}
