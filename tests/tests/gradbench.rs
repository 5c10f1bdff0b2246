//! The problems of the GradBench suite against its reference outputs, and against values of our own.
//!
//! The reference files are not part of this repository. They are read from the folder that
//! `PULLBACK_GRADBENCH` names, or from `../shared/data/gradbench` beside the workspace; where there is
//! none, a line says so and only the embedded values are checked.

use pullback_benches::gradbench::{ba, det, gmm, hand, llsq, lse, lstm, ode, relative_error};
use serde_json::Value;
use std::path::PathBuf;

const LIMIT: f64 = 1e-8;

/// A reference file, or `None` (and a line) where there is no folder of them.
fn reference(name: &str) -> Option<Value> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/gradbench");
    let folder =
        std::env::var_os("PULLBACK_GRADBENCH").map_or(PathBuf::from(beside), PathBuf::from);
    if !folder.is_dir() {
        println!(
            "no reference files at {}: `{name}` is skipped",
            folder.display()
        );
        return None;
    }
    let text = std::fs::read_to_string(folder.join(name)).expect("a reference file");
    Some(serde_json::from_str(&text).expect("JSON"))
}

/// All numbers of a JSON value, in order.
fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Number(n) => vec![n.as_f64().expect("a number")],
        Value::Array(list) => list.iter().flat_map(numbers).collect(),
        other => panic!("not numbers: {other}"),
    }
}

fn integer(value: &Value) -> usize {
    value.as_u64().expect("an integer") as usize
}

#[track_caller]
fn agrees(ours: &[f64], reference: &[f64]) {
    let error = relative_error(ours, reference);
    assert!(
        error <= LIMIT,
        "{error:e}: {ours:?} instead of {reference:?}"
    );
}

/// The lists in a JSON list, each as an array of its first numbers.
fn arrays<const N: usize>(value: &Value) -> Vec<[f64; N]> {
    let list = value.as_array().expect("a list");
    let first = |entry: &Value| <[f64; N]>::try_from(&numbers(entry)[..N]).expect("so many");
    list.iter().map(first).collect()
}

/// The reference is the Jacobian of the residuals: with the residuals it gives the gradient of half
/// their squares.
#[test]
fn hands() {
    let Some(input) = reference("ht/simple_small_hand1_t26_c100.json") else {
        return;
    };
    let data = &input["data"];
    let model = &data["model"];
    // The root's is -1.
    let parents = model["parents"].as_array().expect("a list");
    let hand = hand::Hand {
        parents: parents
            .iter()
            .map(|n| n.as_u64().map(|n| n as usize))
            .collect(),
        base_relatives: arrays(&model["base_relatives"]),
        inverse_base_absolutes: arrays(&model["inverse_base_absolutes"]),
        base_positions: arrays(&model["base_positions"]),
        weights: numbers(&model["weights"]),
        correspondences: integers(&data["correspondences"]),
        points: arrays(&data["points"]),
    };
    let named = |what: &str| reference(&format!("ht/simple_small_hand1_t26_c100.{what}.json"));
    let residuals = numbers(&named("objective").expect("residuals"));
    let jacobian: Vec<[f64; 26]> = arrays(&named("jacobian").expect("a Jacobian"));
    let energy: f64 = residuals.iter().map(|r| 0.5 * r * r).sum();
    let mut expected = [0.0; 26];
    for (residual, row) in residuals.iter().zip(&jacobian) {
        for (sum, entry) in expected.iter_mut().zip(row) {
            *sum += residual * entry;
        }
    }

    let theta = numbers(&input["theta"]);
    let (value, gradient) = hand::energy::value_and_gradient(&theta, &hand);
    agrees(&[value], &[energy]);
    agrees(&gradient, &expected);
    let mut by_hand = vec![f64::NAN; 26];
    agrees(&[hand::by_hand(&theta, &hand, &mut by_hand)], &[energy]);
    agrees(&by_hand, &expected);
}

