use pullback::differentiable;

#[differentiable]
fn counted(x: f64) -> f64 {
    static mut CALLS: usize = 0;
    x * x
}

fn main() {}
