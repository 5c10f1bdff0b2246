use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
enum Sdf {
    Sphere(f64),
    Box([f64; 2]),
    Translate(Box<Sdf>, [f64; 2]),
    Union(Box<Sdf>, Box<Sdf>),
    Smooth { a: Box<Sdf>, b: Box<Sdf>, k: f64 },
}

#[differentiable]
impl Sdf {
    fn eval(&self, [x, y]: [f64; 2]) -> f64 {
        match self {
            Sdf::Sphere(r) => x.hypot(y) - r,
            Sdf::Box([w, h]) => {
                let (dx, dy) = (x.abs() - w, y.abs() - h);
                let outside = dx.max(0.0).hypot(dy.max(0.0) + 1e-9);
                outside + dx.max(dy).min(0.0)
            }
            Sdf::Translate(inner, [tx, ty]) => inner.eval([x - tx, y - ty]),
            Sdf::Union(a, b) => a.eval([x, y]).min(b.eval([x, y])),
            Sdf::Smooth { a, b, k } => {
                let (da, db) = (a.eval([x, y]), b.eval([x, y]));
                let h = (0.5 + 0.5 * (db - da) / k).clamp(0.0, 1.0);
                db + (da - db) * h - k * h * (1.0 - h)
            }
        }
    }
}

#[differentiable]
fn probe(p: &[f64]) -> f64 {
    let scene = Sdf::Smooth {
        a: Box::new(Sdf::Translate(Box::new(Sdf::Sphere(p[0])), [p[1], 0.2])),
        b: Box::new(Sdf::Union(
            Box::new(Sdf::Box([p[2], 0.5])),
            Box::new(Sdf::Sphere(0.1)),
        )),
        k: p[3],
    };
    let mut sum = 0.0;
    for at in [[0.3, 0.9], [1.5, 0.1], [-0.9, -0.8]] {
        sum += scene.eval(at).powi(2);
    }
    sum
}

#[test]
fn gradient_is_right() {
    let p = [0.6, 0.8, 0.4, 0.7];
    assert_grad(|p| probe(p), &p, &probe::gradient(&p));
}
