//! Lists of options whose items change where they are there.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

mod springs {
    use super::*;
    // ecs-like: Vec<Option<Component>>, retain indices, swap_remove, zip of options
    #[derive(Clone, Debug, Differentiable)]
    struct Body {
        p: f64,
        v: f64,
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut bodies: Vec<Option<Body>> = x
            .iter()
            .enumerate()
            .map(|(i, &p)| {
                if i % 3 == 2 {
                    None
                } else {
                    Some(Body { p, v: p * 0.5 })
                }
            })
            .collect();
        let springs = [(0usize, 1usize), (1, 3), (0, 2)];
        for _ in 0..3 {
            for &(a, b) in &springs {
                let force = match (&bodies[a], &bodies[b]) {
                    (Some(p), Some(q)) => q.p - p.p,
                    _ => continue,
                };
                if let Some(body) = &mut bodies[a] {
                    body.v += 0.1 * force;
                }
                if let Some(body) = bodies[b].as_mut() {
                    body.v -= 0.1 * force;
                }
            }
            for body in bodies.iter_mut().flatten() {
                body.p += body.v * 0.1;
            }
        }
        let dead = bodies.swap_remove(0);
        let extra = dead.map(|b| b.p * b.v).unwrap_or_default();
        bodies
            .iter()
            .filter_map(|b| b.as_ref())
            .map(|b| b.p * b.p)
            .sum::<f64>()
            + extra
            + bodies.iter().flatten().count() as f64
    }

    #[test]
    fn gradient_is_right() {
        for at in [&[0.7, 1.3, -0.4, 0.9][..], &[0.2, -1.3, 0.4, 0.6][..]] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}

mod changed_in_place {
    use super::*;
    #[derive(Clone, Debug, Differentiable)]
    struct Body {
        p: f64,
        v: f64,
    }
    #[differentiable]
    fn step(slots: &mut [Option<Body>], dt: f64) {
        for b in slots.iter_mut().flatten() {
            b.v -= dt * b.p;
            b.p += dt * b.v;
        }
        slots
            .iter_mut()
            .flatten()
            .filter(|b| b.v > 0.0)
            .for_each(|b| b.p *= 1.5);
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut a = vec![None; 4];
        for (i, slot) in a.iter_mut().enumerate() {
            if i != 1 {
                *slot = Some(Body { p: x[i], v: 0.2 });
            }
        }
        for (i, b) in a.iter_mut().flatten().enumerate() {
            b.p *= i as f64 + x[0];
        }
        step(&mut a, 0.1);
        let mut c: [Option<f64>; 3] = [Some(x[0]), None, Some(x[1])];
        for v in c.iter_mut().flatten() {
            *v = *v * *v;
        }
        for v in &mut c {
            if let Some(v) = v {
                *v += 1.0;
            }
        }
        let mut d: Vec<Option<f64>> = x.iter().map(|v| (*v > 0.0).then(|| v.ln())).collect();
        d.iter_mut().flatten().for_each(|v| *v *= x[0]);
        a.iter().flatten().map(|b| b.p * b.v).sum::<f64>()
            + c.iter().flatten().sum::<f64>()
            + d.iter().flatten().sum::<f64>()
    }

    #[test]
    fn gradient_is_right() {
        for at in [&[0.7, 1.3, -0.4, 0.9][..], &[0.2, -1.3, 0.4, 0.6][..]] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}
