use crate::assert_grad;
use pullback::differentiable;

const FACTORIALS: [u64; 4] = [1, 1, 2, 6];

#[differentiable]
fn counted(x: f64, n: u32) -> f64 {
    let mut s = 0.0;
    for i in 0..n {
        s += (x * f64::from(i)).exp();
    }
    s
}

#[differentiable]
fn mapped(x: f64, n: u32) -> f64 {
    (0..n).map(|i| (x * f64::from(i)).sin() * x.cos()).sum()
}

#[differentiable]
fn neighbours(x: &[f64], n: i32) -> f64 {
    let mut s = 0.0;
    for i in 0..n {
        s += (x[i as usize] * x[(i + 1) as usize]).sin();
    }
    s
}

#[differentiable]
fn filled(x: &[f64], n: u8) -> f64 {
    let mut y = vec![0.0; n as usize];
    for i in 0..n {
        y[i as usize] = x[i as usize] * x[(i as usize) + 1];
    }
    y.iter().map(|v| v * v).sum()
}

#[differentiable]
fn series(x: f64, n: u32) -> f64 {
    let first: f64 = (0..4u32)
        .map(|m| x.powi((m + n) as i32) / FACTORIALS[m as usize] as f64)
        .sum();
    let mut s = first;
    for m in -2..4i64 {
        s += x.powi(m as i32) * (x * m as f64).sin() / FACTORIALS[m.unsigned_abs() as usize] as f64;
    }
    s
}

#[test]
fn gradient_is_right() {
    let v = [0.3, 0.5, 0.9, 0.1, 0.8, 0.4, 0.2, 0.6];
    for n in [0, 1, 3, 4, 7] {
        for _ in 0..2 {
            let n32 = u32::from(n);
            assert_grad(
                |x| counted(x[0], n32),
                &[0.3],
                &[counted::gradient(0.3, n32)],
            );
            assert_grad(|x| mapped(x[0], n32), &[0.3], &[mapped::gradient(0.3, n32)]);
            let signed = i32::from(n);
            assert_grad(
                |x| neighbours(x, signed),
                &v,
                &neighbours::gradient(&v, signed),
            );
            assert_grad(|x| filled(x, n), &v, &filled::gradient(&v, n));
            assert_grad(|x| series(x[0], n32), &[0.3], &[series::gradient(0.3, n32)]);
        }
    }
}
