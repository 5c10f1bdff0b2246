//! Rows as comma-separated values, one line per problem and tool.

use super::Row;
use std::fmt::Write;

const HEADING: &str =
    "problem,size,tool,fastest_ns,median_ns,fastest_ratio,median_ratio,allocations,peak_bytes\n";

/// The whole file.
pub fn text(rows: &[Row]) -> String {
    let mut text = HEADING.to_string();
    for row in rows {
        for entry in &row.entries {
            writeln!(
                text,
                "{},{},{},{:.2},{:.2},{:.4},{:.4},{},{}",
                quoted(&row.problem),
                quoted(&row.size),
                quoted(&entry.tool),
                entry.time.fastest,
                entry.time.median,
                row.ratio(entry),
                row.median_ratio(entry),
                entry.allocations,
                entry.peak_bytes
            )
            .expect("writing to a string does not fail");
        }
    }
    text
}

fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::example;

    #[test]
    fn every_tool_has_a_line() {
        let row = Row {
            problem: "matmul, \"naive\"".into(),
            ..example()
        };
        let text = text(&[row]);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 5);
        assert_eq!(
            lines[4],
            "\"matmul, \"\"naive\"\"\",1000,tape,300.00,500.00,30.0000,25.0000,7,4096"
        );
        assert_eq!(lines[0].split(',').count(), 9);
    }
}
