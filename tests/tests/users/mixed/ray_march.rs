use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
enum Sdf {
    Sphere { c: [f64; 3], r: f64 },
    Plane { height: f64 },
}

#[derive(Clone, Debug, Differentiable)]
struct Scene {
    objects: Vec<Sdf>,
    blend: Option<f64>,
}

#[differentiable]
impl Sdf {
    fn distance(&self, p: &[f64; 3]) -> f64 {
        match self {
            Sdf::Sphere { c, r } => {
                let d2: f64 = p.iter().zip(c).map(|(a, b)| (a - b) * (a - b)).sum();
                d2.sqrt() - r
            }
            Sdf::Plane { height } => p[1] - height,
        }
    }
}

#[differentiable]
impl Scene {
    fn distance(&self, p: &[f64; 3]) -> f64 {
        match self.blend {
            None => self
                .objects
                .iter()
                .map(|o| o.distance(p))
                .fold(f64::INFINITY, f64::min),
            Some(k) => {
                -k * self
                    .objects
                    .iter()
                    .map(|o| (-o.distance(p) / k).exp())
                    .sum::<f64>()
                    .ln()
            }
        }
    }
}

#[differentiable]
fn depth(r: f64, height: f64, k: f64, smooth: bool) -> f64 {
    let scene = Scene {
        objects: vec![
            Sdf::Sphere {
                c: [0.0, 0.5, 4.0],
                r,
            },
            Sdf::Plane { height },
        ],
        blend: if smooth { Some(k) } else { None },
    };
    let dir = [0.05, -0.1, 0.99373];
    let mut t = 0.0;
    for _ in 0..25 {
        let p = dir.map(|d| d * t);
        t += scene.distance(&p);
    }
    t
}

#[test]
fn gradient_is_right() {
    for smooth in [true, false] {
        let v = [1.0, -0.8, 0.1];
        let (a, b, c) = depth::gradient(v[0], v[1], v[2], smooth);
        assert_grad(|v| depth(v[0], v[1], v[2], smooth), &v, &[a, b, c]);
    }
}
