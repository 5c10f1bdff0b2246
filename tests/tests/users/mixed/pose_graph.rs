use crate::assert_grad;
use pullback::differentiable;

#[derive(Clone, Debug)]
enum Factor {
    Prior {
        pose: usize,
        at: [f64; 3],
    },
    Odometry {
        from: usize,
        to: usize,
        delta: [f64; 3],
    },
    Range {
        pose: usize,
        beacon: (f64, f64),
        range: f64,
    },
}

#[differentiable]
fn wrap(a: f64) -> f64 {
    use std::f64::consts::{PI, TAU};
    (a + PI).rem_euclid(TAU) - PI
}

#[differentiable]
fn error(#[constant] f: &Factor, poses: &[[f64; 3]]) -> f64 {
    match f {
        Factor::Prior { pose, at } => {
            let p = &poses[*pose];
            (0..3).map(|i| (p[i] - at[i]).powi(2)).sum()
        }
        &Factor::Odometry {
            from,
            to,
            delta: [dx, dy, dtheta],
        } => {
            let (a, b) = (poses[from], poses[to]);
            let (s, c) = a[2].sin_cos();
            let (gx, gy) = (b[0] - a[0], b[1] - a[1]);
            let ex = c * gx + s * gy - dx;
            let ey = -s * gx + c * gy - dy;
            ex.powi(2) + ey.powi(2) + 3.0 * wrap(b[2] - a[2] - dtheta).powi(2)
        }
        Factor::Range {
            pose,
            beacon: (bx, by),
            range,
        } => {
            let [x, y, _] = poses[*pose];
            ((x - bx).hypot(y - by) - range).powi(2)
        }
    }
}

#[differentiable]
fn graph_cost(state: &[f64], #[constant] factors: &[Factor]) -> f64 {
    let poses = state
        .chunks_exact(3)
        .map(|c| <[f64; 3]>::try_from(c).unwrap())
        .collect::<Vec<_>>();
    factors.iter().map(|f| error(f, &poses)).sum::<f64>() * 0.5
}

#[test]
fn gradient_is_right() {
    let p = [0.1, 0.0, 0.2, 1.1, 0.3, 3.3, 2.0, 0.9, -2.9];
    let factors = [
        Factor::Prior {
            pose: 0,
            at: [0.0; 3],
        },
        Factor::Odometry {
            from: 0,
            to: 1,
            delta: [1.0, 0.1, 3.0],
        },
        Factor::Odometry {
            from: 1,
            to: 2,
            delta: [-1.0, -0.5, 0.1],
        },
        Factor::Range {
            pose: 2,
            beacon: (3.0, 3.0),
            range: 2.0,
        },
    ];
    assert_grad(
        |p| graph_cost(p, &factors),
        &p,
        &graph_cost::gradient(&p, &factors),
    );
}
