extension [UInt8] {
  /// A number that follows from bytes alone, in every process and on every machine: FNV-1a in 64 bits.
  ///
  /// Who may choose the bytes can make two of them equal.
  package var stableHash: UInt64 {
    reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}
