use pullback::differentiable;

#[differentiable]
fn largest_mut(v: &mut [f64]) -> &mut f64 {
    let mut k = 0;
    for i in 1..v.len() {
        if v[i] > v[k] {
            k = i;
        }
    }
    &mut v[k]
}

fn main() {}
