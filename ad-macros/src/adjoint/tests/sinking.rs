//! What only one way of a branch gives anything to.

use super::*;

const HINGE: &str = "fn f(x: &[f64], w: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        let mut m = 1.0;
        for k in 0..w.len() { m -= x[i] * w[k]; }
        if m > 0.0 { s += m * m; }
    }
    s
}";

fn swept(source: &str) -> String {
    printed(source, &without(&["first_touch", "strips", "windows"]))
}

/// Whether the last loop of the primal is reversed within a way of a branch.
fn is_sunk(source: &str) -> bool {
    let text = swept(source);
    let branch = text.find("    arm {").or(text.find("    rest {"));
    let (branch, text) = (branch.expect("a branch"), text.as_str());
    let end = branch + text[branch..].find("\n    }").expect("its end");
    text[branch..end].contains("loop")
}

#[test]
fn loops_wait_for_the_way_that_gives_them_something() {
    assert_lines(
        &swept(HINGE),
        "redo t3
        loop back over i {
            d_m = 0
            arm {
                d_t12 = ct * t12
                d_t12 += ct * t12
                d_m += d_t12
                redo t6
                cell0 = 0
                loop over k sums cell0 {
                    d_t10 = -d_m
                    redo t9
                    redo t8
                    d_w[k] += d_t10 * t8 if any d_t10
                    cell0 += d_t10 * t9 if any d_t10
                }
                d_x[i] += cell0 if any
            }
            arm {
            }
        }",
    );
}

#[test]
fn what_other_ways_feed_stays() {
    assert!(is_sunk(HINGE));
    assert!(!is_sunk(
        &HINGE.replace("m * m; }", "m * m; } else { s += m; }")
    ));
    // It is fed after the branch as well.
    assert!(!is_sunk(&HINGE.replace("m * m; }", "m * m; } s += m;")));
    // Its rows have to be passed over in any case, unless the iteration is taken back as it runs.
    let rows = HINGE.replace("x[i] * w[k]", "(x[i] * w[k]).sin()");
    assert!(!is_sunk(&rows));
    let f = lowered(&rows);
    let along = fusion::Along::of(&f, &Passes::default());
    let (_, _, sweep) = along
        .sweep(&f, &Passes::default())
        .expect("a loop that is taken back");
    let text = print::sweep(&f, &sweep.revs);
    assert!(
        text.contains("        loop over k") || text.contains("        loop back over k"),
        "{text}"
    );
    // Short ones are a choice of values.
    let short = "fn f(x: &[f64], w: f64) -> f64 {
        let mut s = 0.0;
        for i in 0..x.len() { let m = x[i] * w; if m > 0.0 { s += m; } }
        s
    }";
    let way = |source: &str| {
        let text = swept(source);
        let (start, end) = (
            text.find("arm").expect("a branch"),
            text.find("}").expect("its end"),
        );
        text[start..end].to_string()
    };
    assert!(!way(short).contains("d_x"));
    // One that is remembered is a branch in any case.
    assert!(way(&short.replace("s += m", "s += m.sin()")).contains("d_x"));
}
