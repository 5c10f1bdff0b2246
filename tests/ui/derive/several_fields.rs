use pullback::Differentiable;

struct Kind(f64);

struct Opaque(f64);

#[derive(Differentiable)]
struct Layer<'a> {
    kind: Kind,
    data: &'a mut [f64],
    other: Option<Opaque>,
}

fn main() {}
