use pullback::rrule;

rrule! {
    fn cube(x: f64) -> f64 { x * x * x }
}

rrule! {
    fn cube(x: f64) -> f64;
}

fn main() {}
