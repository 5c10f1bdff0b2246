//! Optimisations change no gradient: each program is differentiated with all of them, without any, and
//! without each, into buffers that hold NaN.

#![allow(clippy::all, reason = "the loops are written as the passes know them")]

use pullback::differentiable;

/// Declares programs of a slice and an integer as often as there are sets of passes, and compares their
/// gradients at slices of each of the lengths given.
macro_rules! same_whatever_runs {
    ($(fn $name:ident($x:ident, $n:ident) $body:block for $lengths:expr;)*) => {$(
        mod $name {
            same_whatever_runs!(@one all_run () fn $name($x, $n) $body);
            same_whatever_runs!(@one none_runs (without = all) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_nests (without = nests) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_contraction (without = contraction) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_winners (without = winners) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_tangents (without = tangents) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_steps (without = steps) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_reads (without = reads) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_recursion (without = recursion) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_at_once (without = at_once) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_fusion (without = fusion) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_totals (without = totals) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_folding (without = folding) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_slopes (without = slopes) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_pooling (without = pooling) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_spent (without = spent) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_in_place (without = in_place) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_handover (without = handover) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_trimmed (without = trimmed) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_weighing (without = weighing) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_uncopied (without = uncopied) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_unread (without = unread) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_near (without = near) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_unwanted (without = unwanted) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_promises (without = promises) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_order (without = order) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_spreads (without = spreads) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_interchange (without = interchange) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_promotion (without = promotion) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_strips (without = strips) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_sinking (without = sinking) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_passed (without = passed) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_preaccumulation (without = preaccumulation) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_sums (without = sums) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_windows (without = windows) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_half_open (without = half_open) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_carried (without = carried) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_first_touch (without = first_touch) fn $name($x, $n) $body);
            same_whatever_runs!(@one without_grids (without = grids) fn $name($x, $n) $body);

            #[test]
            fn agree() {
                let sets = [none_runs::gradient, without_nests::gradient, without_contraction::gradient, without_winners::gradient, without_tangents::gradient, without_steps::gradient, without_reads::gradient, without_recursion::gradient, without_at_once::gradient, without_spreads::gradient, without_fusion::gradient, without_totals::gradient, without_folding::gradient, without_slopes::gradient, without_weighing::gradient, without_handover::gradient, without_trimmed::gradient, without_pooling::gradient, without_spent::gradient, without_in_place::gradient, without_uncopied::gradient, without_unread::gradient, without_near::gradient, without_unwanted::gradient, without_promises::gradient, without_order::gradient, without_strips::gradient, without_sinking::gradient, without_passed::gradient, without_interchange::gradient, without_promotion::gradient, without_preaccumulation::gradient, without_sums::gradient, without_windows::gradient, without_carried::gradient, without_half_open::gradient, without_first_touch::gradient, without_grids::gradient, all_run::gradient];
                for length in $lengths {
                    crate::agree(stringify!($name), all_run::primal, &sets, length);
                }
            }
        }
    )*};
    (@one $set:ident ($($options:tt)*) fn $name:ident($x:ident, $n:ident) $body:block) => {
        mod $set {
            #[allow(unused_imports)] // by a few
            use crate::{called::*, totals::*};
            use pullback::differentiable;

            #[allow(dead_code)] // of one set only
            pub fn primal(x: &[f64], n: usize) -> f64 {
                $name(x, n)
            }

            #[differentiable($($options)*)]
            fn $name($x: &[f64], $n: usize) -> f64 $body

            pub fn gradient(x: &[f64], n: usize, buffer: &mut [f64]) -> f64 {
                $name::value_and_gradient_into(x, n, buffer)
            }
        }
    };
}

type Gradient = fn(&[f64], usize, &mut [f64]) -> f64;

/// The first set of passes is held against finite differences, the others against the first.
fn agree(name: &str, primal: fn(&[f64], usize) -> f64, sets: &[Gradient], length: usize) {
    let x: Vec<f64> = (0..length).map(|i| 0.4 + (i as f64 * 0.7).sin()).collect();
    for n in [0, 1, 3] {
        let mut gradients = Vec::new();
        for gradient in sets {
            let mut buffer = vec![f64::NAN; length];
            assert_eq!(
                gradient(&x, n, &mut buffer),
                primal(&x, n),
                "value of {name}"
            );
            gradients.push(buffer);
        }
        for gradient in &gradients {
            for (i, (found, expected)) in gradient.iter().zip(&gradients[0]).enumerate() {
                let close = (found - expected).abs() <= 1e-13 * expected.abs().max(1.0);
                assert!(
                    close,
                    "{name}, length {length}, n {n}, entry {i}: {found}, not {expected}"
                );
                assert!(
                    found.to_bits() != (-0.0_f64).to_bits(),
                    "{name}: a negative zero"
                );
            }
        }
        check_first(name, primal, &x, n, &gradients[0]);
    }
}

fn check_first(name: &str, primal: fn(&[f64], usize) -> f64, x: &[f64], n: usize, found: &[f64]) {
    for i in 0..x.len() {
        let at = |step: f64| {
            let mut moved = x.to_vec();
            moved[i] += step;
            primal(&moved, n)
        };
        let step = 1e-4;
        let slope =
            (8.0 * (at(step) - at(-step)) - (at(2.0 * step) - at(-2.0 * step))) / (12.0 * step);
        let close = (slope - found[i]).abs() <= 1e-7 * slope.abs().max(1.0);
        assert!(
            close,
            "{name}, length {}, n {n}, entry {i}: {} is not {slope}",
            x.len(),
            found[i]
        );
    }
}

/// What the programs call, away from the modules of their names.
mod called {
    use pullback::differentiable;

    #[differentiable]
    pub fn quadratic(c: &[f64; 3], at: f64) -> f64 {
        let mut y = 0.2;
        for c in c.iter().rev() {
            y = y * at + c;
        }
        for (i, c) in c.iter().enumerate().skip(1) {
            y = (y * c).sin() + at * i as f64;
        }
        y
    }

    #[differentiable]
    pub fn cubic(x: &[f64], at: f64) -> f64 {
        let mut y = 0.1;
        for k in (0..4).rev() {
            y = y * at + x[k % x.len()];
        }
        y
    }

    #[differentiable]
    pub fn squares(x: &[f64]) -> f64 {
        let mut s = 0.3;
        for v in x {
            s += v * v * s;
        }
        s
    }

    #[differentiable]
    pub fn others(x: &[f64], i: usize) -> Vec<f64> {
        let mut others = Vec::new();
        for (k, v) in x.iter().enumerate() {
            if k != i {
                others.push(v * 0.5);
            }
        }
        others
    }

    #[differentiable]
    pub fn scaled(h: f64, x: &[f64], out: &mut [f64]) {
        for i in 0..x.len() {
            out[i] = h * x[i];
        }
    }

    #[differentiable]
    pub fn weighted(x: &[f64], weights: &[f64], bias: f64) -> f64 {
        let mut s = bias;
        for (i, v) in x.iter().enumerate() {
            let w = weights[i % weights.len()];
            s += bias * w * v + (w / (2.0 + v * v)) * s;
        }
        s
    }

    /// Data is read in neighbours, at a distance, and as a part of arithmetic of its own.
    #[differentiable]
    pub fn misfit(w: &[f64], #[constant] data: &[f64], #[constant] mean: f64) -> f64 {
        let (mut total, mut last) = (0.0, 0.0);
        for i in 0..w.len() {
            let residual = (data[i] - mean) / 2.0 - w[i] * data[i];
            total += residual * residual;
        }
        for i in 0..w.len() {
            let mut row = 0.0;
            for j in 0..w.len() {
                row += w[j] * -data[i * w.len() + j];
                last = 0.5 * last + data[j] * w[i];
            }
            total += row.sin() * last;
        }
        total
    }

    #[differentiable]
    pub fn squared(x: &[f64], out: &mut [f64]) {
        for i in 0..x.len() {
            out[i] = x[i] * x[i] + out[i];
        }
    }
}

/// What is added up by methods.
mod totals {
    use pullback::{Differentiable, differentiable};

    #[derive(Clone, Debug, Default, Differentiable)]
    pub struct Total {
        sum: f64,
        square: f64,
        count: usize,
    }

    #[differentiable]
    impl Total {
        pub fn add(&mut self, v: f64) {
            self.sum += v;
            self.square += v * v;
            self.count += 1;
        }

        pub fn smooth(&mut self, v: f64) {
            self.sum = 0.5 * self.sum + v * v;
        }

        pub fn squares(&self) -> f64 {
            self.square
        }

