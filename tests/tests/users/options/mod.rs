mod best_so_far;
mod combinators;
mod let_else;
mod option_in_struct;
mod question_mark;
mod return_option;
mod while_let;
