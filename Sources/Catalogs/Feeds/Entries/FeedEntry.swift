package import Base
package import Imaging

/// A photo of a feed, or a text card without an image.
package struct FeedEntry: Hashable, Sendable {
  package var title: ForeignText?
  package var author: ForeignText?
  /// As written in the feed.
  package var date: ForeignText?
  package var explanation: ForeignText?
  /// From smallest to largest if known, without duplicate addresses.
  package var renditions: [Rendition]
  /// Video or other media: renditions are stills of it, or empty.
  package var isVideo: Bool
  /// A low-resolution preview, if the feed has one.
  package var hint: PictureHint?
  /// The file on a server; nil for entries of feeds.
  package var file: ServedFile?

  package init(renditions: [Rendition], isVideo: Bool = false) {
    var known: Set<WebURL> = []
    self.renditions =
      renditions.count > 1
      ? renditions.filter { known.insert($0.address).inserted } : renditions
    self.isVideo = isVideo
  }
}

extension FeedEntry {
  /// The smallest rendition that fills a box in pixels without upscaling.
  ///
  /// Renditions of known size come first; if none is large enough, the first of unknown size, which
  /// the feed uses as the default, then the largest.
  package func rendition(sufficingForWidth width: Int, height: Int) -> Rendition? {
    renditions.filter { $0.suffices(width: width, height: height) }
      .min { ($0.area ?? 0) < ($1.area ?? 0) }
      ?? renditions.first { !$0.isSizeKnown }
      ?? renditions.max { ($0.area ?? 0) < ($1.area ?? 0) }
  }

  package var largestRendition: Rendition? { renditions.last }

  /// Of the largest rendition whose width and height are known, in pixels.
  package var largestSize: PixelSize? {
    renditions.reversed().lazy.compactMap { rendition in
      guard let width = rendition.width, let height = rendition.height else { return nil }
      return PixelSize(width: width, height: height)
    }.first
  }
}

/// One size of a photo in a feed.
package struct Rendition: Hashable, Sendable {
  package let address: WebURL
  /// In pixels; nil if the feed does not state it.
  package let width: Int?
  /// In pixels; nil if the feed does not state it.
  package let height: Int?

  /// Sizes outside 1...1,000,000 become nil.
  package init(address: WebURL, width: Int? = nil, height: Int? = nil) {
    self.address = address
    self.width = width.flatMap(Self.valid)
    self.height = height.flatMap(Self.valid)
  }

  var isSizeKnown: Bool { width != nil || height != nil }

  /// Whether it is known to have fewer pixels than `area`.
  package func isSmaller(than area: Int) -> Bool { self.area.map { $0 < area } ?? false }

  /// In pixels; if one side is unknown, that of a square.
  var area: Int? {
    guard let side = width ?? height else { return nil }
    return side * (height ?? side)
  }

  /// Whether it fills a box in pixels without upscaling, at least in the direction that limits it.
  func suffices(width wantedWidth: Int, height wantedHeight: Int) -> Bool {
    (width ?? 0) >= wantedWidth || (height ?? 0) >= wantedHeight
  }

  /// Whether the known aspect ratios are equal, within 5% and a pixel per side.
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
