use pullback::differentiable;

trait Link {
    fn inverse(eta: f64) -> f64;
}

struct Log;

impl Link for Log {
    fn inverse(eta: f64) -> f64 {
        eta.exp()
    }
}

#[differentiable]
fn mean<L: Link>(eta: f64) -> f64 {
    L::inverse(eta)
}

fn main() {
    println!("{}", mean::<Log>(1.0));
}
