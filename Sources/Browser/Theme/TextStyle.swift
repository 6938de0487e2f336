import Base
package import Imaging

/// Colors and text attributes, as configured: `bold underline #ff8800 on 236`, `bright-blue`,
/// `black on default`.
///
/// A color is one of the terminal's 16 by name, one of 256 by number, `#rrggbb`, `#rgb` or
/// `default`. The color after `on` is the background.
nonisolated package struct TextStyle: Hashable, Sendable {
  /// The text color; nil to inherit it from the base, ultimately the terminal's default.
  package var foreground: Color?
  package var background: Color?
  package var style: GlyphStyle

  package init(_ foreground: Color? = nil, on background: Color? = nil, style: GlyphStyle = []) {
    self.foreground = foreground
    self.background = background
    self.style = style
  }

  /// An empty text inherits everything.
  package init(_ text: String) throws(StyleError) {
    self.init()
    var isBehind = false
    var end = 0..<0
    for word in StyleToken.all(in: text) {
      end = word.place
      if let style = Self.styles.first(where: { $0.name == word.text })?.style, !isBehind {
        self.style.insert(style)
      } else if word.text == "on", !isBehind, background == nil {
        isBehind = true
      } else if let color = word.color {
        guard (isBehind ? background : foreground) == nil else {
          throw StyleError(place: word.place, reason: .secondColor(word.text))
        }
        if isBehind { background = color } else { foreground = color }
        isBehind = false
      } else {
        throw StyleError(place: word.place, reason: .unknown(word.text))
      }
    }
    if isBehind { throw StyleError(place: end, reason: .noBackground) }
  }

  private static let styles: [(name: String, style: GlyphStyle)] = [
    ("bold", .bold), ("dim", .dim), ("underline", .underline), ("reverse", .reverse),
  ]
}

nonisolated extension TextStyle: CustomStringConvertible {
  package var description: String {
    let words = Self.styles.filter { style.contains($0.style) }.map(\.name)
    let color = foreground.map { [StyleToken.name(of: $0)] } ?? []
    let behind = background.map { ["on", StyleToken.name(of: $0)] } ?? []
    return (words + color + behind).joined(separator: " ")
  }
}

nonisolated private struct StyleToken {
  let text: String
  /// Range in characters.
  let place: Range<Int>

  static func all(in text: String) -> [StyleToken] {
    text.split(separator: " ").map { word in
      let start = text.distance(from: text.startIndex, to: word.startIndex)
      return StyleToken(text: word.lowercased(), place: start..<start + word.count)
    }
  }

  var color: Color? {
    if text == "default" { return .standard }
    if let name = Self.names.firstIndex(of: text) { return .palette(UInt8(name)) }
    if text.allSatisfy({ $0.isASCII && $0.isNumber }) { return UInt8(text).map { .palette($0) } }
    let digits = text.dropFirst()
    guard text.first == "#", digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
      let value = UInt32(digits, radix: 16)
    else { return nil }
    switch digits.count {
    case 6: return .rgb(RGB(packed: value))
    // CSS shorthand: #f80 is #ff8800.
    case 3:
      return .rgb(RGB(packed: 0x11 * ((value & 0xF00) << 8 | (value & 0xF0) << 4 | value & 0xF)))
    default: return nil
    }
  }

  static func name(of color: Color) -> String {
    switch color.kind {
    case .standard: return "default"
    case .palette(let index):
      return names.indices.contains(Int(index)) ? names[Int(index)] : "\(index)"
    case .rgb(let value): return "#" + value.packed.zeroPadded(to: 6, radix: 16)
    }
  }

  private static let names: [String] = ["", "bright-"].flatMap { prefix in
    ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"].map { prefix + $0 }
  }
}

nonisolated package struct StyleError: Error, Hashable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    case unknown(String)
    case secondColor(String)
    case noBackground
  }

  /// Range of the word, in characters from 0.
  package let place: Range<Int>
  package let reason: Reason

  package var description: String {
    switch reason {
    case .unknown(let word):
      "expected a colour (red, bright-blue, 0 to 255, #ff8800, default), bold, dim, underline, reverse, or "
        + "“on” and a colour; found “\(word)”"
    case .secondColor(let word): "expected one colour here, found a second one, “\(word)”"
    case .noBackground: "expected a colour after “on”, found nothing"
    }
  }
}
