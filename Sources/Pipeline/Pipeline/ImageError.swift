package import Catalog
package import Decoding

/// Why a photo has no picture.
package struct ImageError: Error, Hashable, Sendable {
  /// The photo that could not be loaded.
  package let photo: Photo
  private let fault: ImageFault

  /// Says which photo failed, and why.
  package init(photo: Photo, fault: ImageFault) {
    self.photo = photo
    self.fault = fault
  }

  /// Says which photo could not be decoded, and why.
  package init(photo: Photo, cause: DecodingError) {
    self.init(photo: photo, fault: .decoding(cause))
  }

  /// What happened, short enough for a cell: `not an image`.
  package var reason: String { fault.description }
}

extension ImageError: CustomStringConvertible {
  /// One line for a log: the path or address, and the reason.
  package var description: String { "\(photo): \(reason)" }
}
