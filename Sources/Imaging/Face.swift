package struct Face: Hashable, Sendable {
  package static let limit = 256
  package static let nameByteLimit = 200
  /// The photo in the unit of areas.
  package static let whole = PixelSize(width: 65_535, height: 65_535)

  /// Untrusted, without control characters.
  package let name: String
  /// In 1/65535 of the photo's sides as it is displayed; not empty, and inside of it.
  package let area: PixelRect

  /// Nil for an invalid name or area.
  package init?(_ name: String, in area: PixelRect) {
    guard let name = Keywords([name], byteLimit: Self.nameByteLimit).all.first, area.x >= 0,
      area.y >= 0, area.size.width > 0, area.size.height > 0,
      area.x <= Self.whole.width - area.size.width, area.y <= Self.whole.height - area.size.height
    else { return nil }
    (self.name, self.area) = (name, area)
  }

  /// Takes fractions of the photo's sides; nil unless all are within 0...1. What is outside of the
  /// photo is cut off.
  package init?(_ name: String, center: SIMD2<Double>, size: SIMD2<Double>) {
    let isInside = [center.x, center.y, size.x, size.y].allSatisfy { (0...1).contains($0) }
    guard isInside else { return nil }
    func side(_ center: Double, _ length: Double) -> Range<Int> {
      let start = Int((max(0, center - length / 2) * Double(Self.whole.width)).rounded())
      let end = Int((min(1, center + length / 2) * Double(Self.whole.width)).rounded())
      return start..<max(start, end)
    }
    self.init(name, in: PixelRect(columns: side(center.x, size.x), rows: side(center.y, size.y)))
  }

  /// In a photo that is displayed by an orientation.
  package func turned(by turn: Orientation) -> Face {
    Face(name, in: turn.reversed.stored(area, of: Self.whole)) ?? self
  }
}
