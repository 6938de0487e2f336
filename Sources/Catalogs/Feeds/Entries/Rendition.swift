package import Addresses

/// One of the sizes that a photo of a feed comes in.
package struct Rendition: Hashable, Sendable {
  /// Where it is.
  package let address: WebURL
  /// The width in pixels; nil where the feed does not say.
  package let width: Int?
  /// The height in pixels; nil where the feed does not say.
  package let height: Int?

  /// Takes an address, and what is known of its size in pixels; numbers that no picture has are
  /// taken for unknown.
  package init(address: WebURL, width: Int? = nil, height: Int? = nil) {
    self.address = address
    self.width = width.flatMap(Self.valid)
    self.height = height.flatMap(Self.valid)
  }

  /// Whether the feed says how large it is.
  var isSizeKnown: Bool { width != nil || height != nil }

  /// The number of pixels; where one side is unknown, of a square on the other.
  var area: Int? {
    guard let side = width ?? height else { return nil }
    return side * (height ?? side)
  }

  /// Whether the picture fills a box in pixels without being made larger, at least in the direction
  /// that touches the box first.
  func suffices(width wantedWidth: Int, height wantedHeight: Int) -> Bool {
    (width ?? 0) >= wantedWidth || (height ?? 0) >= wantedHeight
  }

  /// Whether both have the same ratio of sides, as far as that is known: to a twentieth, and a pixel
  /// of each side.
  func hasShape(of other: Rendition) -> Bool {
    guard let width, let height, let otherWidth = other.width, let otherHeight = other.height else {
      return true
    }
    let (one, two) = (width * otherHeight, height * otherWidth)
    return abs(one - two) <= max(one, two) / 20 + otherWidth + otherHeight
  }

  private static func valid(_ side: Int) -> Int? {
    (1...1_000_000).contains(side) ? side : nil
  }
}
