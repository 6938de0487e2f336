/// Names in other scripts as the name service has them: RFC 3492.
enum Punycode {
  /// A label of a host name in ASCII, with `xn--` before it where it was not.
  ///
  /// Letters, digits and marks are taken as they are, in no other form, so that what looks like an
  /// address or a dot never becomes one.
  /// - Returns: Nil where a character can be in no name.
  static func label(_ label: Substring) -> String? {
    let scalars = Array(label.unicodeScalars)
    if scalars.allSatisfy(\.isASCII) { return String(label) }
    guard scalars.count <= 63, scalars.allSatisfy(isAllowed) else { return nil }
    return "xn--" + encoded(scalars)
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark,
      .decimalNumber:
      true
    default: scalar == "-"
    }
  }

  /// Section 6.3; at most 63 characters, so that nothing can overflow.
  private static func encoded(_ scalars: [Unicode.Scalar]) -> String {
    let basic = scalars.filter(\.isASCII)
    var output = String(String.UnicodeScalarView(basic)) + (basic.isEmpty ? "" : "-")
    var state = (point: 128, delta: 0, bias: 72, handled: basic.count)
    while state.handled < scalars.count {
      let values = scalars.map { Int($0.value) }
      guard let next = values.filter({ $0 >= state.point }).min() else { break }
      state.delta += (next - state.point) * (state.handled + 1)
      state.point = next
      for value in values {
        if value < next { state.delta += 1 }
        guard value == next else { continue }
        output += digits(of: state.delta, bias: state.bias)
        state.bias = bias(
          after: state.delta, points: state.handled + 1, isFirst: state.handled == basic.count)
        state.delta = 0
        state.handled += 1
      }
      state.delta += 1
      state.point += 1
    }
    return output
  }

  /// A number with digits of changing worth: section 3.3.
  private static func digits(of number: Int, bias: Int) -> String {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    var rest = number
    var text = ""
    for place in stride(from: 36, through: Int.max - 36, by: 36) {
      let threshold = min(max(place - bias, 1), 26)
      guard rest >= threshold else { break }
      text.append(alphabet[threshold + (rest - threshold) % (36 - threshold)])
      rest = (rest - threshold) / (36 - threshold)
    }
    text.append(alphabet[rest])
    return text
  }

  /// Section 6.1.
  private static func bias(after delta: Int, points: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / points
    var places = 0
    while delta > 455 {
      delta /= 35
      places += 36
    }
    return places + 36 * delta / (delta + 38)
  }
}
