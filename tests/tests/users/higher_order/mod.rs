//! Functions as arguments.
mod called_fields;
mod captured_payloads;
mod constant_functions;
mod dyn_fn;
mod fixed_point_vector_fn;
mod fn_as_value;
mod fn_generic_bound;
mod fn_pointer_param;
mod functions_of_lists_by_other_names;
mod given_references;
mod losses_by_name;
mod made_and_lent;
mod made_of_constants;
mod named_function_types;
mod named_types_of_slices;
mod ode_with_slices;
mod optional_callbacks;
