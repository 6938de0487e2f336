import Values

/// Reads numbers: RFC 8259 section 6.
enum JSONNumberReader {
  /// Takes a number; nil, with a part of it taken, where it is not written as it must be.
  static func take(from scanner: inout ByteScanner) -> Double? {
    let start = scanner.offset
    _ = scanner.take("-")
    let isZero = scanner.take("0")
    let digits = scanner.skip(while: \.isDigit)
    guard isZero ? digits == 0 : digits > 0, takeFraction(&scanner), takeExponent(&scanner) else {
      return nil
    }
    return Double(String(decoding: scanner.slice(from: start), as: UTF8.self))
  }

  private static func takeFraction(_ scanner: inout ByteScanner) -> Bool {
    guard scanner.take(".") else { return true }
    return scanner.skip(while: \.isDigit) > 0
  }

  private static func takeExponent(_ scanner: inout ByteScanner) -> Bool {
    guard scanner.peek == "e" || scanner.peek == "E" else { return true }
    _ = scanner.next()
    if scanner.peek == "+" || scanner.peek == "-" { _ = scanner.next() }
    return scanner.skip(while: \.isDigit) > 0
  }
}
