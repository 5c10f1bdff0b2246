use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn lookup(table: &[Option<f64>], i: usize) -> Result<Option<f64>, &'static str> {
    let cell = table.get(i).ok_or("out of range")?;
    Ok(cell.map(|v| v * v))
}

#[differentiable]
fn f(a: f64, b: f64) -> f64 {
    let table = [Some(a), None, Some(a * b)];
    let mut s = 0.0;
    for i in 0..4 {
        s += match lookup(&table, i) {
            Ok(Some(v)) => v,
            Ok(None) => b,
            Err(msg) => msg.len() as f64 * a,
        };
    }
    s
}

#[test]
fn gradient_is_right() {
    let (a, b) = f::gradient(0.6, 1.7);
    assert_grad(|v| f(v[0], v[1]), &[0.6, 1.7], &[a, b]);
}
