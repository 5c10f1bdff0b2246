mod const_generic_fns;
mod differentiable_bound;
mod generic_struct_real;
mod operator_bounds;
mod real_norm;
mod real_slices;
mod where_clauses_phantom;
