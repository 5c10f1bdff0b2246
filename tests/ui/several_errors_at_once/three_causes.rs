use pullback::differentiable;

#[differentiable]
fn several(x: &[f64]) -> f64 {
    let square = [|y: f64| y * y];
    let mut y = x.to_vec();
    y.reverse();
    let [first, ..] = x else {
        return 0.0;
    };
    first * y[0]
}

fn main() {}
