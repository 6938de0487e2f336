import ArgumentParser

/// How much a cache may take, as `--memory-cache` and `--http-cache` say it: `256MB`, `1.5GiB`.
struct ByteSizeOption {
  let bytes: Int

  /// The largest size, in bytes: more than any machine has.
  private static let largest = 1e15
  /// The bytes of each unit, decimal as the status line has them, or binary.
  private static let units: [String: Double] = [
    "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12,
    "kib": 1024, "mib": 1_048_576, "gib": 1_073_741_824, "tib": 1_099_511_627_776,
  ]

  /// Reads a size.
  /// - Throws: A `ValidationError` that says how one is written.
  init(_ text: String) throws {
    guard let quantity = QuantityText(text), let factor = Self.units[quantity.unit],
      quantity.number * factor >= 1, quantity.number * factor <= Self.largest
    else {
      throw ValidationError(
        "a size above zero is written as 500kB, 256MB, 1.5GB or 64MiB")
    }
    bytes = Int(quantity.number * factor)
  }
}
