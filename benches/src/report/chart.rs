//! Rows as a chart: for each problem, one bar per tool, as long as its gradient takes.
//!
//! Lengths are logarithmic: tapes and hand-written code are two orders of magnitude apart.

use super::Row;
use plotters::coord::Shift;
use plotters::coord::combinators::LogCoord;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::error::Error;
use std::ops::Range;

const WIDTH: u32 = 1000;
/// The height of a bar.
const BAR: u32 = 12;
/// Title and axis.
const ABOVE_AND_BELOW: u32 = 90;
/// Where the problems' names stand.
const NAMES: u32 = 250;
const TEXT: (&str, u32) = ("sans-serif", 13);
/// One per tool; they can be told apart without telling red from green.
const COLORS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(170, 170, 170),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(213, 94, 0),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(240, 228, 66),
];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<LogCoord<f64>, RangedCoordf64>>;

/// The picture, as SVG.
///
/// # Errors
///
/// If the drawing fails.
pub fn svg(rows: &[Row]) -> Result<String, Box<dyn Error>> {
    let bars = bars(rows);
    let end = bars.last().map_or(1.0, |bar| bar.top + 2.0);
    // The legend stands above the bars.
    let start = -1.5 * (tools(rows).len() as f64 + 0.5);
    let size = (
        WIDTH,
        ABOVE_AND_BELOW + ((end - start) * f64::from(BAR)) as u32,
    );
    let mut text = String::new();
    let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("Value and gradient, as multiples of the primal", TEXT)
        .margin(10)
        .set_label_area_size(LabelAreaPosition::Left, NAMES)
        .set_label_area_size(LabelAreaPosition::Bottom, 30)
        .build_cartesian_2d(range(&bars).log_scale(), end..start)?;
    let mut mesh = chart.configure_mesh();
    mesh.disable_y_mesh().y_labels(0).label_style(TEXT);
    mesh.max_light_lines(0);
    mesh.x_label_formatter(&|ratio| ratio.to_string()).draw()?;
    draw_bars(&mut chart, &bars, rows)?;
    draw_names(&area, &chart, &bars, rows)?;
    area.present()?;
    drop((chart, area));
    Ok(text)
}

/// A bar: which problem and tool it is of, how long it is, and how many bars' heights above it.
struct Bar {
    row: usize,
    tool: usize,
    ratio: f64,
    top: f64,
}

/// Every tool of every problem but the primal, with a gap after each problem.
fn bars(rows: &[Row]) -> Vec<Bar> {
    let tools = tools(rows);
    let mut bars = Vec::new();
    let mut top = 0.0;
    for (row, measured) in rows.iter().enumerate() {
        for entry in &measured.entries[1..] {
            let tool = tools.iter().position(|tool| *tool == entry.tool);
            bars.push(Bar {
                row,
                tool: tool.expect("a tool of the rows"),
                ratio: measured.ratio(entry),
                top,
            });
            top += 1.0;
        }
        top += 1.0;
    }
    bars
}

/// The tools in the order in which they appear, without the primal.
fn tools(rows: &[Row]) -> Vec<&str> {
    let mut tools = Vec::new();
    for entry in rows.iter().flat_map(|row| &row.entries[1..]) {
        if !tools.contains(&entry.tool.as_str()) {
            tools.push(&entry.tool);
        }
    }
    tools
}

/// From the next smaller power of two, at most a half, to the longest bar.
fn range(bars: &[Bar]) -> Range<f64> {
    let of = |start: f64, choose: fn(f64, f64) -> f64| {
        bars.iter().map(|bar| bar.ratio).fold(start, choose)
    };
    of(0.5, f64::min).log2().floor().exp2()..1.1 * of(4.0, f64::max)
}

fn draw_bars<'a>(chart: &mut Chart<'a>, bars: &[Bar], rows: &[Row]) -> Result<(), Box<dyn Error>> {
    let left = range(bars).start;
    for (index, tool) in tools(rows).into_iter().enumerate() {
        let style = COLORS[index % COLORS.len()].filled();
        let rectangle =
            |bar: &Bar| Rectangle::new([(left, bar.top), (bar.ratio, bar.top + 1.0)], style);
        let of_tool = bars.iter().filter(|bar| bar.tool == index);
        chart
            .draw_series(of_tool.map(rectangle))?
            .label(tool)
            .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 10, y + 5)], style));
    }
    // Where a gradient would cost as much as its function.
    let end = bars.last().map_or(1.0, |bar| bar.top + 2.0);
    chart.draw_series([PathElement::new([(1.0, 0.0), (1.0, end)], BLACK)])?;
    let mut legend = chart.configure_series_labels();
    legend.position(SeriesLabelPosition::UpperRight);
    legend.label_font(TEXT).background_style(WHITE.mix(0.9));
    legend.border_style(BLACK).draw()?;
    Ok(())
}

fn draw_names(
    area: &Area,
    chart: &Chart,
    bars: &[Bar],
    rows: &[Row],
) -> Result<(), Box<dyn Error>> {
    let left = range(bars).start;
    let style = TEXT
        .into_text_style(area)
        .pos(Pos::new(HPos::Right, VPos::Center));
    for group in bars.chunk_by(|a, b| a.row == b.row) {
        let middle = group[0].top + 0.5 * group.len() as f64;
        let (x, y) = chart.backend_coord(&(left, middle));
        area.draw(&Text::new(
            rows[group[0].row].name(),
            (x - 8, y),
            style.clone(),
        ))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::report::{Row, example};

    #[test]
    fn every_problem_has_a_name_and_every_tool_a_bar() {
        let second = Row {
            problem: "dot".into(),
            ..example()
        };
        let svg = super::svg(&[example(), second]).expect("a picture");
        for text in ["sum 1000", "dot 1000", "pullback", "by hand", "tape"] {
            assert_eq!(svg.matches(text).count(), 1, "{text}");
        }
        for color in ["#0072B2", "#AAAAAA", "#E69F00"] {
            // Two bars and the legend's sample.
            assert_eq!(svg.matches(color).count(), 3, "{color}");
        }
        assert!(svg.trim_end().ends_with("</svg>"));
    }

    #[test]
    fn no_rows_are_no_error() {
        assert!(super::svg(&[]).expect("a picture").contains("<svg"));
    }
}
