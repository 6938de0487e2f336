package import Catalog
package import Decoding

/// Why a photo has no picture.
package struct ImageError: Error, Hashable, Sendable {
  /// The photo that could not be loaded.
  package let photo: Photo
  private let cause: DecodingError

  /// Says which photo failed, and why.
  package init(photo: Photo, cause: DecodingError) {
    self.photo = photo
    self.cause = cause
  }

  /// What happened, short enough for a cell: `not an image`.
  package var reason: String { cause.description }

  /// Tells whether the load only ended because nobody wanted it any more.
  var isCancellation: Bool { cause == .cancelled }
}

extension ImageError: CustomStringConvertible {
  /// One line for a log: the path and the reason.
  package var description: String { "\(photo.path): \(reason)" }
}
