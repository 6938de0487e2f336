internal import System

extension FileTime {
  /// The time to the nanosecond, as photocell's own keys hold it: `1700000000+000000042`.
  var exactText: String { "\(seconds)+\(nineDigits)" }

  /// Whether a thumbnail's `Thumb::MTime` names this time: in whole seconds, as the standard has it,
  /// or with decimal places of them, as Tumbler writes it (six, with a comma in some locales).
  func agrees(withText text: [UInt8]) -> Bool {
    let whole = Array(String(seconds).utf8)
    guard text.starts(with: whole) else { return false }
    guard let separator = text.dropFirst(whole.count).first else { return true }
    let fraction = text.dropFirst(whole.count + 1)
    return ".,".utf8.contains(separator) && (1...9).contains(fraction.count)
      && nineDigits.utf8.starts(with: fraction)
  }

  private var nineDigits: String {
    let digits = String(nanoseconds)
    return String(repeating: "0", count: max(0, 9 - digits.count)) + digits
  }
}
