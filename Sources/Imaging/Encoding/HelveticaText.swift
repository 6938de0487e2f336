import Base

/// A text in Helvetica, a standard font of PDF (ISO 32000-1, section 9.6.2.2), in WinAnsiEncoding
/// (annex D). Accents of other letters are dropped; characters without a code become `?`.
package struct HelveticaText: Hashable, Sendable {
  package private(set) var bytes: [UInt8]

  private static let codes: [Character: UInt8] = {
    let others = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ"
    var codes: [Character: UInt8] = [:]
    for (place, character) in others.enumerated() where character != " " {
      codes[character] = 0x80 + UInt8(place)
    }
    for code in Array(UInt8(0x20)...0x7E) + (0xA0...0xFF) {
      codes[Character(Unicode.Scalar(code))] = code
    }
    return codes
  }()
  private static let ellipsis: UInt8 = 0x85

  package init(_ text: String) {
    bytes = text.flatMap { character -> [UInt8] in
      if let code = Self.codes[character] { return [code] }
      return NameFolding.folded(Array(String(character).utf8), keepsCase: true)
        .reduce(into: []) { plain, byte in
          // One mark for a character of several bytes.
          if (0x20..<0x7F).contains(byte) {
            plain.append(byte)
          } else if byte & 0xC0 != 0x80 {
            plain.append(UInt8(ascii: "?"))
          }
        }
    }
  }

  /// In thousandths of the font size, from Adobe's metrics of the font, from the space to `~`.
  private static let widths = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
  ]

  /// Accented letters are as wide as plain ones; the widths of other signs are approximate.
  private static let allWidths: [Int] = {
    var all = [Int](repeating: 556, count: 256)
    for (character, code) in codes {
      let plain = NameFolding.folded(Array(String(character).utf8), keepsCase: true)
      all[Int(code)] = plain.reduce(0) { sum, byte in
        guard byte & 0xC0 != 0x80 else { return sum }
        return sum + (widths.indices.contains(Int(byte) - 0x20) ? widths[Int(byte) - 0x20] : 556)
      }
    }
    all[Int(ellipsis)] = 1000
    return all
  }()

  private static func width(of bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $0 + allWidths[Int($1)] }
  }

  package func width(at size: Double) -> Double { Double(Self.width(of: bytes)) / 1000 * size }

  /// With an ellipsis in the middle if it is wider: names of a series differ at the end.
  package func fitted(into width: Double, at size: Double) -> HelveticaText {
    guard self.width(at: size) > width else { return self }
    let limit = Int(width / size * 1000) - Self.allWidths[Int(Self.ellipsis)]
    var (head, tail) = (bytes[..<(bytes.count / 2)], bytes[(bytes.count / 2)...])
    var rest = Self.width(of: bytes)
    while rest > limit {
      guard let dropped = head.count > tail.count ? head.popLast() : tail.popFirst() else { break }
      rest -= Self.allWidths[Int(dropped)]
    }
    var text = self
    text.bytes = Array(head) + [Self.ellipsis] + Array(tail)
    return text
  }
}
