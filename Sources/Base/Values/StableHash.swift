extension [UInt8] {
  /// FNV-1a in 64 bits: stable across processes and machines, but not collision-resistant.
  package var stableHash: UInt64 {
    reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}
