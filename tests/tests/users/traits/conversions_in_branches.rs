use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Differentiable, Clone, Copy)]
struct Metres(f64);

#[derive(Differentiable, Clone)]
struct Lengths(Vec<f64>);

#[differentiable]
impl From<Metres> for f64 {
    fn from(length: Metres) -> f64 {
        length.0 * 2.0
    }
}

#[differentiable]
impl From<&Metres> for f64 {
    fn from(length: &Metres) -> f64 {
        length.0.sin()
    }
}

#[differentiable]
impl From<Lengths> for f64 {
    fn from(lengths: Lengths) -> f64 {
        lengths.0.iter().map(|x| x * x).sum()
    }
}

#[differentiable]
impl From<f64> for Metres {
    fn from(x: f64) -> Metres {
        Metres(x.exp())
    }
}

#[differentiable]
impl From<Lengths> for Metres {
    fn from(lengths: Lengths) -> Metres {
        Metres(lengths.0[0] * lengths.0[1])
    }
}

#[differentiable]
fn chosen(x: f64, y: f64, kind: usize) -> f64 {
    let length = Metres(x * y);
    let converted = if kind == 0 {
        f64::from(length) * y
    } else if kind == 1 {
        f64::from(&length) + x
    } else if kind == 2 {
        f64::from(Lengths(vec![x, y, x * y]))
    } else {
        let made = Metres::from(Lengths(vec![x, length.0]));
        made.0 * Metres::from(y).0
    };
    converted * converted
}
check!(
    chosen_checks,
    chosen(0.7, 1.3, fixed(0)),
    chosen(0.7, 1.3, fixed(1)),
    chosen(0.7, 1.3, fixed(2)),
    chosen(0.7, 1.3, fixed(3))
);

#[differentiable]
fn after_exits(x: f64, n: usize) -> f64 {
    let mut sum = x;
    for i in 0..n {
        if sum > 20.0 {
            break;
        }
        let step: f64 = Metres(sum * 0.3).into();
        if i % 2 == 0 {
            sum += f64::from(Metres(sum));
        }
        sum += step;
    }
    if sum < 1.0 {
        return sum;
    }
    sum * f64::from(Metres(sum))
}
check!(
    after_exits_checks,
    after_exits(0.7, fixed(2)),
    after_exits(0.7, fixed(9)),
    after_exits(0.3, fixed(1))
);
