use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
enum Element {
    Gap(f64),
    Lens { focal: f64 },
    Slab { thickness: f64, index: f64 },
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Ray {
    height: f64,
    angle: f64,
}

#[differentiable]
impl Ray {
    fn through(self, e: &Element) -> Option<Ray> {
        let out = match *e {
            Element::Gap(d) => Ray {
                height: self.height + d * self.angle,
                ..self
            },
            Element::Lens { focal } if self.height.abs() < 1.0 => Ray {
                angle: self.angle - self.height / focal,
                ..self
            },
            Element::Lens { .. } => return None,
            Element::Slab { thickness, index } => Ray {
                height: self.height + thickness / index * self.angle,
                ..self
            },
        };
        Some(out)
    }

    fn trace(self, system: &[Element]) -> Option<Ray> {
        system.iter().try_fold(self, |r, e| r.through(e))
    }
}

#[differentiable]
fn spot_size(f1: f64, f2: f64, gap: f64, heights: &[f64]) -> f64 {
    let system = vec![
        Element::Lens { focal: f1 },
        Element::Gap(gap),
        Element::Slab {
            thickness: 0.5,
            index: 1.5,
        },
        Element::Lens { focal: f2 },
        Element::Gap(2.0),
    ];
    let mut sum = 0.0;
    let mut lost = 0;
    for &height in heights {
        if let Some(r) = (Ray {
            height,
            angle: 0.01,
        })
        .trace(&system)
        {
            sum += r.height.powi(2);
        } else {
            lost += 1;
        }
    }
    sum + lost as f64
}

#[test]
fn gradient_is_right() {
    let h = [0.2, -0.5, 0.8, 1.4];
    let v = [3.0, 4.0, 1.0];
    let (a, b, c, dh) = spot_size::gradient(v[0], v[1], v[2], &h);
    assert_grad(|v| spot_size(v[0], v[1], v[2], &h), &v, &[a, b, c]);
    assert_grad(|h| spot_size(v[0], v[1], v[2], h), &h, &dh);
}
