package import Addresses
package import Imaging

/// A photo, or a card in the place of one, as a feed describes it.
package struct FeedEntry: Hashable, Sendable {
  /// What it is called.
  package var title: ForeignText?
  /// Who made it.
  package var author: ForeignText?
  /// When, in the words of the feed.
  package var date: ForeignText?
  /// What is written about it.
  package var explanation: ForeignText?
  /// The pictures, from the smallest to the largest as far as that is known, each address once.
  package var renditions: [Rendition]
  /// Whether this is a video, or something else that is no picture: then the renditions are at most
  /// stills of it, and where there are none, the title is all there is to show.
  package var isVideo: Bool
  /// How the picture looks from afar; nil where the feed does not say.
  package var hint: PictureHint?
  /// The file that the picture is, where that is what a server has; nil for what a feed tells of.
  package var file: ServedFile?

  /// Makes an entry of which nothing but the pictures is known.
  package init(renditions: [Rendition], isVideo: Bool = false) {
    var known: Set<WebURL> = []
    self.renditions =
      renditions.count > 1
      ? renditions.filter { known.insert($0.address).inserted } : renditions
    self.isVideo = isVideo
  }
}

extension FeedEntry {
  /// The smallest picture that fills a box without being made larger.
  ///
  /// Those of a known size come first. Where none of them suffices it is the first of unknown size,
  /// which the feed itself takes for the usual one, and then the largest.
  /// - Parameters:
  ///   - width: The width of the box in pixels.
  ///   - height: The height of the box in pixels.
  /// - Returns: Nil where there is no picture.
  package func rendition(sufficingForWidth width: Int, height: Int) -> Rendition? {
    renditions.filter { $0.suffices(width: width, height: height) }
      .min { ($0.area ?? 0) < ($1.area ?? 0) }
      ?? renditions.first { !$0.isSizeKnown }
      ?? renditions.max { ($0.area ?? 0) < ($1.area ?? 0) }
  }

  /// The picture for the viewer; nil where there is none.
  package var largestRendition: Rendition? { renditions.last }

  /// The size of the largest picture of which both sides are known, in pixels; nil where there is none.
  package var largestSize: PixelSize? {
    renditions.reversed().lazy.compactMap { rendition in
      guard let width = rendition.width, let height = rendition.height else { return nil }
      return PixelSize(width: width, height: height)
    }.first
  }
}

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

  /// Whether the feed says that it has fewer pixels than another picture.
  package func isSmaller(than area: Int) -> Bool { self.area.map { $0 < area } ?? false }

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
