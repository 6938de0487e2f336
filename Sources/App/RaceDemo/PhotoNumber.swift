/// The number of a photo in the demo, from 1.
struct PhotoNumber: Hashable, Sendable, CustomStringConvertible {
  let value: Int

  /// Two digits, so that numbers stand below one another.
  var description: String { value < 10 ? "0\(value)" : "\(value)" }
}
