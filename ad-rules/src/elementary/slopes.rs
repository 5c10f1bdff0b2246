//! Partial derivatives from values: of a function that is its own derivative's ingredient, only the value
//! need be remembered.
//!
//! ```
//! use ad_rules::elementary::{slopes, tanh};
//!
//! let (y, slope) = tanh(0.3_f64);
//! assert_eq!(slopes::tanh(y), slope);
//! ```

use ad_core::__private::Real;

macro_rules! slopes {
    ($($(#[$doc:meta])* $name:ident($y:ident) = $slope:expr;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub fn $name<T: Real>($y: T) -> T {
            $slope
        }
    )*};
}

slopes! {
    /// `y = eˣ`: ∂ = y
    exp(y) = y;
    /// `y = 2ˣ`: ∂ = y ln 2
    exp2(y) = y * T::LN_2;
    /// `y = tanh x`: ∂ = 1 − y²
    tanh(y) = (T::ONE - y) * (T::ONE + y);
    /// `y = tan x`: ∂ = 1 + y²
    tan(y) = T::ONE + y * y;
    /// `y = √x`: ∂ = 1 / 2y
    sqrt(y) = (y + y).recip();
    /// `y = ∛x`: ∂ = 1 / 3y²
    cbrt(y) = ((y + y + y) * y).recip();
    /// `y = 1/x`: ∂ = −y²
    recip(y) = -y * y;
}
