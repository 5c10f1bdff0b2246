//! Functions that are kept, in programs that use them: activations by name, small interpreters, curried
//! functions, bases of functions, methods as values.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[differentiable]
fn relu(x: f64) -> f64 {
    if x > 0.0 { x } else { 0.0 }
}
#[differentiable]
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}
#[differentiable]
fn pick(kind: &str) -> fn(f64) -> f64 {
    match kind {
        "relu" => relu,
        "sig" => sigmoid,
        _ => f64::tanh,
    }
}
#[differentiable]
fn net(w: f64, x: f64) -> f64 {
    let names = ["relu", "sig", "tanh"];
    let mut h = x;
    for n in names {
        let act = pick(n);
        h = act(w * h + 0.3);
    }
    let acts: Vec<fn(f64) -> f64> = names.iter().map(|n| pick(n)).collect();
    for a in &acts {
        h += a(w);
    }
    h
}
check!(net_checks, net(0.7, 0.4));
#[differentiable]
fn table(k: f64) -> f64 {
    let ops: Vec<(&str, Box<dyn Fn(f64, f64) -> f64>)> = vec![
        ("add", Box::new(|a, b| a + b)),
        ("mul", Box::new(move |a, b| a * b * k)),
    ];
    let program = ["mul", "add", "mul"];
    let mut acc = k;
    for p in program.iter() {
        let (_, f) = ops.iter().find(|(n, _)| n == p).unwrap();
        acc = f(acc, 1.5);
    }
    acc
}
check!(table_checks, table(0.7));
#[differentiable]
fn adder(a: f64) -> impl Fn(f64) -> f64 {
    move |x| x + a
}
#[differentiable]
fn twice<F: Fn(f64) -> f64>(f: F) -> impl Fn(f64) -> f64 {
    move |x| f(f(x))
}
#[differentiable]
fn curried(a: f64, x: f64) -> f64 {
    let f = twice(adder(a));
    let g = twice(twice(|v| v * a));
    f(x) * g(x)
}
check!(curried_checks, curried(0.7, 0.4));
#[differentiable]
fn basis(centres: &[f64], w: f64, x: f64) -> f64 {
    let phis: Vec<Box<dyn Fn(f64) -> f64>> = centres
        .iter()
        .map(|&c| Box::new(move |t: f64| (-(t - c) * (t - c) * w).exp()) as Box<dyn Fn(f64) -> f64>)
        .collect();
    phis.iter().map(|p| p(x)).sum()
}
check!(basis_checks, basis(&[0.1, 0.5], 0.7, 0.4));
#[derive(Clone, Debug, Differentiable)]
struct Spring {
    k: f64,
}
#[differentiable]
impl Spring {
    fn force(&self) -> impl Fn(f64) -> f64 + '_ {
        move |x| -self.k * x
    }
    fn energy(&self, x: f64) -> f64 {
        0.5 * self.k * x * x
    }
    fn apply(&self, fs: &[fn(f64) -> f64], x: f64) -> f64 {
        fs.iter().map(|f| f(x * self.k)).sum()
    }
}
#[differentiable]
fn use_spring(k: f64, x: f64) -> f64 {
    let s = Spring { k };
    let f = s.force();
    let es: [fn(&Spring, f64) -> f64; 1] = [Spring::energy];
    f(x) + es[0](&s, x) + s.apply(&[f64::sin, relu], x)
}
check!(use_spring_checks, use_spring(0.7, 0.4));

#[differentiable]
impl Spring {
    fn made(k: f64) -> Spring {
        Spring { k: 2.0 * k }
    }

    fn stiffness(k: f64, n: f64) -> f64 {
        k * n.sqrt()
    }

    fn by_own_function(&self, x: f64) -> f64 {
        at_two(Self::stiffness, x) + combined(self, Self::energy)
    }
}

#[differentiable]
fn at_two(f: impl Fn(f64, f64) -> f64, x: f64) -> f64 {
    f(x, 2.0)
}

#[differentiable]
fn combined<F: Fn(&Spring, f64) -> f64>(spring: &Spring, f: F) -> f64 {
    f(spring, 0.5) - f(spring, -0.3)
}

#[differentiable]
fn methods_as_values(k: f64, x: f64) -> f64 {
    let spring = Spring { k };
    let made = [k, x].map(Spring::made);
    combined(&spring, Spring::energy)
        + combined(&made[1], Spring::energy)
        + spring.by_own_function(x)
        + at_two(Spring::stiffness, k)
}
check!(methods_as_values_check, methods_as_values(0.7, 1.3));
