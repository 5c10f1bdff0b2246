mod const_generic_fns;
mod differentiable_bound;
mod generic_struct_real;
mod real_norm;
mod real_slices;
