use pullback::rrule;

rrule! {
    fn cube(x: &f64) -> f64 = (x * x * x, 3.0 * x * x);
    check at [0.5];

    fn both(x: f64) -> (f64, f64) = ((x, x), (1.0, 1.0));
    check at [0.5];

    fn area((width, height): (f64, f64)) -> f64 = (width * height, (height, width));
    check at [(0.5, 1.0)];

    fn method(&self) -> f64 = (1.0, 1.0);
    check at [0.5];
}

fn main() {}
