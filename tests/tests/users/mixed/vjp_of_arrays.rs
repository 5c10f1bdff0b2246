use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Spherical {
    r: f64,
    theta: f64,
    phi: f64,
}

#[differentiable]
fn to_cartesian(s: Spherical) -> [f64; 3] {
    let Spherical { r, theta, phi } = s;
    [
        r * theta.sin() * phi.cos(),
        r * theta.sin() * phi.sin(),
        r * theta.cos(),
    ]
}

#[differentiable]
fn component(r: f64, theta: f64, phi: f64, i: usize) -> f64 {
    to_cartesian(Spherical { r, theta, phi })[i]
}

#[test]
fn jacobian_rows() {
    let v = [1.3, 0.7, 0.4];
    let (value, pullback) = to_cartesian::vjp(Spherical {
        r: v[0],
        theta: v[1],
        phi: v[2],
    });
    assert_eq!(
        value,
        to_cartesian(Spherical {
            r: v[0],
            theta: v[1],
            phi: v[2]
        })
    );
    for i in 0..3 {
        let mut seed = [0.0; 3];
        seed[i] = 1.0;
        let g = pullback.call(seed);
        assert_grad(
            |v| component(v[0], v[1], v[2], i),
            &v,
            &[g.r, g.theta, g.phi],
        );
    }
}
