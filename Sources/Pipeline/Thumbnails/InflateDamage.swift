/// Compressed bytes that are damaged, or become more than is wanted.
struct InflateDamage: Error, Hashable {}
