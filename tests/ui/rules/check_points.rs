use pullback::rrule;

rrule! {
    fn cube(x: f64) -> f64 = (x * x * x, 3.0 * x * x);

    fn scale(x: f64, y: f64) -> f64 = (x * y, (y, x));
    check at [0.5];
}

fn main() {
    cube(1.0);
}
