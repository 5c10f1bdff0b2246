mod blanket_impl;
mod extension_trait;
mod generic_bound;
mod static_dispatch;
mod supertraits;
