use crate::assert_grad;
use pullback::differentiable;

/// None of these carry derivatives, and none derives anything.
struct Grid {
    width: usize,
    spacing: f64,
}

impl Grid {
    fn index(&self, row: usize, column: usize) -> usize {
        row * self.width + column
    }
    fn order(&self, row: usize) -> u32 {
        row as u32 + 1
    }
}

enum Probe {
    At { cell: (usize, usize), weight: f64 },
    Mean(f64),
    Nothing,
}

#[differentiable]
fn read(#[constant] probe: &Probe, #[constant] grid: &Grid, field: &[f64]) -> f64 {
    match probe {
        Probe::At {
            cell: (row, column),
            weight,
        } => field[grid.index(*row, *column)] * weight + (field[0] - weight).powi(2),
        &Probe::Mean(scale) => scale * field.iter().sum::<f64>() / field.len() as f64,
        Probe::Nothing => 0.0,
    }
}

#[differentiable]
fn observed(
    field: &[f64],
    #[constant] probes: &[Probe],
    #[constant] grids: &[Option<Grid>],
) -> f64 {
    let mut total = 0.0;
    for grid in grids {
        let Some(grid) = grid else { continue };
        for (i, probe) in probes.iter().enumerate() {
            let order = grid.order(i);
            total += read(probe, grid, field) * order as f64;
            total += field[grid.index(1, i)].powi(order as i32) * grid.spacing / f64::from(order);
        }
    }
    total
}

#[test]
fn gradient_is_right() {
    let p = [0.3, -0.8, 1.1, 0.7, 0.2, -0.4];
    assert_grad(
        |p| {
            observed(
                p,
                &[
                    Probe::Nothing,
                    Probe::At {
                        cell: (1, 2),
                        weight: 0.4,
                    },
                    Probe::Mean(1.7),
                ],
                &[
                    None,
                    Some(Grid {
                        width: 3,
                        spacing: 0.1,
                    }),
                ],
            )
        },
        &p,
        &observed::gradient(
            &p,
            &[
                Probe::Nothing,
                Probe::At {
                    cell: (1, 2),
                    weight: 0.4,
                },
                Probe::Mean(1.7),
            ],
            &[
                None,
                Some(Grid {
                    width: 3,
                    spacing: 0.1,
                }),
            ],
        ),
    );
}
