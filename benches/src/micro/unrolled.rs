//! Four hundred statements one after the other, without a loop.

use pullback::differentiable;

/// `x` times the factors, one statement for each.
macro_rules! straight_line {
    ($x:ident, $y:ident; $($factor:ident)*) => {
        /// x y⁴⁰⁰, multiplied out.
        #[differentiable]
        pub fn straight_line($x: f64, $y: f64) -> f64 {
            let product = $x;
            $(let product = product * $factor;)*
            product
        }
    };
}

straight_line! { x, y;
    y y y y y y y y y y y y y y y y y y y y y y y y y
    y y y y y y y y y y y y y y y y y y y y y y y y y
    y y y y y y y y y y y y y y y y y y y y y y y y y
    y y y y y y y y y y y y y y y y y y y y y y y y y
    y y y y y y y y y y y y y y y y y y y y y y y y y
    y y y y y y y y y y y y y y y y y y y y y y y y y
    y y y y y y y y y y y y y y y y y y y y y y y y y
    y y y y y y y y y y y y y y y y y y y y y y y y y
    y y y y y y y y y y y y y y y y y y y y y y y y y
    y y y y y y y y y y y y y y y y y y y y y y y y y
    y y y y y y y y y y y y y y y y y y y y y y y y y
    y y y y y y y y y y y y y y y y y y y y y y y y y
    y y y y y y y y y y y y y y y y y y y y y y y y y
    y y y y y y y y y y y y y y y y y y y y y y y y y
    y y y y y y y y y y y y y y y y y y y y y y y y y
    y y y y y y y y y y y y y y y y y y y y y y y y y
}

/// [`straight_line()`] by hand: every product is kept, as none can be undone where `y` is zero.
pub fn straight_line_by_hand(x: f64, y: f64, dx: &mut f64, dy: &mut f64) -> f64 {
    const FACTORS: usize = 400;
    let mut products = [0.0; FACTORS];
    let mut product = x;
    for kept in &mut products {
        *kept = product;
        product *= y;
    }
    let (mut pull, mut by_y) = (1.0, 0.0);
    for kept in products.iter().rev() {
        by_y += pull * kept;
        pull *= y;
    }
    (*dx, *dy) = (pull, by_y);
    product
}
