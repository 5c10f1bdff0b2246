//! Loops that are taken back as they run.

use super::*;

#[test]
fn last_loops_are_taken_back_as_they_run() {
    let loops = |source: &str| {
        let f = lowered(source);
        let passes = without(&["strips"]);
        let along = fusion::Along::of(&f, &passes);
        let swept = along.sweep(&f, &passes);
        swept.map_or(0, |(a, ..)| a.flow.fused.len())
    };
    assert_eq!(loops(SUM), 1);
    let two = "fn f(x: &[f64], y: &[f64]) -> f64 {
        let (mut s, mut t) = (0.0, 0.0);
        for i in 0..x.len() { s += x[i].sin(); }
        for i in 0..y.len() { t += y[i].cos(); }
        s / x.len() as f64 + t
    }";
    assert_eq!(loops(two), 2);
    // One that goes in strips runs for itself, unless it stands for the primal's.
    let f = lowered(
        "fn f(x: &[f64], a: f64) -> f64 { let mut s = 0.0; for i in 0..x.len() { s += a * x[i]; } s }",
    );
    let in_two = |passes: &Passes| fusion::Along::of(&f, passes).sweep(&f, passes).is_none();
    assert!(in_two(&without(&["totals"])));
    assert!(!in_two(&Passes::default()));
    // What comes to the sum is not known before it is summed up; what comes to the other one is.
    assert_eq!(loops(&two.replace("s / x.len() as f64", "s.sqrt()")), 1);
    assert_eq!(
        loops(&two.replace("s / x.len() as f64 + t", "(s + t).sqrt()")),
        0
    );
    // The second loop's cotangents go back to the first one's results.
    assert_eq!(loops(&two.replace("y[i].cos()", "y[i] * s")), 1);
    // Each iteration goes on with what the one before it made.
    assert_eq!(loops(&two.replace("t += y[i].cos()", "t = y[i] * t")), 0);
    // It ends early.
    let returns = "if t > 9.0 { return t; } t += y[i].cos()";
    assert_eq!(loops(&two.replace("t += y[i].cos()", returns)), 0);

    // What is summed up would be there beside its shadow.
    let sum = "fn f(x: &[f64]) -> f64 {
        let mut y = vec![0.0; x.len()];
        for i in 1..x.len() { y[i] = 0.5 * x[i] + y[i - 1]; }
        let mut s = 0.0;
        for i in 0..y.len() { s += y[i]; }
        s
    }";
    assert_eq!(loops(sum), 0);
    assert_eq!(loops(&sum.replace("s += y[i]", "s += y[i] * y[i]")), 1);

    let workspace = "fn f(x: &[f64], n: usize) -> f64 {
        let mut w = vec![0.0; n];
        let mut s = 0.0;
        for i in 0..x.len() {
            for k in 0..n { w[k] = x[i] * x[k]; }
            for k in 0..n { s += w[k] * w[0]; }
        }
        s
    }";
    assert_eq!(loops(workspace), 1);
    assert_eq!(
        loops(&workspace.replace("0..n { w[k] =", "1..n { w[k] =")),
        0
    );
    assert_eq!(loops(&workspace.replace("x[i] * x[k]", "x[i] * w[0]")), 0);
}

/// The sweep of the rule whose last loops are taken back as they run.
fn reversed_along(source: &str) -> Option<String> {
    let (f, passes) = (lowered(source), Passes::default());
    let along = fusion::Along::of(&f, &passes);
    let (_, _, sweep) = along.sweep(&f, &passes)?;
    Some(print::sweep(&f, &sweep.revs))
}

#[test]
fn loops_in_strips_add_up_for_the_primal() {
    let differences = "fn f(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..x.len() - 1 { let b = x[i + 1] - x[i]; s += b * b; }
        s
    }";
    assert_lines(
        &reversed_along(differences).expect("a loop that is taken back"),
        "redo t2
        loop over i begins d_x[0..=1] in strips {
            redo t4
            redo t5
            redo t6
            redo b
            redo t8
            s += t8
            d_b = ct * b
            d_b += ct * b
            slot d_x[+0] += -d_b
            slot d_x[+1] += d_b
        }",
    );
    // What an iteration reads of a total waits for the one before it.
    assert!(reversed_along(&differences.replace("s += b * b", "s += b * b; s += s")).is_none());
    // The terms would come in another order.
    assert!(reversed_along(&differences.replace("s += b * b", "s += b * b; s -= b")).is_none());
    // What is no arithmetic has to be done in its place.
    assert!(reversed_along(&differences.replace("s +=", "println!(); s +=")).is_none());
}

