//! Value and gradient, as multiples of the primal, beside gradients written by hand.
//!
//! `cargo bench -p pullback-benches [-- FILTER] [--quick]`

use pullback_benches::gradbench::{ba, det, gmm, llsq, lse, lstm, ode, relative_error};
use pullback_benches::harness::{heading, measure};
use pullback_benches::micro::*;
use std::cell::{Cell, RefCell};
use std::hint::black_box;

struct Suite {
    filter: Option<String>,
    rounds: usize,
}

impl Suite {
    fn wants(&self, name: &str) -> bool {
        self.filter
            .as_ref()
            .is_none_or(|f| name.contains(f.as_str()))
    }

    /// A problem of slices: the two gradients are compared before they are timed.
    fn run(
        &self,
        name: &str,
        n: usize,
        mut primal: impl FnMut() -> f64,
        mut derived: impl FnMut(&mut [f64]) -> f64,
        mut by_hand: impl FnMut(&mut [f64]) -> f64,
    ) {
        if !self.wants(name) {
            return;
        }
        let (mut ours, mut theirs) = (vec![f64::NAN; n], vec![f64::NAN; n]);
        let (value, value_by_hand) = (derived(&mut ours), by_hand(&mut theirs));
        assert!(
            relative_error(&ours, &theirs) < 1e-9,
            "{name}: gradients differ"
        );
        assert!(
            (value - value_by_hand).abs() <= 1e-9 * value.abs().max(1.0),
            "{name}"
        );
        let row = measure(
            name,
            self.rounds,
            &mut || primal(),
            &mut || derived(&mut ours),
            &mut || by_hand(&mut theirs),
        );
        println!("{}", row.line());
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let quick = arguments.iter().any(|a| a == "--quick");
    let suite = Suite {
        filter: arguments.into_iter().find(|a| !a.starts_with("--")),
        rounds: if quick { 3 } else { 40 },
    };
    println!("{}", heading());
    kernels(&suite);
    loops(&suite);
    scalars(&suite);
    gradbench(&suite);
}

fn data(n: usize) -> Vec<f64> {
    (0..n).map(|i| (i as f64 * 0.37).sin().abs()).collect()
}

fn kernels(suite: &Suite) {
    let x = &data(1000);
    let (x3, x100) = (&x[..3], &x[..100]);
    suite.run(
        "sum 1000",
        1000,
        || sum(black_box(x)),
        |d| sum::value_and_gradient_into(black_box(x), d),
        |d| sum_by_hand(black_box(x), d),
    );
    suite.run(
        "sum of sines 1000",
        1000,
        || sum_of_sines(black_box(x)),
        |d| sum_of_sines::value_and_gradient_into(black_box(x), d),
        |d| sum_of_sines_by_hand(black_box(x), d),
    );
    suite.run(
        "sin cos exp 100",
        100,
        || sum_of_compositions(black_box(x100)),
        |d| sum_of_compositions::value_and_gradient_into(black_box(x100), d),
        |d| sum_of_compositions_by_hand(black_box(x100), d),
    );
    for (name, x) in [("sum of squares 3", x3), ("sum of squares 1000", &x[..])] {
        suite.run(
            name,
            x.len(),
            || sum_of_squares(black_box(x)),
            |d| sum_of_squares::value_and_gradient_into(black_box(x), d),
            |d| sum_of_squares_by_hand(black_box(x), d),
        );
    }
    let y = &data(2000)[1000..];
    suite.run(
        "dot 1000",
        2000,
        || dot(black_box(x), y),
        |d| {
            let (dx, dy) = d.split_at_mut(1000);
            dot::value_and_gradient_into(black_box(x), y, dx, dy)
        },
        |d| {
            let (dx, dy) = d.split_at_mut(1000);
            dot_by_hand(black_box(x), y, dx, dy)
        },
    );
    suite.run(
        "logsumexp 1000",
        1000,
        || log_sum_exp(black_box(x)),
        |d| log_sum_exp::value_and_gradient_into(black_box(x), d),
        |d| log_sum_exp_by_hand(black_box(x), d),
    );
    add_assign_pullback(suite);
}

/// `y += x` has no scalar result: the rule and its pullback are run as a caller's code would.
fn add_assign_pullback(suite: &Suite) {
    if !suite.wants("y += x 4096") {
        return;
    }
    let x = data(4096);
    let (mut y, mut y_ours, mut y_by_hand) = (x.clone(), x.clone(), x.clone());
    let mut dy: Vec<Cell<f64>> = x.iter().copied().map(Cell::new).collect();
    let dx: Vec<Cell<f64>> = vec![Cell::new(0.0); 4096];
    let mut dx_by_hand = vec![0.0; 4096];
    let dy_by_hand = x.clone();
    let row = measure(
        "y += x 4096",
        suite.rounds,
        &mut || {
            add_assign(black_box(&mut y), &x);
            y[0]
        },
        &mut || {
            let keep = pullback::__private::Discard;
            let ((), pull) = add_assign::rrule(keep, (black_box(&mut y_ours), &x));
            pull((), (&mut y_ours, &x), (Some(&mut dy), Some(&dx)));
            y_ours[0]
        },
        &mut || {
            for (y, x) in black_box(&mut y_by_hand).iter_mut().zip(&x) {
                *y += x;
            }
            for (d, dy) in dx_by_hand.iter_mut().zip(&dy_by_hand) {
                *d += dy;
            }
            y_by_hand[0]
        },
    );
    println!("{}", row.line());
}

fn loops(suite: &Suite) {
    let x = &data(1000);
    suite.run(
        "rosenbrock 100",
        100,
        || rosenbrock(black_box(&x[..100])),
        |d| rosenbrock::value_and_gradient_into(black_box(&x[..100]), d),
        |d| rosenbrock_by_hand(black_box(&x[..100]), d),
    );
    let (a, b) = (data(64 * 64), data(2 * 64 * 64)[64 * 64..].to_vec());
    suite.run(
        "matmul 64",
        2 * 64 * 64,
        || matmul(black_box(&a), &b, 64),
        |d| {
            let (da, db) = d.split_at_mut(64 * 64);
            matmul::value_and_gradient_into(black_box(&a), &b, 64, da, db)
        },
        |d| {
            let (da, db) = d.split_at_mut(64 * 64);
            matmul_by_hand(black_box(&a), &b, 64, da, db)
        },
    );
    suite.run(
        "matmul 64, naive",
        2 * 64 * 64,
        || naive_matmul(black_box(&a), &b, 64),
        |d| {
            let (da, db) = d.split_at_mut(64 * 64);
            naive_matmul::value_and_gradient_into(black_box(&a), &b, 64, da, db)
        },
        |d| {
            let (da, db) = d.split_at_mut(64 * 64);
            matmul_by_hand(black_box(&a), &b, 64, da, db)
        },
    );
    perceptron(suite);
    let p = [1.1, 0.4, 0.1, 0.4, 10.0, 5.0];
    let trajectory = RefCell::new(Vec::new());
    suite.run(
        "lotka-volterra 1000 steps",
        6,
        || lotka_volterra(black_box(&p), 1000),
        |d| {
            let d = d.try_into().expect("six inputs");
            lotka_volterra::value_and_gradient_into(black_box(&p), 1000, d)
        },
        |d| {
            let d = d.try_into().expect("six inputs");
            lotka_volterra_by_hand(black_box(&p), 1000, &mut trajectory.borrow_mut(), d)
        },
    );
    suite.run(
        "loop of small calls 1000",
        1000,
        || loop_of_calls(black_box(x)),
        |d| loop_of_calls::value_and_gradient_into(black_box(x), d),
        |d| loop_of_calls_by_hand(black_box(x), d),
    );
    suite.run(
        "branches 1000",
        1000,
        || branches(black_box(x)),
        |d| branches::value_and_gradient_into(black_box(x), d),
        |d| branches_by_hand(black_box(x), d),
    );
}

fn perceptron(suite: &Suite) {
    let name = "mlp 32-64-1";
    if !suite.wants(name) {
        return;
    }
    let (weights, x) = &network(32, 64);
    let (w1, b1, w2, b2) = weights;
    let mut ours = weights.clone();
    let mut theirs = weights.clone();
    let row = measure(
        name,
        suite.rounds,
        &mut || mlp(black_box(w1), b1, w2, *b2, x),
        &mut || {
            let (dw1, db1, dw2, db2) = black_box(&mut ours);
            mlp::value_and_gradient_into(black_box(w1), b1, w2, *b2, x, dw1, db1, dw2, db2)
        },
        &mut || mlp_by_hand(black_box(weights), x, black_box(&mut theirs)),
    );
    println!("{}", row.line());
}

fn scalars(suite: &Suite) {
    let (x, y) = (1.2, 0.4);
    suite.run(
        "scalar expression",
        2,
        || expression(black_box(x), black_box(y)),
        |d| {
            let (dx, dy) = d.split_at_mut(1);
            expression::value_and_gradient_into(black_box(x), black_box(y), &mut dx[0], &mut dy[0])
        },
        |d| {
            let (dx, dy) = d.split_at_mut(1);
            expression_by_hand(black_box(x), black_box(y), &mut dx[0], &mut dy[0])
        },
    );
    suite.run(
        "recursive power 20",
        1,
        || power(black_box(1.01), black_box(20)),
        |d| power::value_and_gradient_into(black_box(1.01), black_box(20), &mut d[0]),
        |d| power_by_hand(black_box(1.01), black_box(20), &mut d[0]),
    );
    suite.run(
        "newton square root",
        1,
        || newton(black_box(2.0)),
        |d| newton::value_and_gradient_into(black_box(2.0), &mut d[0]),
        |d| newton_by_hand(black_box(2.0), &mut d[0]),
    );
}

fn gradbench(suite: &Suite) {
    mixture(suite, 5);
    mixture(suite, 25);
    lstm_network(suite);
    let x = ode::example(1000);
    suite.run(
        "ode n=1000 s=100",
        1000,
        || ode::ode(black_box(&x), 100),
        |d| ode::ode::value_and_gradient_into(black_box(&x), 100, d),
        |d| ode::by_hand(black_box(&x), 100, d),
    );
    let x = llsq::example(128);
    suite.run(
        "llsq n=1024 m=128",
        128,
        || llsq::llsq(black_box(&x), 1024),
        |d| llsq::llsq::value_and_gradient_into(black_box(&x), 1024, d),
        |d| llsq::by_hand(black_box(&x), 1024, d),
    );
    let x = lse::example(10000);
    suite.run(
        "lse n=10000",
        10000,
        || lse::lse(black_box(&x)),
        |d| lse::lse::value_and_gradient_into(black_box(&x), d),
        |d| lse::by_hand(black_box(&x), d),
    );
    let a = det::example(7);
    suite.run(
        "det 7",
        49,
        || det::det(black_box(&a), 7),
        |d| det::det::value_and_gradient_into(black_box(&a), 7, d),
        |d| det::by_hand(black_box(&a), 7, d),
    );
    bundle(suite);
}

fn mixture(suite: &Suite, k: usize) {
    let name = format!("gmm d=10 k={k} n=1000");
    let (p, x) = &gmm::example(10, k, 1000);
    let sizes = [p.alpha.len(), p.mu.len(), p.q.len(), p.l.len()];
    let out = RefCell::new(p.clone());
    suite.run(
        &name,
        sizes.iter().sum(),
        || gmm::gmm(black_box(&p.alpha), &p.mu, &p.q, &p.l, x, 0, 1.0),
        |d| {
            let (alpha, d) = d.split_at_mut(sizes[0]);
            let (mu, d) = d.split_at_mut(sizes[1]);
            let (q, l) = d.split_at_mut(sizes[2]);
            let at = black_box(&p.alpha);
            gmm::gmm::value_and_gradient_into(at, &p.mu, &p.q, &p.l, x, 0, 1.0, alpha, mu, q, l)
        },
        |d| {
            let out = &mut *out.borrow_mut();
            let value = gmm::by_hand(black_box(p), x, 0, 1.0, out);
            let parts = [&out.alpha, &out.mu, &out.q, &out.l];
            let mut rest = d;
            for part in parts {
                let (head, tail) = rest.split_at_mut(part.len());
                head.copy_from_slice(part);
                rest = tail;
            }
            value
        },
    );
}

fn lstm_network(suite: &Suite) {
    let input = &lstm::example(2, 14, 1024);
    let n = input.main.len();
    suite.run(
        "lstm l=2 c=1024",
        n + input.extra.len(),
        || {
            lstm::lstm(
                black_box(&input.main),
                &input.extra,
                &input.state,
                &input.sequence,
            )
        },
        |d| {
            let (main, extra) = d.split_at_mut(n);
            let at = black_box(&input.main);
            let (state, sequence) = (&input.state, &input.sequence);
            lstm::lstm::value_and_gradient_into(at, &input.extra, state, sequence, main, extra)
        },
        |d| {
            let (main, extra) = d.split_at_mut(n);
            let at = black_box(&input.main);
            lstm::by_hand(at, &input.extra, &input.state, &input.sequence, main, extra)
        },
    );
}

/// One observation's residuals and Jacobian rows.
fn bundle(suite: &Suite) {
    let name = "ba one observation";
    if !suite.wants(name) {
        return;
    }
    let camera = [0.1, -0.2, 0.3, 0.5, -1.0, 2.0, 100.0, 3.0, 4.0, 0.1, 0.01];
    let (point, feature) = ([1.0, 2.0, 4.0], [10.0, 20.0]);
    let row = measure(
        name,
        suite.rounds,
        &mut || ba::reprojection(black_box(&camera), &point, 0.5, &feature)[0],
        &mut || ba::rows(black_box(&camera), &point, 0.5, &feature).1[1].2,
        &mut || ba::by_hand(black_box(&camera), &point, 0.5, &feature).1[1].2,
    );
    println!("{}", row.line());
}
