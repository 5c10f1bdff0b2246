use crate::assert_grad;
use pullback::differentiable;

#[derive(Clone, Copy, PartialEq)]
enum Kernel {
    Linear,
    Gauss,
    Cubic,
}

#[differentiable]
impl Kernel {
    const ALL: [Kernel; 3] = [Kernel::Linear, Kernel::Gauss, Kernel::Cubic];

    fn at(self, x: f64) -> f64 {
        match self {
            Self::Linear => x,
            Self::Gauss => (-x * x).exp(),
            Self::Cubic => x.powi(3),
        }
    }

    /// Passes itself on.
    fn between(&self, x: f64, y: f64) -> f64 {
        if *self == Kernel::Gauss {
            self.at(x - y)
        } else {
            self.at(x) * self.at(y)
        }
    }

    fn mixed(weight: f64, first: Self, second: &Self) -> f64 {
        weight * first.at(weight) + (1.0 - weight) * second.between(weight, 0.5)
    }
}

#[differentiable]
fn all(x: f64, y: f64) -> f64 {
    let each = Kernel::ALL.iter().map(|kernel| kernel.between(x, y));
    each.sum::<f64>() * Kernel::mixed(x, Kernel::Cubic, &Kernel::Gauss)
}

/// A constant of a type that is not seen has methods whose arguments carry derivatives.
#[differentiable]
fn with_method(#[constant] kernel: Kernel, x: f64) -> f64 {
    kernel.at(x) * x
}

#[test]
fn gradient_is_right() {
    let (x, y) = all::gradient(0.7, -0.4);
    assert_grad(|p| all(p[0], p[1]), &[0.7, -0.4], &[x, y]);
    for kernel in Kernel::ALL {
        assert_grad(|x| kernel.at(x[0]), &[0.7], &[kernel.at_gradient(0.7)]);
        let (x, y) = kernel.between_gradient(0.7, -0.4);
        assert_grad(|p| kernel.between(p[0], p[1]), &[0.7, -0.4], &[x, y]);
        let g = with_method::gradient(kernel, 0.7);
        assert_grad(|x| with_method(kernel, x[0]), &[0.7], &[g]);
    }
    let g = Kernel::mixed_gradient(0.3, Kernel::Gauss, &Kernel::Cubic);
    assert_grad(
        |w| Kernel::mixed(w[0], Kernel::Gauss, &Kernel::Cubic),
        &[0.3],
        &[g],
    );
}
