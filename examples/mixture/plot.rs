//! The data, coloured by the component each point belongs to, and level lines of the density.

use std::error::Error;
use std::ops::Range;
use std::path::Path;

use plotters::prelude::*;

use crate::data::Point;
use crate::mixture::Mixture;

const SIZE: (u32, u32) = (1200, 900);
/// Cells of the grid the density is drawn from, along each axis.
const CELLS: usize = 100;
/// How much of the fitted probability lies inside each of the level lines.
const ENCLOSED: [f64; 5] = [0.95, 0.75, 0.5, 0.25, 0.1];
const COLORS: [RGBColor; 4] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
];
const LINES: RGBColor = RGBColor(90, 90, 90);

type Segment = Vec<(f64, f64)>;

pub fn draw(file: &Path, points: &[Point], mixture: &Mixture) -> Result<(), Box<dyn Error>> {
    let (xs, ys) = (span(points, 0), span(points, 1));
    let grid = Grid::sample(&xs, &ys, mixture);

    let area = SVGBackend::new(file, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("Old Faithful", ("sans-serif", 36))
        .margin(20)
        .x_label_area_size(65)
        .y_label_area_size(80)
        .build_cartesian_2d(xs, ys)?;
    chart
        .configure_mesh()
        .disable_mesh()
        .x_desc("length of the eruption [min]")
        .y_desc("waiting time to the next [min]")
        .axis_desc_style(("sans-serif", 26))
        .label_style(("sans-serif", 22))
        .draw()?;
    for enclosed in ENCLOSED {
        let segments = grid.level_line(grid.level_enclosing(enclosed));
        let lines = segments.into_iter().map(|s| PathElement::new(s, LINES));
        chart.draw_series(lines)?;
    }
    chart.draw_series(points.iter().map(|p| {
        let color = COLORS[mixture.classify(p) % COLORS.len()];
        Circle::new((p[0], p[1]), 5, color.mix(0.7).filled())
    }))?;
    area.present()?;
    Ok(())
}

/// The range of one coordinate, with a margin that leaves room for the level lines.
fn span(points: &[Point], axis: usize) -> Range<f64> {
    let values = || points.iter().map(|p| p[axis]);
    let low = values().fold(f64::INFINITY, f64::min);
    let high = values().fold(f64::NEG_INFINITY, f64::max);
    let margin = 0.15 * (high - low);
    low - margin..high + margin
}

/// The density at the corners of a regular grid of cells.
struct Grid {
    corners: Vec<Vec<Corner>>,
    cell_area: f64,
}

#[derive(Clone, Copy)]
struct Corner {
    at: Point,
    density: f64,
}

impl Grid {
    fn sample(xs: &Range<f64>, ys: &Range<f64>, mixture: &Mixture) -> Self {
        let step = |range: &Range<f64>| (range.end - range.start) / CELLS as f64;
        let (dx, dy) = (step(xs), step(ys));
        let corner = |i: usize, j: usize| {
            let at = [xs.start + dx * i as f64, ys.start + dy * j as f64];
            let density = mixture.density(&at);
            Corner { at, density }
        };
        let row = |j: usize| (0..=CELLS).map(|i| corner(i, j)).collect();
        Self {
            corners: (0..=CELLS).map(row).collect(),
            cell_area: dx * dy,
        }
    }

    /// The density above which lies the given share of the probability.
    fn level_enclosing(&self, share: f64) -> f64 {
        let mut densities: Vec<f64> = self.corners.iter().flatten().map(|c| c.density).collect();
        densities.sort_by(|a, b| b.total_cmp(a));
        let mut mass = 0.0;
        let enclosed = |density: &f64| {
            mass += density * self.cell_area;
            mass >= share
        };
        densities.into_iter().find(enclosed).unwrap_or(0.0)
    }

    /// The line of one density, in pieces: every cell is cut into two triangles, on each of which
    /// the density is taken to be linear.
    fn level_line(&self, level: f64) -> Vec<Segment> {
        let mut segments = Vec::new();
        for rows in self.corners.windows(2) {
            for (below, above) in rows[0].windows(2).zip(rows[1].windows(2)) {
                let diagonal = [below[0], above[1]];
                segments.extend(crossing([diagonal[0], below[1], diagonal[1]], level));
                segments.extend(crossing([diagonal[0], above[0], diagonal[1]], level));
            }
        }
        segments
    }
}

/// Where the line of one density crosses a triangle, if it does.
fn crossing(triangle: [Corner; 3], level: f64) -> Option<Segment> {
    let [a, b, c] = triangle;
    let edges = [(a, b), (b, c), (c, a)];
    let crossed = |(p, q): &(Corner, Corner)| (p.density < level) != (q.density < level);
    let segment: Segment = edges
        .into_iter()
        .filter(crossed)
        .map(|(p, q)| {
            let t = (level - p.density) / (q.density - p.density);
            let along = |i: usize| p.at[i] + t * (q.at[i] - p.at[i]);
            (along(0), along(1))
        })
        .collect();
    (!segment.is_empty()).then_some(segment)
}
