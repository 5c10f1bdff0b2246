use pullback::differentiable;

#[differentiable]
fn keep<F: FnMut(f64) -> f64>(f: F) -> f64 {
    let mut kept = vec![f];
    let first = &mut kept[0];
    first(2.0)
}

#[differentiable]
fn counted(k: f64) -> f64 {
    let mut s = k;
    keep(|x| {
        s += x;
        s
    })
}

fn main() {}
