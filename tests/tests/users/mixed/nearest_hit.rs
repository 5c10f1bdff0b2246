use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
enum Shape {
    Sphere { center: [f64; 3], radius: f64 },
    Plane { normal: [f64; 3], offset: f64 },
}

#[differentiable]
fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[differentiable]
impl Shape {
    fn hit(&self, origin: &[f64; 3], dir: &[f64; 3]) -> Option<f64> {
        match self {
            Shape::Sphere { center, radius } => {
                let oc = [
                    origin[0] - center[0],
                    origin[1] - center[1],
                    origin[2] - center[2],
                ];
                let b = dot(&oc, dir);
                let c = dot(&oc, &oc) - radius * radius;
                let disc = b * b - c;
                if disc < 0.0 {
                    return None;
                }
                let t = -b - disc.sqrt();
                (t > 1e-6).then_some(t)
            }
            Shape::Plane { normal, offset } => {
                let denom = dot(normal, dir);
                if denom.abs() < 1e-9 {
                    None
                } else {
                    let t = (offset - dot(normal, origin)) / denom;
                    if t > 1e-6 { Some(t) } else { None }
                }
            }
        }
    }
}

#[differentiable]
fn nearest_depth(shapes: &[Shape], dir: &[f64; 3]) -> f64 {
    let origin = [0.0, 0.0, 0.0];
    let mut best: Option<f64> = None;
    for s in shapes {
        if let Some(t) = s.hit(&origin, dir) {
            best = match best {
                Some(b) if b <= t => Some(b),
                _ => Some(t),
            };
        }
    }
    best.unwrap_or(100.0)
}

#[differentiable]
fn image(p: &[f64]) -> f64 {
    let shapes = vec![
        Shape::Sphere {
            center: [p[0], p[1], 5.0],
            radius: p[2],
        },
        Shape::Plane {
            normal: [0.0, 1.0, 0.2],
            offset: -p[3],
        },
    ];
    let mut total = 0.0;
    for (dx, dy) in [(0.0, 0.0), (0.1, -0.3), (0.5, 0.4)] {
        let n = ((1.0 + dx * dx + dy * dy) as f64).sqrt();
        total += nearest_depth(&shapes, &[dx / n, dy / n, 1.0 / n]);
    }
    total
}

#[test]
fn gradient_is_right() {
    let p = [0.1, -0.1, 1.2, 0.7];
    assert_grad(|p| image(p), &p, &image::gradient(&p));
}