        pub fn sum(&self) -> f64 {
            self.sum
        }
    }

    #[derive(Clone, Debug, Default, Differentiable)]
    pub struct Totals {
        odd: Total,
        even: Total,
    }

    #[differentiable]
    impl Totals {
        pub fn add(&mut self, v: f64) {
            self.odd.add(v * v);
            self.even.add(v.sin());
        }

        pub fn smooth(&mut self, v: f64) {
            self.odd.smooth(v);
            self.even.add(v);
        }

        pub fn squares(&self) -> f64 {
            self.odd.square - 2.0 * self.even.sum
        }
    }
}

same_whatever_runs! {
    fn added_up_by_a_method(x, n) {
        let mut total = Total::default();
        for i in n..x.len() {
            total.add(x[i] * x[i - n]);
        }
        total.squares()
    } for [0, 1, 9];
    fn added_up_by_methods_of_fields(x, n) {
        let (mut totals, mut s) = (Totals::default(), 0.0);
        for v in x.iter() {
            totals.add(v.exp());
            s += v * n as f64;
        }
        totals.squares() + s
    } for [0, 1, 9];
    fn smoothed_by_a_method(x, n) {
        let mut total = Total::default();
        for v in x.iter() {
            total.smooth(v * (1 + n) as f64);
        }
        total.sum()
    } for [0, 1, 9];
    fn smoothed_by_a_method_of_a_field(x, n) {
        let mut totals = Totals::default();
        totals.add(n as f64);
        for v in x.iter() {
            totals.smooth(v + n as f64);
        }
        totals.squares()
    } for [0, 1, 9];
    fn arguments_without_derivatives(x, n) {
        let weights = [0.5, -0.25, 2.0];
        let mut s = 0.0;
        for k in 0..n {
            s += weighted(x, &weights, 0.1 * k as f64);
            s -= weighted(&weights, &x[..x.len().min(k + 1)], 0.3);
            s *= weighted(&weights, &weights[k..], s);
        }
        s + weighted(x, x, s)
    } for [1, 4];
    fn a_list_of_differences(x, n) {
        let r: Vec<f64> = x.iter().enumerate().map(|(i, v)| v - (i + n) as f64).collect();
        let total: f64 = r.iter().map(|v| v * v).sum();
        total / (r.len() + 1) as f64
    } for [0, 1, 9];
    fn products_of_all_pairs(x, n) {
        let (m, l) = (x.len(), n + 2);
        let mut c = vec![0.0; m * m * l];
        for i in 0..m {
            for k in 0..l {
                for j in 0..m {
                    c[(i * l + k) * m + j] = x[i] * x[j] + k as f64;
                }
            }
        }
        let mut s = 0.0;
        for v in c.iter() {
            s += v;
        }
        s
    } for [0, 1, 4, 9];
    fn squares_of_all_pairs(x, n) {
        let m = x.len();
        let mut c = vec![0.0; m * m];
        for i in 0..m {
            for j in 0..m {
                c[i * m + j] = x[i] * x[j];
            }
        }
        let mut s = 0.0;
        for k in 0..c.len() {
            s += c[k] * c[k] * x[k % m] - n as f64;
        }
        s
    } for [0, 1, 4, 9];
    fn roots_of_some(x, n) {
        let mut total = 0.0;
        for k in 0..n + 1 {
            let mut roots = Vec::new();
            for v in x {
                if *v > 0.1 * k as f64 {
                    roots.push((v * (k + 1) as f64).sqrt());
                }
            }
            let mut s = 0.5;
            for r in &roots {
                s += r.sin() * s;
            }
            total += s;
        }
        total
    } for [0, 1, 5];
    fn one_list_made_of_another(x, n) {
        let scaled: Vec<f64> = x.iter().map(|v| v * 0.5).collect();
        let scale = 1.0 + n as f64;
        let pairs: Vec<[f64; 2]> = scaled.iter().map(|v| [v.exp(), v * scale]).collect();
        let mut s = 0.0;
        for [a, b] in &pairs {
            s += a * b;
        }
        for p in 0..n {
            let row: Vec<f64> = (0..x.len()).map(|i| cubic(x, x[i] * 0.2)).collect();
            let mut t = 0.0;
            for (i, r) in row.iter().enumerate() {
                t += r * x[i] * (p + 1) as f64;
            }
            s += t * t;
        }
        s
    } for [1, 4];
    fn rows_times_a_vector(x, n) {
        let m = x.len();
        let mut y = vec![0.0; m];
        for (i, y) in y.iter_mut().enumerate() {
            let mut sum = 0.0;
            for j in 0..m {
                sum += x[(i * n + j) % m] * x[j];
            }
            *y = sum;
        }
        let mut s = 0.0;
        for (v, x) in y.iter().zip(x) {
            s += (v - x) * (v - x);
        }
        s
    } for [0, 1, 4, 9];
    fn products_of_others(x, n) {
        let mut total = 0.4 + n as f64;
        for i in 0..x.len() {
            let rest = others(x, i);
            total += x[i] * products_of_others(&rest, n);
        }
        total
    } for [0, 1, 2, 5];
    fn left_before_it_begins(x, n) {
        if x.is_empty() {
            return 0.0;
        }
        let mut s = 0.0;
        for v in x {
            s += v.sin() * v;
        }
        s / (x.len() + n) as f64
    } for [0, 1, 4];
    fn left_for_one_of_several_reasons(x, n) {
        let count = x.len();
        if count < 2 || n == 3 {
            return x.iter().map(|v| v * v * v).sum();
        }
        let start = x[0] * x[1];
        if start > 0.6 {
            return start.exp() * x[count - 1];
        }
        if n == 0 {
            return start;
        }
        let mean = x.iter().sum::<f64>() / count as f64;
        let mut s = 0.0;
        for v in x {
            s += (v - mean).powi(2) * start;
        }
        s
    } for [0, 1, 2, 3, 6];
    fn left_for_what_a_loop_finds(x, n) {
        let mut largest = 0.0_f64;
        for v in x {
            largest = largest.max(v * v);
        }
        if largest < 0.2 * n as f64 {
            return largest;
        }
        let mut s = 0.0;
        for v in x {
            s += (v / largest).exp();
        }
        s
    } for [0, 1, 3];
}

