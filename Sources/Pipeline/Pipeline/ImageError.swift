package import Catalog
package import Decoding
package import HTTP

/// Why a photo has no picture.
package struct ImageError: Error, Hashable, Sendable {
  /// What went wrong, wherever the picture was loaded from.
  package enum Cause: Error, Hashable, Sendable {
    /// It could not be decoded.
    case decoding(DecodingError)
    /// It could not be loaded from the web.
    case network(NetworkError)
    /// It could not be decoded at an earlier time, and has not changed; carries why, a text from disk.
    case remembered(String)
    /// Another machine makes its thumbnail right now, and nobody wanted to do so besides.
    case madeElsewhere
    /// Its thumbnail lies in the shared tier, and nobody wanted it here.
    case isShared
    /// There is no picture at the beginning of its file, and nobody wanted the rest as yet.
    case needsWholeFile

    /// There is no place to keep its thumbnail in.
    case notKept

    /// Whether the file is being written, so that it is worth trying again.
    var isPassing: Bool {
      if case .decoding(let error) = self { error.isPassing } else { false }
    }
  }

  /// The photo that could not be loaded.
  package let photo: Photo
  /// What went wrong.
  package let cause: Cause

  /// Says which photo failed, and why.
  package init(photo: Photo, cause: Cause) {
    self.photo = photo
    self.cause = cause
  }

  /// What happened, short enough for a cell: `not an image`.
  package var reason: String { cause.description }
}

extension ImageError: CustomStringConvertible {
  /// One line for a log: the path or address, and the reason.
  package var description: String { "\(photo): \(reason)" }
}

extension ImageError.Cause: CustomStringConvertible {
  /// One short phrase for a cell.
  package var description: String {
    switch self {
    case .decoding(let error): error.description
    case .network(let error): error.description
    case .remembered(let reason): reason
    case .madeElsewhere: "made elsewhere"
    case .isShared: "shared"
    case .needsWholeFile: "not loaded yet"
    case .notKept: "thumbnails cannot be written"
    }
  }
}
