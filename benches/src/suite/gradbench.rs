//! The problems of the GradBench suite, each at sizes that show how its cost grows.

use super::{Problem, Suite};
use crate::gradbench::{ba, det, gmm, hand, llsq, lse, lstm, ode};
use crate::{parts, parts_mut};
use std::hint::black_box;

pub(super) fn run(suite: &mut Suite) {
    for k in [5, 25] {
        mixture(suite, k);
    }
    for layers in [2, 4] {
        lstm_network(suite, layers);
    }
    for n in [100, 1000] {
        suite.run(
            &Problem::new("ode", format!("n={n} s=100"), ode::example(n)),
            |x| ode::ode(x, black_box(100)),
            |x, d| ode::ode::value_and_gradient_into(x, black_box(100), d),
            |x, d| ode::by_hand(x, black_box(100), d),
        );
    }
    for (n, m) in [(128, 16), (1024, 128)] {
        suite.run(
            &Problem::new("llsq", format!("n={n} m={m}"), llsq::example(m)),
            |x| llsq::llsq(x, n),
            |x, d| llsq::llsq::value_and_gradient_into(x, n, d),
            |x, d| llsq::by_hand(x, n, d),
        );
    }
    for n in [1000, 10_000] {
        suite.run(
            &Problem::new("lse", n.to_string(), lse::example(n)),
            lse::lse,
            lse::lse::value_and_gradient_into,
            lse::by_hand,
        );
    }
    for ell in [5, 7] {
        suite.run(
            &Problem::new("det", ell.to_string(), det::example(ell)),
            |a| det::det(a, ell),
            |a, d| det::det::value_and_gradient_into(a, ell, d),
            |a, d| det::by_hand(a, ell, d),
        );
    }
    for n in [10, 100] {
        let (theta, hand) = &hand::example(n);
        suite.run(
            &Problem::new("hand", format!("n={n}"), theta.clone()),
            |theta| hand::energy(theta, hand),
            |theta, d| hand::energy::value_and_gradient_into(theta, hand, d),
            |theta, d| hand::by_hand(theta, hand, d),
        );
    }
    observation(suite);
    for size in [(7, 10, 50), (21, 100, 1000)] {
        bundle(suite, size);
    }
}

fn mixture(suite: &mut Suite, k: usize) {
    let (p, x) = &gmm::example(10, k, 1000);
    let sizes = [p.alpha.len(), p.mu.len(), p.q.len(), p.l.len()];
    let at = [&p.alpha[..], &p.mu, &p.q, &p.l].concat();
    let mut out = p.clone();
    suite.run(
        &Problem::new("gmm", format!("d=10 k={k} n=1000"), at),
        |at| {
            let [alpha, mu, q, l] = parts(at, sizes);
            gmm::gmm(alpha, mu, q, l, x, 0, 1.0)
        },
        |at, d| {
            let [alpha, mu, q, l] = parts(at, sizes);
            let [da, dm, dq, dl] = parts_mut(d, sizes);
            gmm::gmm::value_and_gradient_into(alpha, mu, q, l, x, 0, 1.0, da, dm, dq, dl)
        },
        move |_, d| {
            let value = gmm::by_hand(black_box(p), x, 0, 1.0, &mut out);
            let [da, dm, dq, dl] = parts_mut(d, sizes);
            da.copy_from_slice(&out.alpha);
            dm.copy_from_slice(&out.mu);
            dq.copy_from_slice(&out.q);
            dl.copy_from_slice(&out.l);
            value
        },
    );
}

fn lstm_network(suite: &mut Suite, layers: usize) {
    let lstm::Input {
        main,
        extra,
        state,
        sequence,
    } = &lstm::example(layers, 14, 1024);
    let n = main.len();
    suite.run(
        &Problem::new(
            "lstm",
            format!("l={layers} c=1024"),
            [&main[..], extra].concat(),
        ),
        |at| lstm::lstm(&at[..n], &at[n..], state, sequence),
        |at, d| {
            let ((main, extra), (dmain, dextra)) = (at.split_at(n), d.split_at_mut(n));
            lstm::lstm::value_and_gradient_into(main, extra, state, sequence, dmain, dextra)
        },
        |at, d| {
            let ((main, extra), (dmain, dextra)) = (at.split_at(n), d.split_at_mut(n));
            lstm::by_hand(main, extra, state, sequence, dmain, dextra)
        },
    );
}

/// One observation's residuals and the two rows of their Jacobian.
fn observation(suite: &mut Suite) {
    let example = ba::example(1, 1, 1);
    let (camera, x, w) = (example.cameras[0], example.points[0], example.weights[0]);
    let feature = example.features[0];
    let at = [&camera[..], &x, &[w]].concat();
    let arguments = |at: &[f64]| -> (ba::Camera, ba::Point, f64) {
        let [camera, point, w] = parts(at, [11, 3, 1]);
        let camera = camera.try_into().expect("eleven parameters");
        (camera, point.try_into().expect("three coordinates"), w[0])
    };
    let store = |rows: [ba::Row; 2], d: &mut [f64]| {
        for ((camera, point, weight), d) in rows.iter().zip(d.chunks_exact_mut(15)) {
            d[..11].copy_from_slice(camera);
            d[11..14].copy_from_slice(point);
            d[14] = *weight;
        }
    };
    suite.run(
        &Problem::new("ba", "one observation", at).with_derivatives(30),
        move |at| {
            let (camera, x, w) = arguments(at);
            ba::reprojection(&camera, &x, w, &feature)[0]
        },
        move |at, d| {
            let (camera, x, w) = arguments(at);
            let (residuals, rows) = ba::rows(&camera, &x, w, &feature);
            store(rows, d);
            residuals[0]
        },
        move |at, d| {
            let (camera, x, w) = arguments(at);
            let (residuals, rows) = ba::by_hand(&camera, &x, w, &feature);
            store(rows, d);
            residuals[0]
        },
    );
}

/// All residuals and their sparse Jacobian.
fn bundle(suite: &mut Suite, (n, m, p): (usize, usize, usize)) {
    let problem = &ba::example(n, m, p);
    let entries = problem.jacobian(ba::by_hand).vals.len();
    // The parameters stay where they are, and no value is compared: there are many.
    let of = Problem::new("ba", format!("n={n} m={m} p={p}"), Vec::new());
    suite.run(
        &of.with_derivatives(entries),
        |_| {
            black_box(black_box(problem).residuals());
            0.0
        },
        |_, d| {
            let jacobian = black_box(problem).jacobian(ba::rows);
            d.copy_from_slice(&jacobian.vals);
            0.0
        },
        |_, d| {
            let jacobian = black_box(problem).jacobian(ba::by_hand);
            d.copy_from_slice(&jacobian.vals);
            0.0
        },
    );
}
