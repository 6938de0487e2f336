internal import Descriptors

extension FileTime {
  /// The time to the nanosecond, as photocell's own keys hold it: `1700000000+000000042`.
  var exactText: String {
    let digits = String(nanoseconds)
    return "\(seconds)+" + String(repeating: "0", count: max(0, 9 - digits.count)) + digits
  }
}
