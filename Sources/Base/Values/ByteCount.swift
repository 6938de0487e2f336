/// A human-readable size: decimal units, one decimal below ten.
package struct ByteCount: CustomStringConvertible {
  private let bytes: Int

  package init(_ bytes: Int) {
    self.bytes = bytes
  }

  /// For example `1.2 MB`.
  package var description: String {
    var value = Double(bytes)
    var unit = "B"
    for larger in ["kB", "MB", "GB", "TB"] where value >= 999.5 {
      value /= 1000
      unit = larger
    }
    guard unit != "B", value < 9.95 else { return "\(Int(value.rounded())) \(unit)" }
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(unit)"
  }
}

extension Int {
  /// For example `48,211`.
  package var grouped: String {
    let digits = String(magnitude)
    let groups = stride(from: digits.count % 3, through: digits.count, by: 3).map { end in
      String(digits.prefix(end).suffix(3))
    }
    let first = digits.count % 3 == 0 ? [] : [String(digits.prefix(digits.count % 3))]
    return (self < 0 ? "-" : "") + (first + groups.dropFirst()).joined(separator: ",")
  }
}