same_whatever_runs! {
    fn pairs_within_reach(x, n) {
        let mut e = 0.0;
        for i in 0..x.len() {
            for j in i + 1..x.len() {
                let d = [x[i] - x[j], x[j] * x[i], 0.1 * n as f64];
                let r = d[0] * d[0] + d[1] * d[1] + d[2];
                if r > 0.8 {
                    continue;
                }
                e += 1.0 / (0.1 + r * r * r);
            }
        }
        e
    } for [0, 1, 5, 9];
    fn scaled_sums_of_rows(x, n) {
        let mut e = 0.0;
        for i in 0..x.len() {
            let mut s = 0.0;
            for j in n % 2..x.len() {
                if i == j {
                    continue;
                }
                s += (x[i] * x[j] + 1.1).sqrt();
            }
            e += s * x[i];
        }
        e * x.iter().sum::<f64>()
    } for [0, 1, 5, 9];
    fn handed_on(x, n) {
        let mut y = x.to_vec();
        for i in 1..y.len().max(1) { y[i] += 0.5 * y[i - 1].sin(); }
        for i in (0..y.len().max(2) - 2).rev() { y[i] = 0.3 * y[i + 2] - y[i + 1] * x[i] * n as f64; }
        y.iter().map(|v| v * v).sum::<f64>()
    } for [0, 1, 2, 3, 4, 9];
    fn up_to_the_end(x, n) {
        let mut y = vec![0.5; x.len() + 1];
        for i in 1..=x.len() { y[i] = 0.3 * y[i - 1] + x[i - 1] * x[i - 1]; }
        for i in (0..=n.min(x.len())).rev() {
            for j in 0..=i { y[i] += 0.1 * y[j] * i as f64; }
        }
        let mut s = 0.0;
        for i in 0..=x.len() { s += y[i] * y[i]; }
        for i in 2..=1 { s += y[i]; }
        s
    } for [0, 1, 2, 5];
    fn handed_on_in_both_ways(x, n) {
        let mut y = x.to_vec();
        for i in 0..y.len().max(1) - 1 {
            let flow = 0.2 * (y[i] - y[i + 1]) * n as f64;
            y[i] -= flow;
            y[i + 1] += flow * x[i];
            if y[i] > 0.45 { y[i + 1] *= y[i].sin(); }
        }
        y.iter().map(|v| v * v).sum::<f64>()
    } for [0, 1, 2, 3, 9];
    fn smoothed_into_a_list(x, n) {
        let mut y = x.to_vec();
        for i in 1..y.len() {
            y[i] = 0.3 * y[i] + 0.2 * (y[i - 1] * y[i - 1]).sin() * n as f64;
        }
        y.iter().map(|v| v * v).sum::<f64>()
    } for [1, 2, 9];
    fn tables(x, n) {
        let m = x.len();
        let mut d = vec![vec![0.3; m]; m];
        for i in 1..m {
            for j in 1..m {
                d[i][j] = d[i - 1][j] * d[i][j - 1] + x[i] * x[j] * d[i - 1][j - 1];
            }
        }
        d[m - 1][m - 1] * n as f64
    } for [1, 2, 6];
    fn hinges(x, n) {
        let mut s = 0.0;
        for v in x {
            let mut m = 0.5;
            for k in 0..x.len() {
                m -= (x[k] * v).sin() * 0.2 * n as f64;
            }
            if m > 0.0 {
                s += m * m;
            }
        }
        s
    } for [0, 1, 5, 9];
    fn short_loops_in_what_is_called(x, n) {
        let mut s = 0.2;
        for v in x {
            s += 0.1 * cubic(x, 0.3 * v) * (n as f64 - s).cos();
        }
        s
    } for [1, 4, 9];
    fn short_loops_over_arrays(x, n) {
        let c = [x[0], 0.5, x[x.len() - 1]];
        let mut s = 0.2;
        for v in x {
            s += 0.1 * quadratic(&c, 0.3 * v) * (n as f64 - s).cos();
        }
        s
    } for [1, 4, 9];
    fn a_short_loop_for_each_item(x, n) {
        let mut total = 0.0;
        for (i, v) in x.iter().enumerate() {
            let mut y = 0.5;
            for k in 0..4 {
                y = y * v + x[(i + k) % x.len()];
            }
            let mut z = y;
            for _ in 0..3 {
                z = z.sin() * v;
            }
            total += y * z * (n + 1) as f64;
        }
        total
    } for [1, 2, 7];
    fn short_loops_that_are_left_or_run_over_what_is_short(x, n) {
        let mut y = 1.0;
        for k in 0..=5 {
            if k >= x.len() {
                break;
            }
            if k == n {
                continue;
            }
            y = y * x[k] + 0.5;
        }
        if y > 0.3 {
            for k in (1..7).rev().step_by(2) {
                y = (y * 0.1).exp() + x[k % x.len()];
            }
        }
        for _ in 2..2 {
            y *= y;
        }
        for _ in 0..2 {
            for k in 0..3 {
                y = y.sin() + x[k % x.len()] * y;
            }
        }
        y
    } for [1, 3, 8];
}

same_whatever_runs! {
    fn log_of_sum(x, n) {
        let mut largest = f64::NEG_INFINITY;
        for &v in x {
            largest = largest.max(v * n as f64);
        }
        let mut s = 0.0;
        for &v in x {
            s += (v * n as f64 - largest).exp();
        }
        largest + s.ln()
    }
    for [1, 2, 9];

    fn nearest(x, n) {
        let mut best = 1e3;
        let mut pairs = 0;
        for i in 0..x.len() {
            for j in i + 1..x.len() {
                let mut distance = 0.1 * x[j] * x[j];
                for k in 0..n {
                    let d = x[i] - x[j] + k as f64;
                    distance += d * d;
                    pairs += 1;
                }
                if distance < best {
                    best = distance;
                }
            }
        }
        best * (1.0 + pairs as f64)
    }
    for [1, 2, 5];

    fn rises(x, n) {
        let (mut y, mut top, mut level) = (x.to_vec(), x[0], 0.0);
        for round in 0..n {
            for i in 0..y.len() {
                level += y[i] * x[0];
                if round + i > 1 && y[i] > top {
                    top = y[i];
                }
            }
            y.iter_mut().for_each(|v| *v *= top);
        }
        level * top + y.iter().copied().fold(f64::INFINITY, f64::min)
    }
    for [1, 4];

    fn peaks_of_what_changes(x, n) {
        let mut y = x.to_vec();
        let (mut peak, mut running, mut sum) = (x[0], x[0], 0.0);
        for k in 0..y.len() {
            peak = peak.max(y[k] * y[k]);
            y[k] *= 0.5;
            sum += y[k];
            running = running.max(sum);
            sum += running * n as f64;
        }
        peak * sum + running
    }
    for [1, 6];

    fn roots(x, n) {
        let mut s = 0.0;
        for i in 0..x.len() {
            let square = 1.0 + x[i] * x[i];
            let mut root = square;
            while (root * root - square).abs() > 1e-14 * square || root < 0.5 {
                root = 0.5 * (root + square / root);
            }
            s += root * n as f64;
        }
        s
    }
    for [1, 4];

    fn kepler(x, n) {
        let (mean, eccentricity) = (x[0], 0.4 * x[1].cos());
        let mut anomaly = mean;
        for round in 0..40 {
            let step = (anomaly - eccentricity * anomaly.sin() - mean) / (1.0 - eccentricity * anomaly.cos());
            anomaly -= step;
            if step.abs() < 1e-14 && round >= n {
                break;
            }
        }
        anomaly * x[1]
    }
    for [2, 3];

    fn map_in_cases(x, n) {
        let (rate, mut share) = (x[0], 0.3);
        let mut late = x[1];
        'years: for year in 0..n {
            for month in 0..4 {
                let grown = rate * share * (1.0 - share);
                share = if grown > 0.4 { grown } else { let more = grown.tanh(); 0.1 + more };
                if month == 2 && year == 1 {
                    continue 'years;
                }
                late += share * late * 0.1;
            }
            late *= 0.5;
        }
        share * late + x[x.len() - 1]
    }
    for [2, 5];

    fn inputs_given_by_arms(x, n) {
        let (a, b) = (x[0], x[1]);
        let mut y = a;
        for k in 0..n + 2 {
            y += match k % 3 { 0 => a, 1 => if y > 0.5 { b } else { y * b }, _ => y * y };
        }
        y
    }
    for [2];

    fn wait(x, n) {
        let pull = x[1];
        let mut y = x[0];
        let weight;
        if n > 1 { weight = 0.5; } else { weight = 0.25; }
        let mut rounds = 0;
        loop {
            let mut next;
            next = y * weight;
            next += pull / (1.0 + y * y);
            y = next;
            rounds += 1;
            if rounds > 3 * n { break; }
        }
        y * y
    }
    for [2];
}

