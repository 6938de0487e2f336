package import Imaging

/// A size class of the Thumbnail Managing Standard (section 4.1, version 0.9).
package enum ThumbnailSize: CaseIterable, Comparable, Hashable, Sendable {
  /// Fits into 128 by 128 pixels.
  case normal
  /// Fits into 256 by 256 pixels.
  case large
  /// Fits into 512 by 512 pixels.
  case extraLarge
  /// Fits into 1024 by 1024 pixels.
  case doubleExtraLarge

  /// The side of the square that its thumbnails fit into, in pixels.
  package var side: Int {
    switch self {
    case .normal: 128
    case .large: 256
    case .extraLarge: 512
    case .doubleExtraLarge: 1024
    }
  }

  /// The square that its thumbnails fit into, in pixels.
  package var box: PixelSize { PixelSize(width: side, height: side) }

  /// The name of its folder.
  package var folderName: String {
    switch self {
    case .normal: "normal"
    case .large: "large"
    case .extraLarge: "x-large"
    case .doubleExtraLarge: "xx-large"
    }
  }

  /// The smallest class whose thumbnails fill a box whatever the picture's proportions are; nil
  /// where not even the largest does.
  /// - Parameter box: The box in pixels.
  package init?(filling box: PixelSize) {
    self.init { $0.side >= max(box.width, box.height) }
  }

  /// The smallest class that may hold a thumbnail which fills a box.
  /// - Parameter box: The box in pixels.
  init?(possiblyFilling box: PixelSize) {
    self.init { $0.side >= min(box.width, box.height) }
  }

  private init?(where suffices: (Self) -> Bool) {
    guard let first = Self.allCases.first(where: suffices) else { return nil }
    self = first
  }
}
