use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Sphere {
    depth: f64,
    radius: f64,
}

#[derive(Differentiable)]
struct Light {
    power: f64,
    name: String,
}

#[derive(Differentiable)]
struct Scene<'a> {
    spheres: &'a [Sphere],
    light: &'a Light,
    fog: f64,
}

#[derive(Differentiable)]
struct Lit<'a> {
    spheres: &'a [Sphere],
    light: Light,
}

#[differentiable]
impl<'a> Scene<'a> {
    fn new(spheres: &'a [Sphere], light: &'a Light, fog: f64) -> Self {
        Scene {
            spheres,
            light,
            fog,
        }
    }
    fn nearest(&self) -> Option<&Sphere> {
        self.spheres
            .iter()
            .min_by(|a, b| a.depth.total_cmp(&b.depth))
    }
    fn shade(&self) -> f64 {
        match self.nearest() {
            Some(s) => self.light.power * s.radius * (-self.fog * s.depth).exp(),
            None => 0.0,
        }
    }
}

#[differentiable]
fn spheres(x: &[f64]) -> Vec<Sphere> {
    vec![
        Sphere {
            depth: x[0],
            radius: x[1],
        },
        Sphere {
            depth: x[1],
            radius: x[0],
        },
    ]
}

#[differentiable]
fn shade(x: &[f64]) -> f64 {
    let spheres = spheres(x);
    let light = Light {
        power: x[2],
        name: "sun".to_string(),
    };
    let scene = Scene::new(&spheres, &light, x[3]);
    scene.shade() + light.name.len() as f64
}

#[differentiable]
fn power(lit: &Lit<'_>) -> f64 {
    lit.spheres.iter().map(|s| s.radius * lit.light.power).sum()
}

#[differentiable]
fn lit(x: &[f64]) -> f64 {
    let spheres = spheres(x);
    let light = Light {
        power: x[2],
        name: "sun".to_string(),
    };
    let lit = Lit {
        spheres: &spheres,
        light,
    };
    power(&lit) * lit.light.power * lit.spheres[0].depth * x[3]
}

#[test]
fn gradients() {
    let points: [&[f64]; 2] = [&[3.0, 1.0, 2.0, 0.5], &[0.4, 1.0, 2.0, 0.5]];
    check(shade, |x| shade::gradient(x), &points);
    check(lit, |x| lit::gradient(x), &points);
}
