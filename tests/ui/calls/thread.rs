use pullback::differentiable;

#[differentiable]
fn square(x: f64) -> f64 {
    let thread = std::thread::spawn(move || x * x);
    thread.join().unwrap()
}

fn main() {}
