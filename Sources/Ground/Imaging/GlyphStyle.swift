/// How a character is drawn, besides its colours.
package struct GlyphStyle: OptionSet, Hashable, Sendable {
  /// One bit for each part of the style.
  package let rawValue: UInt16

  /// Takes the bits of a style.
  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// Heavier or brighter.
  package static let bold = GlyphStyle(rawValue: 1)
  /// Fainter.
  package static let dim = GlyphStyle(rawValue: 2)
  /// With a line below.
  package static let underline = GlyphStyle(rawValue: 4)
  /// With the two colours exchanged.
  package static let reverse = GlyphStyle(rawValue: 8)
}
