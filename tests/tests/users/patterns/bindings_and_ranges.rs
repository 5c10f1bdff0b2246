use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn bracket(income: f64, year: u32) -> f64 {
    let base = match year {
        0..=1999 => income * 0.3,
        y @ 2000..=2010 => income * (0.3 - 0.01 * (y - 2000) as f64),
        2011 | 2013 | 2015 => income.sqrt(),
        _ => income * 0.2,
    };
    match income {
        i @ 0.0..=10.0 => base + i * i * 0.001,
        10.0..50.0 => base * 1.1,
        i => base + (i - 50.0) * 0.4,
    }
}

#[test]
fn gradient_is_right() {
    for year in [1990, 2005, 2013, 2020] {
        for income in [5.0, 30.0, 80.0] {
            assert_grad(
                |x| bracket(x[0], year),
                &[income],
                &[bracket::gradient(income, year)],
            );
        }
    }
}
