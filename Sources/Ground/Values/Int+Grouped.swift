extension Int {
  /// The digits in groups of three: `48,211`.
  package var grouped: String {
    let digits = String(magnitude)
    let groups = stride(from: digits.count % 3, through: digits.count, by: 3).map { end in
      String(digits.prefix(end).suffix(3))
    }
    let first = digits.count % 3 == 0 ? [] : [String(digits.prefix(digits.count % 3))]
    return (self < 0 ? "-" : "") + (first + groups.dropFirst()).joined(separator: ",")
  }
}