same_whatever_runs! {
    fn springs(x, n) {
        let (stiffness, first) = (x[0], n.min(2));
        let (mut energy, mut drift) = (0.0, 1.0);
        for i in 1..x.len() {
            let stretch = x[i] - x[i - 1] - 0.1;
            energy += 0.5 * stiffness * stretch * stretch;
            drift -= stretch * x[i];
        }
        for i in first..x.len() {
            let about = x[i] - x[first - first];
            energy -= about * about * about;
        }
        energy + 2.0 * drift
    } for [1, 2, 4, 5, 6, 9, 40];

    fn fits_a_line(x, n) {
        let (slope, offset) = (x[0], x[1]);
        let shift = n as f64;
        let mut error = 0.3;
        for i in 0..x.len() - 1 {
            let far = slope * x[i] + offset - x[i + 1] * shift;
            error += far * far / offset;
        }
        error
    } for [2, 3, 5, 6, 13];

    fn bends_of_squares(x, n) {
        let squares: Vec<f64> = x.iter().map(|v| v * v).collect();
        let (weight, mut total) = (1.0 / (1.0 + n as f64), 0.0);
        for w in squares.windows(3) {
            let bend = w[0] - 2.0 * w[1] + w[2];
            total += weight * bend * bend;
        }
        for (i, v) in x.iter().enumerate().skip(n) {
            total += (v - x[i - n]) * squares[i] * weight;
        }
        for pair in x.chunks_exact(2) {
            total += pair[0] * pair[1] * x[x.len() - 1];
        }
        total
    } for [3, 4, 6, 7, 8, 11, 23];

    fn two_of_each(x, n) {
        let (mut s, mut t) = (0.0, 0.0);
        let count = x.len().saturating_sub(n);
        for i in 0..count {
            let product = x[i] * x[i + n];
            s += product;
            t += product * product;
        }
        s * 0.5 - t
    } for [1, 3, 4, 7, 8, 12, 19];

    fn descent(x, n) {
        match x {
            [] => 1.0,
            [first, rest @ ..] if *first > 1.2 => first * descent(rest, n),
            [first, rest @ ..] => first.sin() + descent(rest, n) * first,
        }
    } for [1, 3, 4, 5, 9, 12];

    fn expanded(x, n) {
        if x.len() <= 1 {
            return x.iter().map(|v| v.sqrt() + n as f64).sum();
        }
        let mut total = 0.0;
        let mut sign = 1.0;
        for j in 0..x.len().min(4) {
            let mut rest = Vec::with_capacity(x.len() - 1);
            for i in 0..x.len() {
                if i != j && rest.len() < 4 {
                    rest.push(x[i].abs() * (1.0 + 0.1 * j as f64));
                }
            }
            let below = expanded(&rest, n);
            let twice = if j == n { expanded(&rest, 0) } else { 1.0 };
            total += sign * x[j] * below * twice;
            sign = -0.5 * sign;
        }
        total
    } for [1, 3, 5];

    fn folded(x, n) {
        if n == 0 || x.len() < 2 {
            return x.iter().map(|v| v * v * 0.3).sum();
        }
        let half = [x[0] * x[1], x[1].cos()];
        let first = folded(&half, n - 1);
        let second = match first > 0.5 {
            true => folded(&half, n / 2) * x[0],
            false => first.sin(),
        };
        first * second + x[x.len() - 1]
    } for [2, 3];

    fn halves(x, n) {
        if x.len() <= 1 + n {
            return x.iter().map(|v| v * v).sum();
        }
        let (low, high) = x.split_at(x.len() / 2);
        let below = halves(low, n);
        let above = halves(high, n + 1);
        below * above.cos() + below
    } for [1, 2, 5, 16, 33];

    fn minors(x, n) {
        let mut total = 0.3;
        for i in 0..x.len() {
            let mut rest = x.to_vec();
            let taken = rest.remove(i);
            rest.iter_mut().for_each(|v| *v *= 0.5);
            if i == n {
                continue;
            }
            total += taken.sin() * minors(&rest, n);
        }
        total
    } for [1, 2, 5];

    fn ends_in_loops(x, n) {
        let scale = x.iter().map(|v| v * v).sum::<f64>().sqrt();
        let powers: Vec<f64> = x.iter().map(|v| v.exp() / scale).collect();
        let (mut s, mut t) = (0.0, 1.0);
        for i in 0..x.len() {
            let row: Vec<f64> = powers.iter().map(|p| p * x[i]).collect();
            let mut least = row[0];
            for v in &row {
                if *v < least {
                    least = *v;
                }
            }
            s += least.sin() * scale + squares(&row[n.min(i)..]);
        }
        for i in n..x.len() {
            t += powers[i] * x[i - n] / scale;
        }
        0.5 * s + t
    } for [1, 3, 6];

    fn hands_a_sum_on(x, n) {
        let (mut s, mut t) = (0.0, 0.0);
        for i in 0..x.len() {
            s += x[i].sin();
        }
        for i in 0..=n {
            t += squares(&x[i.min(x.len() - 1)..]) * s;
        }
        s / (n + 1) as f64 + t
    } for [1, 2, 5];

    fn works_on_an_array_of_its_own(x, n) {
        let mut work = vec![0.5; x.len()];
        let mut s = 0.0;
        for i in 0..=n {
            for k in 0..x.len() {
                work[k] = x[k] * x[(k + i) % x.len()];
            }
            work[0] = work[0] * work[x.len() - 1];
            s += squares(&work) * work[0].cos();
        }
        s
    } for [1, 3, 6];

    fn keeps_something_in_its_array(x, n) {
        let mut work = vec![0.5; x.len()];
        let mut s = 0.0;
        for i in 0..=n {
            for k in 0..x.len() - 1 {
                work[k] = x[k] * work[(k + i) % x.len()];
            }
            s += squares(&work) * work[0].cos();
        }
        s
    } for [1, 3, 6];

    fn counts_along(x, n) {
        let (mut s, mut at) = (0.0, n);
        let mut seen = Vec::new();
        for i in 0..x.len() {
            at = (at + 3) % x.len();
            seen.push(x[at].sin());
            s += x[i] * seen[seen.len() / 2];
        }
        s
    } for [1, 3, 6];

    fn divides_by_its_sum(x, n) {
        let mut s = 1.0;
        for v in x {
            s += v * v;
        }
        s.ln() / (n + 2) as f64
    } for [0, 1, 6];

    fn grows_after_it_is_read(x, n) {
        let (mut s, mut e) = (0.3, x[0]);
        let mut d = vec![0.2; x.len()];
        for i in 0..x.len() {
            s += 0.5 * x[i];
            d[n.min(x.len() - 1)] += 0.3 * e * s;
            e += s * (s + s) * 0.25;
        }
        s + e + d.iter().map(|v| v * v).sum::<f64>()
    } for [1, 2, 4, 9];

    fn counted_by_hand(x, n) {
        let (mut i, mut s) = (0, 1.0);
        while i < x.len() {
            let mut j = i;
            while j < x.len() && j < i + 3 {
                s = s * x[j].sin() + 0.3 * x[i];
                if s > 40.0 {
                    return s * x[j];
                }
                j += n + 1;
            }
            i += 1;
        }
        s
    } for [2, 5, 9];

    fn rows_times_rows(x, n) {
        let (m, mut s) = (x.len() / (n + 2), 0.0);
        let mut y = vec![0.0; m];
        for i in 0..n + 1 {
            let row = &x[i * m..(i + 1) * m];
            for j in 0..m {
                y[j] += row[j] * x[j + m] / (1.0 + x[i] * x[i]);
            }
            for (a, b) in row.iter().zip(&y) {
                s += a * b * x[i] - a / x[n];
            }
        }
        s
    } for [6, 27, 60];

    fn neighbours_in_a_grid(x, n) {
        let (m, mut s) = (n + 5, 0.0);
        let mut next = vec![vec![0.0; n + 5]; 3];
        for i in 0..3 {
            for j in 1..m - 1 {
                next[i][j] = x[i * m + j - 1] + x[i * m + j + 1] - 2.0 * x[i * m + j] * x[j];
            }
        }
        for row in &next {
            for j in 0..row.len() {
                s += row[j] * row[j] * x[j] + x[0];
            }
        }
        s
    } for [24];

    fn where_nothing_comes(x, n) {
        let (mut r, mut s) = (0.0, 0.0);
        for i in 0..x.len() {
            r += x[i] * x[i] * x[n];
        }
        let root = r.sqrt();
        if n == 3 {
            s += root;
        }
        for i in 0..n {
            for j in 0..x.len() - n {
                s += x[j + i] * x[j] * x[i] - x[j + n] * root;
            }
        }
        s
    } for [11];

    fn upwards_and_downwards(x, n) {
        let (m, mut s) = (x.len() - 1, 0.0);
        let mut y = vec![0.0; x.len()];
        for i in 0..m + 1 {
            y[m - i] = x[i] * x[m - i] + x[n];
        }
        for j in 0..n + 1 {
            for i in 0..m {
                s += y[i + 1] * x[m - i] * x[j] - x[m - 1 - i + 1] * y[j];
            }
        }
        s
    } for [4, 13];

    fn product_entry_by_entry(x, n) {
        let (m, mut c) = (2 + n, vec![0.0; (2 + n) * (2 + n)]);
        for i in 0..m {
            for j in 0..m {
                let mut entry = x[j];
                for k in 0..m {
                    entry += x[(i * m + k) % x.len()] * x[k * m + j] * 0.5;
                }
                c[i * m + j] = entry.sin() * entry;
            }
        }
        c.iter().map(|v| v * v).sum::<f64>()
    } for [25, 30];

    fn overwritten_entries(x, n) {
        let (m, mut c) = (3 + n, vec![0.0; 3 + n]);
        for i in 0..m {
            for j in 0..m {
                let mut entry = 0.3;
                for k in 0..m {
                    entry += x[i * m + k] * x[k * m + j];
                }
                c[j / 2] = entry;
            }
            for j in 0..m {
                c[j] += x[j] * x[i];
            }
        }
        c.iter().map(|v| v * v).sum::<f64>()
    } for [36, 37];

    fn along_both(x, n) {
        let (m, mut row, mut s) = (2 + n, vec![0.0; 2 + n], 0.0);
        for j in 0..m {
            for k in 0..j {
                row[j] += x[k * m + j] * x[j * m + k];
            }
            for k in 0..m {
                s += x[k * m + j] * row[j];
            }
        }
        s
    } for [25];

    fn outer_product(x, n) {
        let (m, p) = (x.len() / 2, x.len() - x.len() / 2);
        let mut product = vec![0.0; (n + 1) * m * p];
        for r in 0..n + 1 {
            for i in 0..m {
                for l in 0..p {
                    product[r * m * p + i * p + l] = x[i] * x[m + l] * x[r];
                }
            }
        }
        product.iter().sum::<f64>()
    } for [5, 8];

    fn nothing_runs_where_no_cell_is(x, n) {
        let mut s = x[0];
        for k in 0..n {
            for _ in 0..k {
                s += x[k - 1] * x[n] * s;
            }
            for j in n..k + 1 {
                s += x[x.len() + k] * x[j];
            }
        }
        s
    } for [5];

    fn through_a_table(x, n) {
        let (at, mut s) = ([1, 0, 1, 2], 0.0);
        for i in 0..n + 1 {
            for j in 0..x.len() {
                s += x[at[i]] * x[j] + x[at[j % 4]] * x[i];
            }
        }
        s
    } for [4, 7];

    fn predator_and_prey(x, n) {
        let (mut prey, mut hunters, dt) = (x[0], x[1], 0.01);
        for _ in 0..20 * n {
            let more = prey + dt * (x[0] * prey - x[1] * prey * hunters);
            let fed = hunters + dt * (x[1] * prey * hunters - hunters / prey);
            prey = more;
            hunters = fed;
        }
        prey * hunters
    } for [2, 3];

    fn oscillator(x, n) {
        let (mut at, mut speed, mut energy, mut k) = (x[0], x[1], 0.0, 0);
        while k < 15 * n {
            at += 0.1 * speed;
            speed -= (x[2] * at + 0.3 * speed * x[1]) * 0.1;
            energy += speed * speed + x[2] * at * at;
            k += 1;
        }
        at + energy
    } for [3, 4];

    fn set_and_read_late(x, n) {
        let (mut a, mut b, mut c, mut s) = (x[0], x[1], 0.2, 0.0);
        for i in 0..3 * n {
            a = -(a * b) / (1.0 + c * c);
            s += a * x[i % x.len()];
            b = b - a * 0.3 * x[0] * c;
            s -= b / x[1];
            c = i as f64 * 0.1;
        }
        a * b + s
    } for [2, 5];

    fn recorded(x, n) {
        let (mut a, mut path) = (x[0], vec![0.0; n + 2]);
        for i in 0..n + 2 {
            path[i] = a * a;
            a = a - 0.1 * a * a * a * x[1];
        }
        a + path.iter().sum::<f64>()
    } for [2];

    fn three_states(x, n) {
        let (mut r, mut g, mut b) = (x[0], x[1], x[2]);
        for _ in 0..n {
            let (u, v, w) = (r * g * b * x[0], g * b * r * x[1], r + b * g * x[2] * x[2]);
            r = u;
            g = v;
            b = 0.5 * w;
        }
        r + g * b
    } for [3];

    fn triangle(x, n) {
        let (d, mut at, mut s) = (x.len().min(4), n, 0.0);
        for a in 0..d {
            for b in 0..a {
                s += x[at % x.len()] * x[b] * x[at / 2 % x.len()];
                at += d - b;
            }
            if s > 0.4 {
                at -= 1;
            }
        }
        s
    } for [3, 6];

    fn overwritten(x, n) {
        let (mut a, mut b, mut s) = (x.to_vec(), vec![0.0; x.len()], 0.0);
        for round in 0..n {
            squared(&a, &mut b);
            scaled(0.5, &b, &mut a);
            a[0] *= 1.5;
            scaled(a[0], x, &mut b);
            s += b[x.len() - 1];
            if round % 2 == 0 {
                b[0] = s;
                squared(x, &mut a);
            }
        }
        s
    } for [1, 2, 5];

    fn sum(x, _n) {
        let mut s = 0.0;
        for v in x { s += v; }
        s
    } for [0, 1, 2, 9];

    fn untouched(x, n) { x.len() as f64 + n as f64 } for [0, 1, 4];

    fn rosenbrock(x, _n) {
        let mut s = 0.0;
        for i in 0..x.len() - 1 {
            let a = 1.0 - x[i];
            let b = x[i + 1] - x[i] * x[i];
            s += a * a + 100.0 * b * b;
        }
        s
    } for [1, 2, 3, 10];

    fn upwards(x, _n) {
        let mut s = 1.0;
        for i in (1..x.len().max(1)).rev() { s += x[i] * x[i - 1] * s; }
        s
    } for [0, 1, 2, 3, 7];

    fn wide(x, _n) {
        let mut s = 0.0;
        for i in 2..x.len().saturating_sub(1).max(2) { s += x[i - 2] * x[i + 1] + x[i - 1] * x[i]; }
        s
    } for [0, 3, 4, 5, 11];

    fn with_gaps(x, _n) {
        let mut s = 0.0;
        for i in 2..x.len().max(2) { s += x[i - 2] * x[i]; }
        s
    } for [0, 2, 3, 4, 11];

    fn a_part(x, n) {
        let mut s = 0.0;
        for i in n..x.len() - 1 { s += x[i] * x[i]; }
        s
    } for [4, 5, 9];

    fn no_rounds(x, n) {
        let mut s = 0.0;
        for i in 4..n { s += x[i] * x[i + 1]; }
        s
    } for [5, 6];

    fn twice(x, _n) {
        let mut largest = x[0];
        for &v in x { largest = if v > largest { v } else { largest }; }
        let mut s = 0.0;
        for &v in x { s += (v - largest).exp(); }
        largest + s.ln()
    } for [1, 2, 8];

    fn one_entry_more(x, n) {
        let mut s = 0.0;
        for i in 0..x.len() { s += x[i] * x[i]; }
        s * x[n]
    } for [4, 6];

    fn nested(x, n) {
        let mut s = 0.0;
        for i in 0..x.len() {
            for j in 0..n { s += x[i] * j as f64; }
            s += x[i] * x[i];
        }
        s
    } for [0, 1, 5];

    fn again_and_again(x, n) {
        let mut s = 0.0;
        for _ in 0..n {
            for i in 1..x.len().max(1) { s += x[i] * x[i - 1]; }
        }
        s
    } for [0, 1, 5];

    fn skipped(x, n) {
        let mut s = 0.0;
        for (i, &v) in x.iter().enumerate() {
            if i == n { continue; }
            s += v * v;
        }
        s
    } for [0, 1, 5];

    fn under_a_branch(x, n) {
        let mut s = 0.0;
        if n > 1 {
            for i in 0..x.len() { s += x[i] * x[i]; }
        }
        s
    } for [0, 1, 5];

    fn after_a_return(x, n) {
        if n == 0 { return 1.0; }
        let mut s = 0.0;
        for i in 0..x.len() { s += x[i] * x[i]; }
        s
    } for [0, 1, 5];

    fn the_next_if_there_is_one(x, _n) {
        let mut s = 0.0;
        for i in 0..x.len() {
            s += x[i] * x[i];
            if i + 1 < x.len() { s += x[i] * x[i + 1]; }
        }
        s
    } for [0, 1, 2, 5];

    fn windows_of_locals(x, _n) {
        let mut y = x.to_vec();
        for i in 1..y.len().max(1) { y[i] = y[i] * x[i - 1]; }
        let mut s = 0.0;
        for i in 1..y.len().max(1) { s += y[i] * y[i - 1] + y[i]; }
        s
    } for [0, 1, 2, 6];

    fn exp_of_neighbours(x, n) {
        let mut s = 0.0;
        for i in 1..x.len().max(1) { s += (x[i] * x[i - 1]).exp() * n as f64; }
        s
    } for [0, 1, 2, 7];

    fn table_summed_up(x, n) {
        let m = x.len();
        let mut y = vec![0.0; (n + 1) * m];
        for i in 0..=n {
            for j in 0..m {
                y[i * m + j] = (x[j] * (i as f64 + 0.5)).sin() * x[m - 1 - j];
            }
        }
        let products: Vec<f64> = x.iter().map(|v| v * v * x[0]).collect();
        y.iter().sum::<f64>() / m as f64 - products.iter().sum::<f64>()
    } for [1, 2, 3, 6];

    fn about_the_mean(x, n) {
        let mut mean = 0.0;
        for v in x { mean += v; }
        mean /= x.len() as f64;
        let mut s = 0.0;
        for v in x { s += (v - mean) * (v - mean) * n as f64; }
        for i in 0..x.len() { if i != n { s += x[i] * mean; } else { s += mean; } }
        s
    } for [1, 2, 3, 4, 5, 9];

    fn recurrence(x, n) {
        let mut s = 1.0;
        for i in 0..x.len() { s = (s * x[i]).sin() + n as f64; }
        s
    } for [0, 1, 2, 7];

    fn filter(x, _n) {
        let mut y = x.to_vec();
        for i in 1..y.len().max(1) { y[i] = 0.5 * y[i] + 0.3 * y[i - 1] * x[i]; }
        let mut s = 0.0;
        for v in &y { s += v * v; }
        s
    } for [0, 1, 2, 7];

    fn ping_pong(x, n) {
        let mut y = x.to_vec();
        let mut next = vec![0.0; x.len()];
        for step in 0..n {
            for i in 0..x.len() {
                let left = if i == 0 { 0.0 } else { y[i - 1] };
                next[i] = 0.5 * y[i] + 0.3 * left * x[i] + step as f64;
            }
            std::mem::swap(&mut y, &mut next);
        }
        let mut s = 0.0;
        for v in &y { s += v * v; }
        s
    } for [0, 1, 2, 7];

    fn vectors_of_each_iteration(x, n) {
        let mut s = 0.0;
        for i in 0..x.len() {
            let mut powers = vec![x[i]; n];
            for j in 1..n.max(1) { powers[j] = powers[j - 1] * x[i]; }
            powers.push(0.5 * x[i]);
            let doubled: Vec<f64> = powers.iter().map(|p| p * p).collect();
            for (p, d) in powers.iter().zip(doubled.iter()) { s += p * d; }
        }
        s
    } for [0, 1, 2, 3];

    fn views(x, _n) {
        let (left, right) = (&x[..x.len() / 2], &x[x.len() / 2..]);
        let mut s = 0.0;
        for (a, b) in left.iter().zip(right) { s += a * b; }
        for i in 0..x.len() { s += x[i] * x[i]; }
        s
    } for [0, 1, 2, 7];
}

