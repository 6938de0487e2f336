// Unicode decomposition, which the standard library exposes as SPI.
@_spi(_Unicode) internal import Swift

/// Folds names for search: ignores accents and optionally case.
///
/// `Müller` matches `muller`, whether ü is stored as one character (NFC) or two (NFD, as on macOS).
/// Letters of scripts other than Latin, Greek and Cyrillic keep their marks, which are significant.
package enum NameFolding {
  /// Returns UTF-8; the name need not be text.
  package static func folded(_ bytes: [UInt8], keepsCase: Bool = false) -> [UInt8] {
    var folded: [UInt8] = []
    append(bytes, to: &folded, keepsCase: keepsCase)
    return folded
  }

  package static func append(_ bytes: [UInt8], to folded: inout [UInt8], keepsCase: Bool) {
    guard isASCII(bytes.span) else {
      return appendScalars(of: bytes, to: &folded, keepsCase: keepsCase)
    }
    for byte in bytes { folded.append(keepsCase ? byte : byte.lowercased) }
  }

  package static func isASCII(_ bytes: Span<UInt8>) -> Bool {
    var all: UInt8 = 0
    for index in bytes.indices { all |= bytes[index] }
    return all < 0x80
  }

  private static func appendScalars(of bytes: [UInt8], to folded: inout [UInt8], keepsCase: Bool) {
    for scalar in String(decoding: bytes, as: UTF8.self)._nfd where !isAccent(scalar) {
      let letters = likenesses[scalar] ?? String(scalar)
      folded += (keepsCase ? letters : letters.lowercased()).utf8
    }
  }

  /// Combining Diacritical Marks with their extension and supplement blocks.
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    default: false
    }
  }

  /// Replacements for letters without a decomposition.
  private static let likenesses: [Unicode.Scalar: String] = [
    "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ħ": "h", "Ħ": "H", "ŧ": "t",
    "Ŧ": "T", "ı": "i", "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ς": "σ",
  ]
}

package enum NearestName {
  /// Longer names are not typing mistakes, and are not compared.
  private static let longest = 64

  /// The name with the smallest edit distance, at most a third of its length; the first of equals.
  package static func of(_ text: String, in names: [String]) -> String? {
    guard text.unicodeScalars.count <= longest else { return nil }
    let distances = names.map { (name: $0, distance: distance(text.lowercased(), $0.lowercased())) }
    guard let best = distances.min(by: { $0.distance < $1.distance }),
      best.distance <= max(1, best.name.count / 3)
    else { return nil }
    return best.name
  }

  /// The edit distance with transpositions (optimal string alignment).
  static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var before: [Int] = []
    var above = Array(0...second.count)
    for (row, left) in first.enumerated() {
      var line = [row + 1]
      for (column, right) in second.enumerated() {
        var least = min(
          above[column] + (left == right ? 0 : 1), above[column + 1] + 1, line[column] + 1)
        if row > 0, column > 0, left == second[column - 1], first[row - 1] == right {
          least = min(least, before[column - 1] + 1)
        }
        line.append(least)
      }
      before = above
      above = line
    }
    return above[second.count]
  }
}
