use crate::assert_grad;
use pullback::differentiable;

type Mat4 = [[f64; 4]; 4];

const IDENTITY: Mat4 = [
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0],
    [0.0, 0.0, 0.0, 1.0],
];

#[differentiable]
fn matmul(a: &Mat4, b: &Mat4) -> Mat4 {
    let mut out = [[0.0; 4]; 4];
    for (row, out_row) in a.iter().zip(out.iter_mut()) {
        for (j, o) in out_row.iter_mut().enumerate() {
            *o = row.iter().zip(b).map(|(x, b_row)| x * b_row[j]).sum();
        }
    }
    out
}

#[derive(Clone, Copy)]
struct DhLink {
    a: f64,
    alpha: f64,
    d: f64,
}

static ARM: [DhLink; 3] = [
    DhLink {
        a: 0.0,
        alpha: std::f64::consts::FRAC_PI_2,
        d: 0.3,
    },
    DhLink {
        a: 0.5,
        alpha: 0.0,
        d: 0.0,
    },
    DhLink {
        a: 0.4,
        alpha: 0.1,
        d: 0.05,
    },
];

#[differentiable]
fn dh(theta: f64, #[constant] link: &DhLink) -> Mat4 {
    let (st, ct) = theta.sin_cos();
    let (sa, ca) = link.alpha.sin_cos();
    [
        [ct, -st * ca, st * sa, link.a * ct],
        [st, ct * ca, -ct * sa, link.a * st],
        [0.0, sa, ca, link.d],
        [0.0, 0.0, 0.0, 1.0],
    ]
}

#[differentiable]
fn end_effector(joints: &[f64]) -> [f64; 3] {
    let mut t = IDENTITY;
    for (q, link) in joints.iter().zip(ARM.iter()) {
        t = matmul(&t, &dh(*q, link));
    }
    [t[0][3], t[1][3], t[2][3]]
}

#[differentiable]
fn reach_error(joints: &[f64], #[constant] target: [f64; 3]) -> f64 {
    let p = end_effector(joints);
    p.iter()
        .zip(target.iter())
        .map(|(a, b)| (a - b).powi(2))
        .sum::<f64>()
        .sqrt()
}

#[test]
fn gradient_is_right() {
    let p = [0.3, -0.7, 1.1];
    assert_grad(
        |p| reach_error(p, [0.4, 0.3, 0.5]),
        &p,
        &reach_error::gradient(&p, [0.4, 0.3, 0.5]),
    );
}
