/// A number and its unit as they stand on the command line: `1.5GB` is 1.5 and `gb`.
struct QuantityText {
  /// The number; zero or more.
  let number: Double
  /// The unit in lower case; empty where there is none.
  let unit: String

  /// Takes a text apart; nil where it does not begin with a plain decimal number.
  init?(_ text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    guard let number = Double(digits), number.isFinite else { return nil }
    self.number = number
    unit = text.dropFirst(digits.count).lowercased()
  }
}
