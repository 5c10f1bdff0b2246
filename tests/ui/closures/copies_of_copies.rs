use pullback::differentiable;

#[differentiable]
fn grow(x: f64) -> f64 {
    let a = |y: f64| y * y + x;
    let b = |y: f64| a(a(a(a(y))));
    let c = |y: f64| b(b(b(b(y))));
    let d = |y: f64| c(c(c(c(y))));
    let e = |y: f64| d(d(d(d(y))));
    let f = |y: f64| e(e(e(e(y))));
    f(f(x))
}

fn main() {}