#[differentiable]
fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i] * y[i];
    }
    s
}

#[differentiable]
fn square(x: &[f64]) -> f64 {
    dot(x, x)
}

/// Two arguments of a callee may share one shadow, and what a caller's shadow holds is added to.
#[test]
fn a_callee_adds_to_what_its_caller_has() {
    let mut buffer = [f64::NAN; 3];
    let value = square::value_and_gradient_into(&[1.0, 2.0, 3.0], &mut buffer);
    assert_eq!((value, buffer), (14.0, [2.0, 4.0, 6.0]));
    assert_eq!(square::gradient(&[1.0, -2.0]), [2.0, -4.0]);
}

/// What a loop does not reach of a longer argument is zero.
#[test]
fn the_rest_of_a_longer_argument_is_cleared() {
    let (mut dx, mut dy) = ([f64::NAN; 2], [f64::NAN; 4]);
    dot::value_and_gradient_into(&[1.0, 2.0], &[3.0, 4.0, 5.0, 6.0], &mut dx, &mut dy);
    assert_eq!((dx, dy), ([3.0, 4.0], [1.0, 2.0, 0.0, 0.0]));
}

#[differentiable]
fn of_arrays<T: pullback::Real>(x: &[T; 3], y: &[T]) -> T {
    let mut s = T::ZERO;
    for i in 0..3 {
        s += x[i] * y[i] * y[i + 1];
    }
    s
}

