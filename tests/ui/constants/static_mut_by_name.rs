use pullback::differentiable;

static mut TOTAL: f64 = 0.0;

#[differentiable]
fn keep(x: f64) -> f64 {
    unsafe {
        TOTAL += x;
    }
    x
}

fn main() {}
