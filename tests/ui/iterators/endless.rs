use pullback::differentiable;

#[differentiable]
fn grow(x: f64) -> f64 {
    let mut y = x;
    for y_next in std::iter::successors(Some(x), |y| Some(y * x)) {
        y += y_next;
    }
    y
}

fn main() {}
