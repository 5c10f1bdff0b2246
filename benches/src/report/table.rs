//! Rows as lines of text.

use super::{Entry, Row, geometric_mean};

/// What stands above the lines.
pub fn heading() -> String {
    format!(
        "{:32} {:>12} {:>15} {:>15} {:>13} {:>12} {:>24}\n{:32} {:>12} {:>15} {:>15} {:>13} {:>12} {:>24}",
        "problem",
        "primal",
        "gradient",
        "by hand",
        "gradient",
        "allocations",
        "bytes at peak",
        "",
        "ns",
        "/ primal",
        "/ primal",
        "/ by hand",
        "p g h",
        "p g h"
    )
}

/// A row: value and gradient as multiples of the primal in the fastest rounds (in the median ones),
/// then allocations and memory of primal, gradient and gradient by hand. Other tools follow below.
pub fn line(row: &Row) -> String {
    let [primal, derived, by_hand, beside @ ..] = &row.entries[..] else {
        unreachable!("a row has at least three entries")
    };
    let ratio = |entry: &Entry| format!("{:.2} ({:.2})", row.ratio(entry), row.median_ratio(entry));
    let three = |column: fn(&Entry) -> String| [primal, derived, by_hand].map(column).join(" ");
    let mut line = format!(
        "{:32} {:>12.1} {:>15} {:>15} {:>13.2} {:>12} {:>24}",
        row.name(),
        primal.time.fastest,
        ratio(derived),
        ratio(by_hand),
        row.over_by_hand(),
        three(|e| e.allocations.to_string()),
        three(|e| e.peak_bytes.to_string()),
    );
    for entry in beside {
        let Entry {
            tool,
            allocations,
            peak_bytes,
            ..
        } = entry;
        let indented = format!("  {tool}");
        let ratio = ratio(entry);
        line += &format!("\n{indented:45} {ratio:>15} {allocations:>42} {peak_bytes:>24}");
    }
    line
}

/// The geometric mean of gradient / gradient by hand, the largest one, and how many rows take more memory
/// than half as much again as by hand, or allocate more often than the primal.
pub fn summary(rows: &[Row]) -> String {
    let mean = geometric_mean(rows.iter().map(Row::over_by_hand));
    let worst = rows
        .iter()
        .max_by(|a, b| a.over_by_hand().total_cmp(&b.over_by_hand()));
    let worst = worst.map_or(String::new(), |row| {
        format!("; largest {:.2}, {}", row.over_by_hand(), row.name())
    });
    let count = |of: fn(&[Entry]) -> bool| rows.iter().filter(|row| of(&row.entries)).count();
    let larger = count(|e| 2 * e[1].peak_bytes > 3 * e[2].peak_bytes);
    let allocating = count(|e| e[1].allocations > e[0].allocations);
    format!(
        "gradient / by hand, geometric mean of {} rows: {mean:.2}{worst}\n\
         more than 1.5 times the bytes of by hand: {larger} rows; \
         more allocations than the primal: {allocating} rows",
        rows.len()
    )
}

#[cfg(test)]
mod tests {
    use crate::report::example;

    #[test]
    fn a_line_has_the_ratios_and_the_tools_beside() {
        let line = super::line(&example());
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(
            words,
            [
                "sum", "1000", "10.0", "1.50", "(1.50)", "1.20", "(1.25)", "1.25", "0", "0", "1",
                "0", "64", "32", "tape", "30.00", "(25.00)", "7", "4096"
            ]
        );
    }

    #[test]
    fn the_summary_names_the_largest() {
        assert_eq!(
            super::summary(&[example()]),
            "gradient / by hand, geometric mean of 1 rows: 1.25; largest 1.25, sum 1000\n\
             more than 1.5 times the bytes of by hand: 1 rows; \
             more allocations than the primal: 0 rows"
        );
    }
}