#[test]
fn a_nest_adds_to_the_totals_of_the_primal_where_its_innermost_loop_does() {
    let source = "fn f(x: &[f64], y: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..x.len() {
            for j in 0..y.len() { s += x[i] * y[j]; }
        }
        s
    }";
    let swept = |source: &str| {
        let (f, passes) = (lowered(source), Passes::default());
        let along = fusion::Along::of(&f, &passes);
        let swept = along.sweep(&f, &passes);
        swept.map_or(String::new(), |(_, _, sweep)| print::sweep(&f, &sweep.revs))
    };
    let text = swept(source);
    assert!(
        text.contains("loop over i") && text.contains("s += t"),
        "{text}"
    );
    // An iteration goes on with what the one before it made of the sum.
    let text = swept(&source.replace("y[j]; }", "y[j]; } s += x[i];"));
    assert!(!text.contains("s += t"), "{text}");
}

#[test]
fn lists_of_an_iteration_become_their_shadows_if_nothing_else_is_asked_of_them() {
    let source = "fn f(a: &[f64], n: usize) -> f64 {
        let mut total = 0.0;
        for j in 0..n {
            let rest = minor(a, n, j);
            total += a[j] * f(&rest, n - 1);
        }
        total
    }";
    let spent = |source: &str| {
        let (f, passes) = (lowered(source), Passes::default());
        let along = fusion::Along::of(&f, &passes);
        let swept = along.sweep(&f, &passes);
        swept.map(|(_, _, sweep)| sweep.spent.len())
    };
    assert_eq!(spent(source), Some(1));
    // The reverse sweep reads it, or it may change.
    for another in [
        source.replace("a[j]", "rest[0] * rest[1]"),
        source.replace("let rest", "let mut rest"),
    ] {
        assert_eq!(spent(&another).unwrap_or(0), 0, "{another}");
    }
}

/// How many loops are taken back as they run, those in others among them.
fn taken_back(source: &str) -> usize {
    let (f, passes) = (lowered(source), Passes::default());
    let along = fusion::Along::of(&f, &passes);
    let swept = along.sweep(&f, &passes);
    swept.map_or(0, |(a, ..)| a.flow.fused.len())
}

#[test]
fn iterations_that_end_early_are_taken_back_as_they_run() {
    let skips = "fn f(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..x.len() { if x[i] < 0.0 { continue; } s += x[i].sin(); }
        s
    }";
    assert_eq!(taken_back(skips), 1);
    assert_eq!(taken_back(&skips.replace("continue", "break")), 0);
}

#[test]
fn what_asks_for_the_sum_waits_until_behind_the_loop() {
    let scaled = "fn f(x: &[f64], c: f64) -> f64 {
        let mut s = 0.0;
        for i in 0..x.len() { s += x[i].sin(); }
        s * c
    }";
    assert_lines(
        &reversed_along(scaled).expect("a loop that is taken back"),
        "d_c = 0
        d_s = ct * c
        redo t3
        loop over i begins d_x[0..=0] {
            slot d_x[+0] += d_s * t6
        }
        d_c += ct * t8
        deliver d_c",
    );
    assert_eq!(taken_back(&scaled.replace("s * c", "s * x[0]")), 1);
    // The loop's cotangents wait for the sum.
    assert_eq!(taken_back(&scaled.replace("s * c", "s * s")), 0);
    assert_eq!(taken_back(&scaled.replace("s * c", "c.powf(s)")), 0);
}

#[test]
fn loops_in_loops_are_taken_back_as_they_run() {
    let pairs = "fn f(x: &[f64], w: &[f64]) -> f64 {
        let mut e = 0.0;
        for i in 0..x.len() {
            for j in 0..i {
                if x[j] < 0.0 { continue; }
                let d = x[i] - x[j];
                e += w[i] / (1.0 + d * d);
            }
        }
        e
    }";
    assert_eq!(taken_back(pairs), 2);
    let third = "for k in 0..j { if x[k] < 0.0 { continue; } e += w[k] / (2.0 + d); } e += w[i]";
    let three = pairs.replace("if x[j] < 0.0 { continue; }", "");
    let three = three.replace("e += w[i]", third);
    assert_eq!(taken_back(&three), 3);
    // What follows the third one in an iteration of the second is not there when that ends early.
    let skips = three.replace("let d = ", "if x[j] < 0.0 { continue; } let d = ");
    assert_eq!(taken_back(&skips), 2);
    let summed = "fn f(x: &[f64], w: &[f64]) -> f64 {
        let mut e = 0.0;
        for i in 0..x.len() {
            let mut s = 0.0;
            for j in 0..i {
                if x[j] < 0.0 { continue; }
                s += x[j].sqrt();
            }
            e += s * w[i];
        }
        e
    }";
    assert_eq!(taken_back(summed), 2);
    // What comes to the inner sum is not known before it is summed up.
    assert_eq!(taken_back(&summed.replace("s * w[i]", "s * s")), 1);
    // Each iteration goes on with what the one before it made.
    assert_eq!(taken_back(&summed.replace("s += x[j]", "s = s * x[j]")), 1);
    // An iteration of the outer loop is left from the inner one.
    let left = summed.replace("for i", "'outer: for i");
    assert_eq!(taken_back(&left.replace("continue", "continue 'outer")), 1);
}
