import ArgumentParser

/// How long pictures stay in memory, as `--ttl` says it: `500ms`, `30s`, `10m`, `2h`.
struct LifetimeOption {
  let duration: Duration

  /// The longest lifetime, in seconds: ten years of 365 days.
  private static let longest = 315_360_000.0
  /// The seconds of each unit.
  private static let units = ["ms": 0.001, "s": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400]

  /// Reads a lifetime.
  /// - Throws: A `ValidationError` that says how one is written.
  init(_ text: String) throws {
    guard let quantity = QuantityText(text), let factor = Self.units[quantity.unit],
      quantity.number > 0, quantity.number * factor <= Self.longest
    else {
      throw ValidationError("a time above zero is written as 500ms, 30s, 10m, 2h or 1d")
    }
    duration = .seconds(quantity.number * factor)
  }
}