#[test]
fn mixtures() {
    for name in ["gmm_d10_k5_n1000", "gmm_d10_k25_n1000"] {
        let Some(input) = reference(&format!("gmm/{name}.json")) else {
            return;
        };
        let of = |key: &str| numbers(&input[key]);
        let (m, gamma) = (integer(&input["m"]), of("gamma")[0]);
        let (alpha, mu, q, l, x) = (of("alpha"), of("mu"), of("q"), of("l"), of("x"));
        let (value, (d_alpha, d_mu, d_q, d_l)) =
            gmm::gmm::value_and_gradient(&alpha, &mu, &q, &l, &x, m, gamma);
        let objective = reference(&format!("gmm/{name}.objective.json")).expect("beside its input");
        agrees(&[value], &numbers(&objective));
        let golden = reference(&format!("gmm/{name}.jacobian.json")).expect("beside its input");
        for (ours, key) in [(d_alpha, "alpha"), (d_mu, "mu"), (d_q, "q"), (d_l, "l")] {
            agrees(&ours, &numbers(&golden[key]));
        }
    }
}

#[test]
fn a_mixture_with_a_strong_prior() {
    let x = [1.0, 0.0, -1.0, 0.5, 2.0, 0.0];
    let mu = [0.0, 0.5, 0.0, 1.0, -1.0, 0.5];
    let (q, l) = (
        [0.1, -0.2, 0.3, 0.0, 0.4, -0.1],
        [0.5, -1.0, 0.25, 1.0, 0.5, -0.75],
    );
    let (value, (d_alpha, d_mu, d_q, d_l)) =
        gmm::gmm::value_and_gradient(&[0.2, -0.3], &mu, &q, &l, &x, 2, 1.5);
    agrees(&[value], &[-24.839522245417513]);
    agrees(&d_alpha, &[0.2690086477, -0.2690086477]);
    let mu = [
        3.3976712359,
        0.8990576362,
        -1.8856455320,
        0.2130107213,
        1.8500269458,
        -0.9268140548,
    ];
    agrees(&d_mu, &mu);
    let q = [
        -0.1673008003,
        0.2095493098,
        -2.3027548261,
        0.2360702389,
        -3.6033216792,
        -0.7462663959,
    ];
    agrees(&d_q, &q);
    let l = [
        -1.9106213160,
        3.5844211806,
        -1.0109627349,
        -2.2499805123,
        -1.1250144727,
        2.7118458307,
    ];
    agrees(&d_l, &l);
}

#[test]
fn bundle_adjustment() {
    for name in ["ba_test", "ba1_n49_m7776_p31843"] {
        let Some(input) = reference(&format!("ba/{name}.json")) else {
            return;
        };
        let camera: [f64; 11] = numbers(&input["cam"]).try_into().expect("11 parameters");
        let point: [f64; 3] = numbers(&input["x"]).try_into().expect("3 coordinates");
        let feature: [f64; 2] = numbers(&input["feat"]).try_into().expect("2 coordinates");
        let w = numbers(&input["w"])[0];
        let sizes = ["n", "m", "p"].map(|key| integer(&input[key]));
        let problem = ba::Problem::repeated(sizes.into(), camera, point, w, feature);

        let golden = reference(&format!("ba/{name}.objective.json")).expect("beside its input");
        let residuals = problem.residuals();
        assert_eq!(residuals.len(), 3 * sizes[2]);
        let observations = residuals.chunks(2).take(sizes[2]);
        let seen = numbers(&golden["reproj_error"]["elements"]);
        observations.for_each(|residuals| agrees(residuals, &seen));
        agrees(
            &residuals[3 * sizes[2] - 1..],
            &numbers(&golden["w_err"]["element"]),
        );

        // The reference holds the first 30 elements of each list, and the last one.
        let golden = reference(&format!("ba/{name}.jacobian.json")).expect("beside its input");
        let jacobian = problem.jacobian(ba::rows);
        assert_eq!(ends(&jacobian.rows), integers(&golden["rows"]));
        assert_eq!(ends(&jacobian.cols), integers(&golden["cols"]));
        let (ours, golden) = (ends(&jacobian.vals), numbers(&golden["vals"]));
        for row in [0..15, 15..30, 30..31] {
            agrees(&ours[row.clone()], &golden[row]);
        }
    }
}

/// The first 30 elements and the last one.
fn ends<T: Copy>(list: &[T]) -> Vec<T> {
    [&list[..30], &list[list.len() - 1..]].concat()
}

fn integers(value: &Value) -> Vec<usize> {
    value
        .as_array()
        .expect("a list")
        .iter()
        .map(integer)
        .collect()
}

