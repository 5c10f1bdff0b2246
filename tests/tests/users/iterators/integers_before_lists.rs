use crate::check;
use pullback::differentiable;

/// Offsets before the rows of a kernel, and before the numbers in a row.
#[differentiable]
fn blurred(image: &[Vec<f64>], kernel: &[Vec<f64>]) -> f64 {
    let mut sum = 0.0;
    for (dy, row) in (-1isize..).zip(kernel) {
        for (dx, weight) in (-1isize..).zip(row) {
            let pixel = image[(1 + dy) as usize][(1 + dx) as usize];
            sum += weight * pixel * pixel * (1 + dx.abs()) as f64;
        }
    }
    sum
}

/// Powers that only their use gives a type, and every other number.
#[differentiable]
fn powers(rows: &[Vec<f64>]) -> f64 {
    let mut sum = 0.0;
    for row in rows {
        for (n, x) in (1..).zip(row) {
            sum += x.powi(n);
        }
        for (n, x) in (1i32..).step_by(2).zip(row) {
            sum += x.powi(n) / f64::from(n);
        }
    }
    let products = rows
        .iter()
        .map(|row| (1u8..).zip(row).map(|(n, x)| f64::from(n) * x).sum::<f64>());
    sum + products.product::<f64>()
}

#[test]
fn before_lists() {
    let rows = |x: &[f64]| x.chunks(3).map(<[f64]>::to_vec).collect::<Vec<_>>();
    let numbers: Vec<f64> = (0..18).map(|i| 0.3 + 0.17 * (i * 7 % 11) as f64).collect();
    let gradient = |x: &[f64]| {
        let (image, kernel) = blurred::gradient(&rows(&x[..9]), &rows(&x[9..]));
        [image.concat(), kernel.concat()].concat()
    };
    check(
        |x| blurred(&rows(&x[..9]), &rows(&x[9..])),
        gradient,
        &[&numbers],
    );
    check(
        |x| powers(&rows(x)),
        |x| powers::gradient(&rows(x)).concat(),
        &[&numbers[..6]],
    );
}
