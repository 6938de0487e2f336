/// How a character is drawn, besides its colours.
package struct GlyphStyle: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  package static let bold = GlyphStyle(rawValue: 1)
  package static let dim = GlyphStyle(rawValue: 2)
  package static let underline = GlyphStyle(rawValue: 4)
  package static let reverse = GlyphStyle(rawValue: 8)
}
