//! Tests of the repository itself: `rooms` is the plan of the house, `tidy` and `imports` see to
//! it that nobody looks where he must not, `picture` that ARCHITECTURE.md shows the plan.

mod imports;
mod picture;
mod rooms;
mod tidy;
