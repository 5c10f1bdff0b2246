use pullback::differentiable;

#[differentiable]
fn read<'a>(x: &'a [f64], at: &mut usize, n: usize) -> &'a [f64] {
    let part = &x[*at..*at + n];
    *at += n;
    part
}

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut at = 0;
    let (a, b) = (read(x, &mut at, 1), read(x, &mut at, 2));
    a[0] * b[1]
}

fn main() {
    println!("{:?}", f::gradient(&[1.0, 2.0, 3.0]));
}
