//! Matrices that loops go over by rows.

use super::*;

const ROWS: &str = "fn f(w: &[f64], x: &[f64], m: usize, n: usize) -> f64 {
    let mut s = 0.0;
    for j in 0..m {
        let mut t = 0.0;
        for i in 0..n { t += w[j * n + i] * (i as f64); }
        s += t.tanh();
    }
    s
}";

fn is_begun(source: &str) -> bool {
    let sweep = reversed(source, &Passes::default());
    assert_eq!(
        sweep.contains("begins rows of"),
        !sweep.contains("blank d_w")
    );
    sweep.contains("begins rows of d_w")
}

#[test]
fn rows_that_are_added_to_once_are_begun() {
    assert_reversed(
        ROWS,
        &Passes::default(),
        "d_t15 = ct
        d_s = d_t15
        loop back over j begins rows of d_w {
            d_t14 = d_s
            redo t13
            d_t12 = d_t14 * t13
            d_t = d_t12
            loop over i {
                d_t11 = d_t
                redo t10
                d_t9 = d_t11 * t10
                redo t8
                d_w[t8] begins d_t9
            }
        }",
    );
    assert!(!reversed(ROWS, &without(&["grids"])).contains("begins rows"));
}

#[test]
fn rows_are_known_by_their_numbers_and_by_their_views() {
    assert!(is_begun(ROWS));
    assert!(is_begun(&ROWS.replace("w[j * n + i]", "w[i + n * j]")));
    let backwards = ROWS.replace("0..m", "(2..m).rev()");
    assert!(is_begun(&backwards));
    let by_length = ROWS.replace("0..n", "0..x.len()");
    assert!(is_begun(&by_length.replace("j * n + i", "j * x.len() + i")));
    let lent = ROWS.replace("let mut t", "let row = &w[j * n..(j + 1) * n]; let mut t");
    assert!(is_begun(&lent.replace("w[j * n + i]", "row[i]")));
    let chunks = ROWS.replace("j in 0..m", "row in w.chunks(n)");
    assert!(is_begun(&chunks.replace("w[j * n + i]", "row[i]")));
    let exact = ROWS.replace("j in 0..m", "row in w.chunks_exact(x.len())");
    assert!(is_begun(
        &exact
            .replace("i in 0..n", "(i, v) in row.iter().enumerate()")
            .replace("w[j * n + i]", "v")
    ));
}

#[test]
fn what_is_no_row_is_blanked() {
    for (row, other) in [
        // Parts of rows, columns, other widths.
        ("0..n", "0..j"),
        ("0..n", "1..n"),
        ("j * n + i", "i * m + j"),
        ("j * n + i", "j * m + i"),
        ("j * n + i", "j + i"),
        ("j * n + i", "j * n + i + 1"),
        // What a loop leaves of a row could not be told without a view of it.
        ("w[j * n + i]", "w[j * n..(j + 1) * n][i]"),
        // Not every row, not every cell, and cells that are added to twice.
        ("0..m", "(0..m).step_by(2)"),
        (
            "t += w[j * n + i] * (i as f64);",
            "if x[i] > 0.0 { t += w[j * n + i]; }",
        ),
        ("s += t.tanh();", "s += t.tanh() * w[j];"),
        ("(i as f64)", "w[i]"),
        ("let mut t = 0.0;", "let mut t = w[j];"),
        // A width that changes from row to row.
        ("let mut t = 0.0;", "let mut t = 0.0; let n = n + j;"),
    ] {
        let source = ROWS.replace(row, other);
        assert_ne!(source, ROWS);
        assert!(!is_begun(&source), "{source}");
    }
}