#[test]
fn arrays_and_generic_floats_begin_as_well() {
    let (mut dx, mut dy) = ([f32::NAN; 3], [f32::NAN; 5]);
    of_arrays::value_and_gradient_into(
        &[1.0_f32, 2.0, 3.0],
        &[1.0, 2.0, 3.0, 4.0, 5.0],
        &mut dx,
        &mut dy,
    );
    assert_eq!((dx, dy), ([2.0, 6.0, 12.0], [2.0, 7.0, 16.0, 9.0, 0.0]));
}

/// The same for functions of numbers, at each of the points.
macro_rules! same_numbers_whatever_runs {
    ($(fn $name:ident($x:ident, $y:ident, $k:ident) $body:block)*) => {$(
        mod $name {
            same_numbers_whatever_runs!(@one all_run () fn $name($x, $y, $k) $body);
            same_numbers_whatever_runs!(@one none_runs (without = all) fn $name($x, $y, $k) $body);
            same_numbers_whatever_runs!(@one without_partials (without = partials) fn $name($x, $y, $k) $body);

            #[test]
            fn agree() {
                let derivatives = [all_run::derivative, none_runs::derivative, without_partials::derivative];
                crate::numbers_agree(stringify!($name), &derivatives);
            }
        }
    )*};
    (@one $set:ident ($($options:tt)*) fn $name:ident($x:ident, $y:ident, $k:ident) $body:block) => {
        mod $set {
            use pullback::differentiable;

            #[differentiable($($options)*)]
            fn $name($x: f64, $y: f64, $k: i32) -> f64 $body

            #[differentiable($($options)*)]
            fn called(v: &[f64], k: i32) -> f64 {
                let mut sum = 0.0;
                for i in 1..v.len() {
                    let lower = $name(v[i - 1], v[i], k);
                    sum += lower * $name(lower, 0.5, k - 1);
                }
                sum
            }

            /// Value and gradient of the function itself, and of a loop that calls it.
            pub fn derivative(x: f64, y: f64, k: i32) -> [f64; 6] {
                let (value, (dx, dy)) = $name::value_and_gradient(x, y, k);
                let (sum, by) = called::value_and_gradient(&[x, y, 0.3 * x], k);
                [value, dx, dy, sum, by[0] + 2.0 * by[1], by[2]]
            }
        }
    };
}

fn numbers_agree(name: &str, derivatives: &[fn(f64, f64, i32) -> [f64; 6]]) {
    for (x, y) in [(0.4, 0.9), (-0.7, 1.3), (1.6, 0.2), (0.0, 0.5)] {
        for k in 0..3 {
            let first = derivatives[0](x, y, k);
            for derivative in derivatives {
                for (found, expected) in derivative(x, y, k).iter().zip(&first) {
                    let close = (found - expected).abs() <= 1e-13 * expected.abs().max(1.0);
                    assert!(close, "{name} at {x}, {y}, {k}: {found}, not {expected}");
                }
            }
            let value = |x: f64, y: f64| derivatives[0](x, y, k)[0];
            let step = 1e-6;
            let slopes = [
                (value(x + step, y) - value(x - step, y)) / (2.0 * step),
                (value(x, y + step) - value(x, y - step)) / (2.0 * step),
            ];
            for (slope, found) in slopes.iter().zip(&first[1..3]) {
                let close = (slope - found).abs() <= 1e-7 * slope.abs().max(1.0);
                assert!(
                    close,
                    "{name} at {x}, {y}, {k}: {found}, differences {slope}"
                );
            }
        }
    }
}

same_numbers_whatever_runs! {
    fn bumps(x, y, k) {
        (x * y).sin() * (-x * x).exp() / (1.0 + y.exp()) + f64::from(k) * x.cos() * y.tanh()
    }
    fn by_cases(x, y, k) {
        if k == 0 {
            return (x * y).exp() * x.sin();
        }
        let lower = match k {
            1 => (x + y).cos() * x.exp(),
            _ => x,
        };
        if lower > 0.1 { lower.sin() * lower.exp() * y.cos() } else { lower * y }
    }
    fn stepwise(x, y, k) {
        let mut t = x.sin() / (1.0 + y * y);
        if k > 0 {
            t *= t.exp();
            t += (t * y).cos() / (1.5 + t.sin());
        }
        let Some(s) = (k < 2).then_some(t.tanh() * y) else {
            return t.cos() * y.sin() * t.exp();
        };
        s * s.exp() * x.cos()
    }
    fn loops_keep_their_residuals(x, y, k) {
        let mut s = x.sin() * y.cos() * x.exp();
        for _ in 0..k {
            s = s.sin() * y.exp();
        }
        s
    }
}

