//! The shop.
pub mod orders;
mod store;

pub use crate::store::Store;

/// Makes a key.
#[macro_export]
macro_rules! key {
    ($x:expr) => {
        $x.to_string()
    };
}
