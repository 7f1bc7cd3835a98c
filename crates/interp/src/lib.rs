//! The reference interpreter of Core and Flat: the definition of correct.