same_whatever_runs! {
    fn collected_step_by_step(x, n) {
        let mut u = x.to_vec();
        let mut s = u.iter().map(|v| v * v).sum::<f64>();
        for _ in 0..n {
            u = (0..x.len())
                .map(|i| if i == 0 { u[i] * u[i] * 0.3 } else { u[i] * 0.5 + u[i - 1] * u[i] * x[i] * 0.2 })
                .collect();
            s += u[0] * x[x.len() - 1];
        }
        s + u.iter().map(|v| v.sin()).sum::<f64>()
    } for [1, 2, 7];
    fn scaled_and_handed_on(x, n) {
        let mut alpha = x.to_vec();
        let mut s = 0.0;
        for k in 0..n {
            let mut next = vec![0.0; x.len()];
            for j in 0..x.len() {
                for i in 0..x.len() {
                    next[j] += alpha[i] * (x[j] + i as f64 * 0.1);
                }
                next[j] *= x[(j + k) % x.len()] + 1.5;
            }
            let norm: f64 = next.iter().map(|v| v * v).sum::<f64>().sqrt();
            s += norm.ln();
            for v in next.iter_mut() {
                *v /= norm;
            }
            alpha = next;
        }
        s + alpha[0]
    } for [1, 2, 6];
    fn handed_on_sometimes(x, n) {
        let mut best = x.to_vec();
        let mut other = vec![0.5; x.len()];
        let mut s = 0.0;
        for k in 0..n + 2 {
            let trial: Vec<f64> = best.iter().zip(&other).map(|(b, o)| b * o + 0.3 * k as f64).collect();
            let value: f64 = trial.iter().map(|t| t.cos()).sum();
            if value < 0.6 {
                other = best;
                best = trial;
                continue;
            }
            s += value * best[0];
            if k == 2 {
                other = trial;
            }
        }
        s + best.iter().zip(&other).map(|(b, o)| b * o * o).sum::<f64>()
    } for [1, 3, 5];
    fn changed_between_hand_overs(x, n) {
        let mut a = x.to_vec();
        let mut b = x.to_vec();
        let mut s = 0.0;
        for k in 0..n + 1 {
            a[0] = a[0] * b[0] + 0.2;
            for i in 1..a.len() {
                a[i] = a[i] * a[i - 1] + b[i];
            }
            let mut c: Vec<f64> = a.iter().map(|v| v.sin() * 0.9).collect();
            c[0] += x[x.len() - 1] * c[0];
            if k % 2 == 0 {
                s += c[0] * b[0];
                b = c;
            } else {
                a = c;
            }
        }
        s + a.iter().chain(&b).map(|v| v * v).sum::<f64>()
    } for [1, 2, 4];
    fn of_other_lengths(x, n) {
        let mut u = x.to_vec();
        let mut s = 0.0;
        while u.len() > 1 {
            let halves: Vec<f64> = u.chunks(2).map(|c| c.iter().product::<f64>() + c[0] * x[0]).collect();
            s += halves[0] * n as f64;
            u = halves;
        }
        let mut longer = Vec::new();
        for v in x {
            longer.push(v * u[0]);
            if n > 1 {
                longer.push(v + u[0]);
            }
        }
        u = longer;
        s + u.iter().map(|v| v * v).sum::<f64>()
    } for [1, 2, 5, 8];
    fn loaded_once_after_many_sums(x, n) {
        let mut y = vec![0.1; x.len()];
        let mut s = 0.0;
        for (j, &v) in x.iter().enumerate() {
            for k in 0..n + 2 {
                y[j] += v * x[(j + k) % x.len()];
                if k == 2 {
                    y[j] -= 0.2 * v;
                }
            }
            let t = y[j];
            s += t * t * v;
            y[j] = t * t.cos();
            y[(j + 1) % x.len()] += y[j] * 0.3;
        }
        s + y[0]
    } for [1, 2, 5];
    fn rows_by_their_numbers(x, n) {
        let width = n + 1;
        let mut s = 0.0;
        for j in 0..x.len() / width {
            let mut t = 0.1;
            for i in 0..width {
                t += x[j * width + i] * (i as f64 + 1.0);
            }
            s += t.tanh();
        }
        s
    } for [0, 1, 3, 8, 50];
    fn rows_from_the_second_on_backwards(x, n) {
        let mut s: f64 = 0.0;
        for j in (1..x.len() / (n + 1)).rev() {
            let t: f64 = (0..n + 1).map(|i| x[i + j * (n + 1)] * i as f64).sum();
            s += t * t * s.cos();
        }
        s + n as f64
    } for [0, 1, 8, 13];
    fn rows_of_an_argument_wide(x, n) {
        let mut s = 0.0;
        for j in 0..2 {
            for i in 0..n {
                s += (x[j * n + i] * (1 + j) as f64).sin();
            }
            s *= s;
        }
        s
    } for [6, 9];
    fn rows_by_chunks(x, n) {
        x.chunks(n + 1).map(|row| row.iter().map(|v| v * v * 0.3).sum::<f64>().sin()).sum()
    } for [0, 1, 3, 8, 50];
    fn exact_rows_beside_a_shorter_list(x, n) {
        let weights = [0.3, -0.2];
        let mut s: f64 = 0.0;
        for row in x.chunks_exact(n + 1) {
            let t: f64 = row.iter().zip(&weights).map(|(v, w)| v * w).sum();
            s = (s + t).sin();
        }
        s
    } for [0, 1, 3, 8, 50];
    fn rows_that_are_lent(x, n) {
        let width = n + 2;
        let mut s = 0.0;
        for j in 0..x.len() / width {
            let row = &x[j * width..(j + 1) * width];
            let mut t = 0.2;
            for i in 0..width {
                t += row[i] * (i + j) as f64;
            }
            s += t.cos() * t;
        }
        s
    } for [0, 1, 4, 10, 50];
    fn parts_of_rows_that_have_no_view(x, n) {
        let width = n + 2;
        let mut s = 0.0;
        for j in 0..x.len() / width {
            let mut t = 0.2;
            for i in 0..n {
                t += x[j * width..(j + 1) * width][i] * (i + j) as f64;
            }
            s += t.cos() * t;
        }
        s
    } for [0, 1, 4, 10, 50];
    fn rows_of_a_list_of_ones_own(x, n) {
        let y: Vec<f64> = x.iter().map(|v| v * v).collect();
        let mut s = 0.0;
        for j in 1..y.len() / (n + 1) {
            let mut t = x[j];
            for i in 0..n + 1 {
                t += y[j * (n + 1) + i] * (j + 2 * i) as f64;
            }
            s += t.tanh();
        }
        s
    } for [0, 1, 4, 10];
    fn parts_of_rows_of_a_list_of_ones_own(x, n) {
        let y: Vec<f64> = x.iter().map(|v| v * v).collect();
        let mut s: f64 = 0.0;
        for row in y.chunks(n + 1) {
            let t: f64 = row.iter().zip(&[0.7, 1.3]).map(|(v, w)| v * w).sum();
            s += t.tanh() * x[0];
        }
        s
    } for [1, 4, 10];
    fn rows_that_are_touched_again(x, n) {
        let mut s = x.iter().take(3).product::<f64>();
        for j in 0..x.len() / (n + 1) {
            let mut t = s * 0.1;
            for i in 0..n + 1 {
                t += x[j * (n + 1) + i];
            }
            s += t.sin();
        }
        s
    } for [1, 4, 10];
    fn no_whole_rows(x, n) {
        let m = x.len() / (n + 1);
        let mut s = 0.0;
        for j in 0..m {
            let mut t = 0.3;
            for i in 0..j.min(n + 1) {
                t += x[j * (n + 1) + i];
            }
            for i in 0..n + 1 {
                t *= 1.0 + 0.1 * x[i * m + j];
            }
            s += t.sin();
        }
        s
    } for [0, 1, 4, 12];
    fn columns_and_overlaps(x, n) {
        let m = x.len() / (n + 1);
        let mut s = 0.0;
        for j in 0..m {
            let mut t = 0.3;
            for i in 0..n + 1 {
                t += x[i * m + j];
            }
            s += t.sin();
        }
        s
    } for [0, 1, 4, 12];
    fn rows_that_overlap(x, n) {
        let mut s = 0.0;
        for j in 0..(x.len() / (n + 1)).saturating_sub(1) {
            let row = &x[j * (n + 1)..(j + 2) * (n + 1)];
            let t: f64 = row.iter().map(|v| v * j as f64).sum();
            s += t.sin();
        }
        s
    } for [0, 1, 4, 12];
    fn rows_twice_over(x, n) {
        let mut s = 0.0;
        for k in 0..2 {
            for j in 0..x.len() / (n + 1) {
                for i in 0..n + 1 {
                    s += (x[j * (n + 1) + i] * (k + 1) as f64).sin();
                }
            }
        }
        s
    } for [0, 1, 4, 12];
    fn product_of_matrices(x, n) {
        let m = x.len() / (n + 1);
        let mut c = vec![0.7; (n + 1) * (n + 1)];
        for i in 0..n + 1 {
            for j in 0..n + 1 {
                let mut entry = x[j];
                for k in 0..m {
                    entry -= x[i * m + k] * x[k * (n + 1) + j];
                }
                c[i * (n + 1) + j] = entry;
            }
        }
        c.iter().map(|v| v * v).sum::<f64>() + x[0]
    } for [4, 12];
    fn product_into_rows_of_lists(x, n) {
        let m = x.len() / (n + 1);
        let rows: Vec<Vec<f64>> = x.chunks(n + 1).map(|row| row.to_vec()).collect();
        let mut c = vec![vec![0.0; n + 1]; m];
        for (i, row) in c.iter_mut().enumerate() {
            for (j, cell) in row.iter_mut().enumerate() {
                let scale = 1.0 + x[j] * 0.1;
                *cell = (0..m).map(|k| x[(i + k) % x.len()] * rows[k][j] * scale).sum();
            }
        }
        c.iter().flatten().map(|v| v.sin()).sum()
    } for [4, 12];
    fn layers_of_rows_whose_width_is_asked_for(x, n) {
        let inputs = &x[..x.len() / 4];
        let mut hidden = vec![0.0; 3];
        for j in 0..3 {
            let mut signal = x[j];
            for i in 0..inputs.len() {
                signal += x[j * inputs.len() + i] * inputs[i];
            }
            hidden[j] = signal.tanh();
        }
        let mut output = 0.1;
        for k in 0..n {
            let mut signal = -0.2;
            for j in 0..hidden.len() {
                signal -= hidden[j] * x[k + j] * hidden[2 - k.min(2)];
            }
            output += signal * signal;
        }
        (output - 0.5) * output
    } for [8, 21, 40];
    fn data_in_loops(x, n) {
        let data: Vec<f64> = (0..x.len() * x.len()).map(|i| (i * 7 % 11) as f64 * 0.2 - 1.0).collect();
        misfit(x, &data, 0.1 * n as f64) * x[0]
    } for [1, 5, 9];
    fn columns_added_up_in_place(x, n) {
        let m = x.len() / (n + 1);
        let mut y = x.to_vec();
        for j in 0..n + 1 {
            let mut sum = 0.0;
            for k in 0..m {
                sum += y[k * (n + 1) + j] * x[k];
            }
            y[j] = sum;
        }
        let mut twice = vec![0.0; n + 1];
        for round in 0..2 {
            for j in 0..n + 1 {
                let mut sum = 0.5;
                for k in 0..m {
                    sum += (y[k * (n + 1) + j] * x[k]).sin() + round as f64;
                }
                twice[j] = sum;
            }
            y[0] += twice[n] * twice[0];
        }
        twice.iter().sum::<f64>() * y[0]
    } for [4, 12];
}