#[test]
fn cameras_without_rotation() {
    let camera = [0.0, 0.0, 0.0, 0.5, -1.0, 2.0, 100.0, 3.0, 4.0, 0.1, 0.01];
    let problem = ba::Problem::repeated((2, 3, 4), camera, [1.0, 2.0, 4.0], 0.5, [10.0, 20.0]);
    let seen = [12.55908203125, 88.3544921875];
    agrees(
        &problem.residuals(),
        &[seen.repeat(4), vec![0.75; 4]].concat(),
    );

    let jacobian = problem.jacobian(ba::rows);
    let (filled, single) = ((0..=120).step_by(15), 121..=124);
    assert!(jacobian.rows.iter().copied().eq(filled.chain(single)));
    let columns = |i: usize| jacobian.cols[15 * i..15 * (i + 1)].to_vec();
    let expected = |camera: usize, point: usize, weight: usize| {
        let (camera, point) = (camera..camera + 11, point..point + 3);
        camera.chain(point).chain([weight]).collect::<Vec<_>>()
    };
    let observations = [(0, 22, 31), (11, 25, 32), (0, 28, 33), (11, 22, 34)];
    for (i, (camera, point, weight)) in observations.into_iter().enumerate() {
        assert_eq!(columns(2 * i), expected(camera, point, weight));
        assert_eq!(columns(2 * i + 1), expected(camera, point, weight));
    }
    assert_eq!(jacobian.cols[120..], [31, 32, 33, 34]);

    let horizontal = [
        -42.2556152344,
        71.2789306641,
        -96.3544921875,
        -32.5751953125,
        -2.7421875,
        12.2570800781,
        0.1605908203,
        0.5,
        0.0,
        28.90625,
        66.845703125,
        32.5751953125,
        2.7421875,
        -12.2570800781,
        25.1181640625,
    ];
    let vertical = [
        -317.7700195312,
        42.2556152344,
        16.0590820312,
        -2.7421875,
        -48.5712890625,
        73.5424804688,
        0.9635449219,
        0.0,
        0.5,
        173.4375,
        401.07421875,
        2.7421875,
        48.5712890625,
        -73.5424804688,
        176.708984375,
    ];
    for rows in jacobian.vals[..120].chunks(30) {
        agrees(&rows[..15], &horizontal);
        agrees(&rows[15..], &vertical);
    }
    assert_eq!(jacobian.vals[120..], [-1.0; 4]);
}

#[test]
fn networks() {
    let Some(input) = reference("lstm/lstm_l2_c1024.json") else {
        return;
    };
    let of = |key: &str| numbers(&input[key]);
    let (main, extra) = (of("main_params"), of("extra_params"));
    let (value, (d_main, d_extra)) =
        lstm::lstm::value_and_gradient(&main, &extra, &of("state"), &of("sequence"));
    let objective = reference("lstm/lstm_l2_c1024.objective.json").expect("beside its input");
    agrees(&[value], &numbers(&objective));
    let golden = reference("lstm/lstm_l2_c1024.jacobian.json").expect("beside its input");
    agrees(&[d_main, d_extra].concat(), &numbers(&golden));
}

#[test]
fn a_network_of_one_layer() {
    let main = [
        0.1, -0.2, 0.3, 0.4, -0.5, 0.6, 0.7, -0.8, 0.05, 0.1, -0.15, 0.2, 0.25, -0.3, 0.35, 0.4,
    ];
    let extra = [1.0, -1.0, 0.5, 2.0, 0.1, -0.1];
    let (state, sequence) = ([0.3, -0.4, 0.2, 0.6], [1.0, 0.0, 1.0, 1.0, 0.0, 1.0]);
    let (value, (d_main, d_extra)) =
        lstm::lstm::value_and_gradient(&main, &extra, &state, &sequence);
    agrees(&[value], &[0.959810120118187]);
    let golden = [
        0.000385245,
        0.0130359552,
        -0.000371865,
        0.0047187389,
        -0.0016207816,
        0.0335849728,
        -0.0008867742,
        0.000726321,
        0.000385245,
        -0.0269564824,
        -0.0005484803,
        -0.0186333854,
        -0.0016207816,
        -0.0542283768,
        -0.0004270031,
        -0.0758575293,
        0.0008489153,
        -0.0175437926,
        -0.0069333121,
        -0.0457962649,
        -0.0532603365,
        -0.2764233085,
    ];
    agrees(&[d_main, d_extra].concat(), &golden);
}

