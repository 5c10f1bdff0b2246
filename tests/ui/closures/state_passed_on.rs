use pullback::differentiable;

fn twice(mut f: impl FnMut() -> f64) -> f64 {
    f() + f()
}

#[differentiable]
fn grow(x: f64) -> f64 {
    let mut y = x;
    let mut next = move || {
        y *= 2.0;
        y
    };
    let first = next();
    first + twice(next)
}

fn main() {}