/// Products of neighbours, and of what stands at the same place.
#[differentiable]
fn products(x: &[f64], y: &[f64]) -> f64 {
    let mut total = 0.0;
    for i in 0..x.len() - 1 {
        total += x[i] * x[i + 1] * y[i];
    }
    total
}

#[test]
fn a_loop_that_adds_up_for_the_primal_panics_as_the_primal_does() {
    let x: Vec<f64> = (0..12).map(|i| 0.5 + i as f64).collect();
    for length in 0..=x.len() {
        let y = &x[..length];
        let found = std::panic::catch_unwind(|| products::value_and_gradient(&x, y).0);
        match std::panic::catch_unwind(|| products(&x, y)) {
            Ok(value) => assert_eq!(found.expect("a gradient"), value),
            Err(expected) => {
                let found = found.expect_err("the same panic");
                assert_eq!(found.downcast_ref::<String>(), expected.downcast_ref());
                assert!(length < 11);
            }
        }
    }
}

/// Declares a wave in a struct, whose methods loop over fields, with sets of passes for its methods.
macro_rules! waves {
    ($($set:ident ($($options:tt)*))*) => {$(
        mod $set {
            use pullback::{Differentiable, differentiable};

            #[derive(Clone, Differentiable)]
            struct Wave {
                u: Vec<f64>,
                v: Vec<f64>,
                dt: f64,
            }

            #[differentiable($($options)*)]
            impl Wave {
                fn step(&mut self) {
                    for i in 1..self.u.len() - 1 {
                        let acc = self.u[i - 1] - 2.0 * self.u[i] + self.u[i + 1];
                        self.v[i] += self.dt * acc * self.u[i];
                    }
                    for i in 0..self.u.len() {
                        self.u[i] += self.dt * self.v[i];
                    }
                }

                fn energy(&self) -> f64 {
                    let mut e = 0.0;
                    for (u, v) in self.u.iter().zip(&self.v) {
                        e += v * v + self.dt * u.exp();
                    }
                    e
                }
            }

            #[differentiable]
            pub fn primal(x: &[f64], n: usize) -> f64 {
                let mut wave = Wave { u: x.to_vec(), v: vec![0.1; x.len()], dt: 0.1 * x[0] };
                for _ in 0..n {
                    wave.step();
                }
                wave.energy()
            }

            pub fn gradient(x: &[f64], n: usize, buffer: &mut [f64]) -> f64 {
                primal::value_and_gradient_into(x, n, buffer)
            }
        }
    )*};
}

waves! {
    all_of_fields ()
    without_fields (without = fields)
    fields_alone (without = all)
    fields_without_windows (without = windows)
    fields_without_order (without = order)
    fields_without_strips (without = strips)
    fields_without_fusion (without = fusion)
}

#[test]
fn methods_over_fields_agree() {
    let sets = [
        fields_alone::gradient,
        without_fields::gradient,
        fields_without_windows::gradient,
        fields_without_order::gradient,
        fields_without_strips::gradient,
        fields_without_fusion::gradient,
        all_of_fields::gradient,
    ];
    for length in [2, 3, 5, 12, 33] {
        agree("a wave in a struct", all_of_fields::primal, &sets, length);
    }
}

/// Declares a layer in a struct, whose rows a method goes over and a function changes, with sets of passes for both.
macro_rules! layers {
    ($($set:ident ($($options:tt)*))*) => {$(
        mod $set {
            use pullback::{Differentiable, differentiable};

            const GAIN: f64 = 1.5;

            #[derive(Clone, Differentiable)]
            struct Layer {
                w: Vec<Vec<f64>>,
                b: Vec<f64>,
                k: f64,
            }

            #[differentiable($($options)*)]
            impl Layer {
                fn at(&self, i: usize, j: usize) -> f64 {
                    self.w[i][j] * GAIN
                }

                fn apply(&self, x: &[f64]) -> Vec<f64> {
                    let rows = self.w.iter().zip(&self.b);
                    rows.map(|(row, b)| row.iter().zip(x).map(|(w, x)| w * x).sum::<f64>() + b)
                        .collect()
                }

                fn bending(&self) -> f64 {
                    let mut s = 0.0;
                    for i in 0..self.w.len() {
                        for j in 1..self.w[i].len() {
                            let d = self.at(i, j) - self.at(i, j - 1);
                            s += d * d * self.k;
                        }
                    }
                    s
                }
            }

            #[differentiable($($options)*)]
            fn decay(layer: &mut Layer, rate: f64) {
                for i in 0..layer.b.len() {
                    for w in layer.w[i].iter_mut() {
                        *w -= rate * *w * layer.b[i];
                    }
                    layer.b[i] *= layer.k;
                }
            }

            #[differentiable]
            pub fn primal(x: &[f64], n: usize) -> f64 {
                let rows = x.chunks(3);
                let mut layer = Layer {
                    w: rows.map(|row| row.to_vec()).collect(),
                    b: x[..x.len().div_ceil(3)].to_vec(),
                    k: 0.9 + 0.1 * x[1],
                };
                let mut s = layer.bending();
                for _ in 0..n {
                    decay(&mut layer, 0.1 * x[0]);
                    s += layer.bending();
                    for y in layer.apply(&x[..2]) {
                        s += y * y;
                    }
                }
                s
            }

            pub fn gradient(x: &[f64], n: usize, buffer: &mut [f64]) -> f64 {
                primal::value_and_gradient_into(x, n, buffer)
            }
        }
    )*};
}

layers! {
    all_of_layers ()
    layers_without_fields (without = fields)
    layers_with_none (without = all)
    layers_without_windows (without = windows)
    layers_without_order (without = order)
    layers_without_strips (without = strips)
    layers_without_fusion (without = fusion)
    layers_without_reads (without = reads)
}

#[test]
fn functions_over_fields_agree() {
    let sets = [
        layers_with_none::gradient,
        layers_without_fields::gradient,
        layers_without_windows::gradient,
        layers_without_order::gradient,
        layers_without_strips::gradient,
        layers_without_fusion::gradient,
        layers_without_reads::gradient,
        all_of_layers::gradient,
    ];
    for length in [3, 6, 12, 33] {
        agree("a layer in a struct", all_of_layers::primal, &sets, length);
    }
}