#[test]
fn differential_equations() {
    for name in ["ode_n20_s3", "ode_n1000_s100"] {
        let Some(input) = reference(&format!("ode/{name}.json")) else {
            return;
        };
        let (x, steps) = (numbers(&input["x"]), integer(&input["s"]));
        let golden = reference(&format!("ode/{name}.primal.json")).expect("beside its input");
        let golden = numbers(&golden);
        let (solution, pullback) = ode::solution::vjp(&x, steps);
        agrees(&solution, &golden);
        // The gradients of the reference are those of the exact solution. Of this scheme,
        // ∂yᵢ/∂xⱼ = yᵢ/xⱼ for j ≤ i < 4 steps.
        let i = (4 * steps - 1).min(x.len() - 1).min(11);
        let mut cotangent = vec![0.0; x.len()];
        cotangent[i] = 1.0;
        let expected = |(j, x): (usize, &f64)| if j <= i { golden[i] / x } else { 0.0 };
        let expected: Vec<f64> = x.iter().enumerate().map(expected).collect();
        agrees(&pullback.call(cotangent), &expected);
    }
}

#[test]
fn a_short_chain() {
    let ones = [2.0, 2.0, 4.0 / 3.0, 2.0 / 3.0, 0.25, 5.0 / 72.0];
    agrees(&ode::solution(&[1.0; 6], 2), &ones);
    let (value, dx) = ode::ode::value_and_gradient(&[1.0; 6], 2);
    agrees(&[value], &[5.0 / 72.0]);
    agrees(&dx, &[5.0 / 72.0; 6]);
    agrees(
        &ode::ode::gradient(&[0.5, 0.25, 2.0, 1.5], 7),
        &[0.5, 1.0, 0.125, 1.0 / 6.0],
    );
}

#[test]
fn polynomials() {
    for name in ["llsq_n16_m4", "llsq_n1024_m128"] {
        let Some(input) = reference(&format!("llsq/{name}.json")) else {
            return;
        };
        let (x, n) = (numbers(&input["x"]), integer(&input["n"]));
        let (value, dx) = llsq::llsq::value_and_gradient(&x, n);
        let primal = reference(&format!("llsq/{name}.primal.json")).expect("beside its input");
        agrees(&[value], &numbers(&primal));
        let golden = reference(&format!("llsq/{name}.gradient.json")).expect("beside its input");
        agrees(&dx, &numbers(&golden));
    }
}

#[test]
fn a_polynomial_at_an_odd_number_of_points() {
    let (value, dx) = llsq::llsq::value_and_gradient(&[1.0, -0.5, 2.0], 5);
    agrees(&[value], &[15.5625]);
    agrees(&dx, &[10.0, -4.25, 6.75]);
}

#[test]
fn sums_of_exponentials() {
    for name in ["lse_n8", "lse_n10000"] {
        let Some(input) = reference(&format!("lse/{name}.json")) else {
            return;
        };
        let (value, dx) = lse::lse::value_and_gradient(&numbers(&input["x"]));
        let primal = reference(&format!("lse/{name}.primal.json")).expect("beside its input");
        agrees(&[value], &numbers(&primal));
        let golden = reference(&format!("lse/{name}.gradient.json")).expect("beside its input");
        agrees(&dx, &numbers(&golden));
    }
}

#[test]
fn a_sum_of_large_exponentials() {
    let (value, dx) = lse::lse::value_and_gradient(&[1000.0, 1001.0]);
    agrees(&[value], &[1001.3132616875182]);
    agrees(&dx, &[0.2689414213699951, 0.7310585786300049]);
    let (value, dx) = lse::lse::value_and_gradient(&[-1000.0, -1001.0]);
    agrees(&[value], &[-999.6867383124818]);
    agrees(&dx, &[0.7310585786300049, 0.2689414213699951]);
}

#[test]
fn determinants() {
    for name in ["det_l5", "det_l7"] {
        let Some(input) = reference(&format!("det/{name}.json")) else {
            return;
        };
        let (a, ell) = (numbers(&input["A"]), integer(&input["ell"]));
        let (value, da) = det::det::value_and_gradient(&a, ell);
        let primal = reference(&format!("det/{name}.primal.json")).expect("beside its input");
        agrees(&[value], &numbers(&primal));
        let golden = reference(&format!("det/{name}.gradient.json")).expect("beside its input");
        agrees(&da, &numbers(&golden));
    }
}

#[test]
fn a_determinant_by_hand() {
    let a = [2.0, 1.0, 0.0, 3.0, 4.0, 5.0, 1.0, 0.0, 6.0];
    let (value, da) = det::det::value_and_gradient(&a, 3);
    agrees(&[value], &[35.0]);
    agrees(&da, &[24.0, -13.0, -4.0, -6.0, 12.0, 1.0, 5.0, -10.0, 5.0]);
}
