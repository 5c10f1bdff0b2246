use crate::assert_grad;
use pullback::differentiable;

/// Neither `Copy` nor differentiable.
struct Bracket {
    from: f64,
    rate: f64,
}

static BRACKETS: [Bracket; 3] = [
    Bracket {
        from: 0.0,
        rate: 0.0,
    },
    Bracket {
        from: 1.0,
        rate: 0.2,
    },
    Bracket {
        from: 3.0,
        rate: 0.5,
    },
];

static NAMES: [&str; 2] = ["a", "bc"];

#[differentiable]
fn tax(income: f64) -> f64 {
    let mut tax = 0.0;
    for (i, b) in BRACKETS.iter().enumerate() {
        let upper = BRACKETS.get(i + 1).map_or(f64::INFINITY, |next| next.from);
        if income <= b.from {
            break;
        }
        tax += b.rate * (income.min(upper) - b.from);
    }
    tax
}

#[differentiable]
fn f(p: &[f64]) -> f64 {
    let table = &BRACKETS;
    let steepest = table.iter().map(|b| b.rate).fold(0.0, f64::max);
    let letters: usize = NAMES.iter().map(|n| n.len()).sum();
    tax(p[0]) * p[1] + steepest * p[1] * p[1] + letters as f64 * p[0]
}

#[test]
fn gradient_is_right() {
    for p in [[0.5, 2.0], [2.0, 1.5], [7.0, -0.3]] {
        for _ in 0..2 {
            assert_grad(f, &p, &f::gradient(&p));
        }
    }
}
