import Base
package import Imaging

/// The styles of everything but images, for dark and light backgrounds.
nonisolated package struct Theme: Hashable, Sendable {
  /// The names are those of the configuration.
  package enum Part: String, CaseIterable, Hashable, Sendable {
    case text
    case name
    case selectedName = "selected-name"
    case selection
    case placeholder, progress
    /// A folder's name, and the ground below it and the covers.
    case card
    case failure
    case truncated, kind, mark, rating
    case redLabel = "red-label"
    case yellowLabel = "yellow-label"
    case greenLabel = "green-label"
    case blueLabel = "blue-label"
    case purpleLabel = "purple-label"
    /// Origin badges for memory and for all other origins.
    case memoryBadge = "memory-badge"
    case loadBadge = "load-badge"
    case quiet
    case navigator
    case navigatorView = "navigator-view"
    case bar
    case emptyBar = "empty-bar"
    case border
    case key
    case heading, group
    /// The status line, and drawn over it key hints, signs of messages, and errors.
    case status, hint, success, warning, problem
    case match
    case cursor
  }

  nonisolated struct Variants: Hashable, Sendable, ExpressibleByStringLiteral {
    var onDark, onLight: TextStyle
    /// For 16 colors or none, if the nearest ones are unsuitable.
    var ofFewColors: TextStyle?

    init(_ style: TextStyle, ofFewColors: TextStyle? = nil) {
      (onDark, onLight, self.ofFewColors) = (style, style, ofFewColors)
    }

    var bold: Variants {
      var bold = self
      bold.onDark.style.insert(.bold)
      bold.onLight.style.insert(.bold)
      bold.ofFewColors?.style.insert(.bold)
      return bold
    }

    /// Styles as in the configuration, which must be valid.
    init(_ text: String, onLight: String, ofFewColors: String? = nil) {
      onDark = Self.style(text)
      self.onLight = Self.style(onLight)
      self.ofFewColors = ofFewColors.map(Self.style)
    }

    init(stringLiteral text: String) {
      self.init(Self.style(text))
    }

    private static func style(_ text: String) -> TextStyle {
      do throws(StyleError) {
        return try TextStyle(text)
      } catch {
        preconditionFailure("\(error)")
      }
    }
  }

  private var variants: [Part: Variants]

  init(_ variants: [Part: Variants]) {
    self.variants = variants
  }

  /// The style on a dark background; setting it replaces the style for every terminal.
  package subscript(part: Part) -> TextStyle {
    get { variants[part]?.onDark ?? TextStyle() }
    set { variants[part] = Variants(newValue) }
  }

  func fixed(onLight: Bool) -> Theme {
    Theme(
      variants.mapValues { variants in
        Variants(onLight ? variants.onLight : variants.onDark, ofFewColors: variants.ofFewColors)
      })
  }

  func style(of part: Part, on form: TileForm) -> TextStyle {
    guard let variants = variants[part] else { return TextStyle() }
    if form.colors == .ansi16 || form.colors == .none, let few = variants.ofFewColors { return few }
    return form.background.isLight ? variants.onLight : variants.onDark
  }
}

/// As configured: `bold underline #ff8800 on 236`, `bright-blue`, `black on default`.
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
    for part in text.split(separator: " ") {
      let start = text.distance(from: text.startIndex, to: part.startIndex)
      let word = part.lowercased()
      end = start..<start + part.count
      if let style = Self.styles.first(where: { $0.name == word })?.style, !isBehind {
        self.style.insert(style)
      } else if word == "on", !isBehind, background == nil {
        isBehind = true
      } else if let color = Color(word: word) {
        guard (isBehind ? background : foreground) == nil else {
          throw StyleError(place: end, reason: .secondColor(word))
        }
        if isBehind { background = color } else { foreground = color }
        isBehind = false
      } else {
        throw StyleError(place: end, reason: .unknown(word))
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
    let color = foreground.map { [$0.word] } ?? []
    let behind = background.map { ["on", $0.word] } ?? []
    return (words + color + behind).joined(separator: " ")
  }
}

nonisolated extension Color {
  fileprivate init?(word: String) {
    let digits = word.dropFirst()
    if word == "default" {
      self = .standard
    } else if let name = Self.names.firstIndex(of: word) {
      self = .palette(UInt8(name))
    } else if word.allSatisfy({ $0.isASCII && $0.isNumber }), let index = UInt8(word) {
      self = .palette(index)
    } else if word.first == "#", digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
      let value = UInt32(digits, radix: 16), [3, 6].contains(digits.count)
    {
      // CSS shorthand: #f80 is #ff8800.
      let long = 0x11 * ((value & 0xF00) << 8 | (value & 0xF0) << 4 | value & 0xF)
      self = .rgb(RGB(packed: digits.count == 3 ? long : value))
    } else {
      return nil
    }
  }

  fileprivate var word: String {
    switch kind {
    case .standard: "default"
    case .palette(let index):
      Self.names.indices.contains(Int(index)) ? Self.names[Int(index)] : "\(index)"
    case .rgb(let value): "#" + value.packed.zeroPadded(to: 6, radix: 16)
    }
  }

  private static let names = ["", "bright-"].flatMap { prefix in
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

  package init(place: Range<Int>, reason: Reason) {
    (self.place, self.reason) = (place, reason)
  }

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
