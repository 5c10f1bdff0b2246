use pullback::differentiable;

struct State {
    position: f64,
    speed: f64,
}

enum Term {
    Number(f64),
    Sum(Box<Term>, Box<Term>),
    X,
}

#[differentiable]
fn step(s: &State, dt: f64) -> State {
    State {
        position: s.position + s.speed * dt,
        speed: s.speed - s.position * dt,
    }
}

#[differentiable]
fn energy(x: f64) -> f64 {
    let mut sum = 0.0;
    if let Some(s) = start(x) {
        sum += s.position * s.speed;
    }
    sum
}

#[differentiable]
fn settled(x: f64) -> f64 {
    let mut s = State {
        position: x,
        speed: 0.0,
    };
    for _ in 0..3 {
        s = moved(s, 0.1);
    }
    s.position
}

#[differentiable]
fn moved(mut s: State, dt: f64) -> State {
    s.position += s.speed * dt;
    s
}

#[differentiable]
fn scaled(mut states: Vec<State>, k: f64) -> f64 {
    for s in &mut states {
        s.speed *= k;
    }
    states.iter().map(|s| s.speed * s.position).sum()
}

#[differentiable]
fn start(x: f64) -> Option<State> {
    if x > 0.0 {
        Some(State {
            position: x,
            speed: 0.0,
        })
    } else {
        None
    }
}

#[differentiable]
fn value(term: &Term, x: f64) -> f64 {
    match term {
        Term::Number(v) => *v,
        Term::Sum(a, b) => value(a, x) + value(b, x),
        Term::X => x,
    }
}

fn main() {
    let (_, by_x) = value::gradient(&Term::X, 1.0);
    let _ = energy::value_and_gradient(1.0).1 + by_x;
}
