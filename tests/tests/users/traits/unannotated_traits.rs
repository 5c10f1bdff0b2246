use crate::assert_grad;
use pullback::{Differentiable, differentiable};

mod curves {
    use super::*;

    /// A trait as another crate might have it: without derivatives.
    pub trait Curve {
        const DEGREE: i32;
        type Parameter;
        fn at(&self, t: Self::Parameter) -> f64;
        fn chord(&self, from: Self::Parameter, to: Self::Parameter) -> f64 {
            self.at(to) - self.at(from)
        }
    }

    #[derive(Differentiable, Clone)]
    pub struct Power {
        pub scale: f64,
        pub shift: f64,
    }

    #[differentiable]
    impl Curve for Power {
        const DEGREE: i32 = 3;
        type Parameter = f64;
        fn at(&self, t: Self::Parameter) -> f64 {
            self.scale * t.powi(Self::DEGREE) + self.shift
        }
    }

    #[differentiable]
    impl Power {
        pub fn new(scale: f64, shift: f64) -> Self {
            Power { scale, shift }
        }
    }

    #[differentiable]
    impl TryFrom<[f64; 2]> for Power {
        type Error = String;
        fn try_from([scale, shift]: [f64; 2]) -> Result<Self, Self::Error> {
            if scale == 0.0 {
                return Err("not a curve".to_owned());
            }
            Ok(Power { scale, shift })
        }
    }
}

use curves::{Curve, Power};

/// The same beside it, with derivatives for whoever is generic.
#[differentiable]
pub(crate) trait Slope {
    fn slope(&self, t: f64) -> f64;
}

#[differentiable]
impl Slope for Power {
    fn slope(&self, t: f64) -> f64 {
        f64::from(Self::DEGREE) * self.scale * t.powi(Self::DEGREE - 1)
    }
}

#[differentiable]
impl Slope for f64 {
    fn slope(&self, t: f64) -> f64 {
        self * t
    }
}

#[differentiable]
fn bend<S: Slope>(of: &S, t: f64) -> f64 {
    of.slope(t).sin()
}

#[differentiable]
fn length(p: &[f64]) -> f64 {
    let Ok(curve) = Power::try_from([p[0], p[1]]) else {
        return p[2];
    };
    let mut total = 0.0;
    for k in 1..4 {
        let rise = curve.at(p[2] * k as f64) - curve.at(p[2]);
        total += (1.0 + rise * rise).sqrt();
    }
    total + bend(&curve, p[2]) + bend(&Power::new(p[1], p[0]), p[2]) + bend(&p[1], p[2])
}

#[test]
fn gradients() {
    for p in [[0.3, -0.4, 0.7], [-1.2, 0.5, 0.2]] {
        assert_grad(length, &p, &length::gradient(&p));
    }
    let (curve, t) = Power {
        scale: 2.0,
        shift: 0.5,
    }
    .at_gradient(0.5);
    assert_eq!((curve.scale, curve.shift, t), (0.125, 1.0, 1.5));
}

#[test]
fn a_trait_inside_of_a_function() {
    #[differentiable]
    trait Squared {
        fn squared(&self) -> f64;
    }
    trait Cubed {
        fn cubed(&self) -> f64;
    }
    #[derive(Differentiable)]
    struct Side(f64);
    #[differentiable]
    impl Squared for Side {
        fn squared(&self) -> f64 {
            self.0 * self.0
        }
    }
    #[differentiable]
    impl Cubed for Side {
        fn cubed(&self) -> f64 {
            self.0 * self.squared()
        }
    }
    #[differentiable]
    fn total(x: &[f64]) -> f64 {
        x.iter()
            .map(|&x| Side(x).squared() * Side(2.0 * x).cubed())
            .sum()
    }
    let x = [0.3, -1.1];
    assert_grad(total, &x, &total::gradient(&x));
}
