use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
enum Cmd {
    Move(f64, f64),
    Turn(f64),
    Jump { by: f64 },
    Noop,
}

#[differentiable]
fn effect(c: Option<Cmd>) -> f64 {
    match c {
        Some(Cmd::Turn(x) | Cmd::Jump { by: x }) => x.sin(),
        Some(Cmd::Move(x, y)) if x > y => x - y,
        Some(Cmd::Move(x, _)) => 2.0 * x,
        Some(Cmd::Noop) | None => 0.0,
    }
}

#[differentiable]
fn f(a: f64, b: f64) -> f64 {
    let cmds = [
        Some(Cmd::Move(a, b)),
        Some(Cmd::Move(b, a)),
        None,
        Some(Cmd::Turn(a)),
        Some(Cmd::Jump { by: a * b }),
        Some(Cmd::Noop),
    ];
    let mut s = 1.0;
    for c in cmds {
        s = s * 0.5 + effect(c);
    }
    s
}

#[test]
fn gradient_is_right() {
    for p in [[0.5, 0.8], [0.9, 0.3]] {
        let (a, b) = f::gradient(p[0], p[1]);
        assert_grad(|v| f(v[0], v[1]), &p, &[a, b]);
    }
}
