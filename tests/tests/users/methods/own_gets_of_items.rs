//! Methods of one's own that are called as those of slices are, `get`, `first` and `last`, of the items of loops, of closures
//! and of slices.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Table {
    keys: Vec<usize>,
    values: Vec<f64>,
}

#[differentiable]
impl Table {
    fn get(&self, key: usize) -> Option<f64> {
        let at = self.keys.iter().position(|&k| k == key)?;
        Some(self.values[at])
    }

    fn first(&self) -> f64 {
        self.values[0]
    }

    fn last(&self) -> f64 {
        self.values[1] * 2.0
    }
}

#[derive(Clone, Differentiable)]
struct Book {
    rows: Vec<Vec<f64>>,
    tables: Vec<Table>,
}

#[differentiable]
impl Book {
    fn of(x: &[f64]) -> Self {
        let tables = [[1, 2], [2, 7]].iter().zip(x.chunks(2));
        let tables = tables.map(|(keys, values)| Table {
            keys: keys.to_vec(),
            values: values.to_vec(),
        });
        Book {
            rows: x.chunks(2).map(|row| row.to_vec()).collect(),
            tables: tables.collect(),
        }
    }

    fn at(&self, row: usize, key: usize) -> f64 {
        let of_row = self.rows[row].get(key).copied().unwrap_or(3.0);
        of_row * self.tables[row].get(key).unwrap_or(2.0) + self.rows[row].first().unwrap()
    }
}

#[differentiable]
fn of_elements(tables: &[Table], key: usize) -> f64 {
    let found = tables[0].get(key).unwrap_or(1.0) * tables[1].get(key).unwrap_or(2.0);
    found * tables[0].first() + tables[1].last()
}

#[differentiable]
fn of_items(tables: &[Table], key: usize) -> f64 {
    let mut product = 1.0;
    for table in tables {
        product *= table.get(key).unwrap_or(2.0) + table.first() * table.last();
    }
    let found: f64 = tables.iter().filter_map(|table| table.get(key)).sum();
    product + found + tables.iter().map(|t| t.first() * t.last()).sum::<f64>()
}

#[differentiable]
fn of_book(x: &[f64], key: usize) -> f64 {
    let book = Book::of(x);
    let tables = &book.tables;
    book.at(0, key) * book.at(1, key) + of_elements(tables, key) * of_items(tables, key)
}

#[test]
fn own_methods_of_items() {
    let x = [0.5, 1.5, 2.0, 0.7];
    for key in [0, 1, 2, 7] {
        assert_grad(|x| of_book(x, key), &x, &of_book::gradient(&x, key));
    }
}
