package import Catalogs
package import HTTP

package struct ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Cause: Error, Hashable, Sendable {
    case decoding(DecodingError)
    case network(NetworkError)
    /// Failed to decode earlier and has not changed; the reason is text from disk.
    case remembered(String)
    case notKept

    var isPassing: Bool { if case .decoding(let error) = self { error.isPassing } else { false } }
  }

  package let photo: Photo
  package let cause: Cause

  package init(photo: Photo, cause: Cause) {
    (self.photo, self.cause) = (photo, cause)
  }

  /// Short enough for a cell, such as `not an image`.
  package var reason: String { cause.description }

  package var description: String { "\(photo): \(reason)" }
}

extension ImageError.Cause: CustomStringConvertible {
  package var description: String {
    switch self {
    case .decoding(let error): error.description
    case .network(let error): error.description
    case .remembered(let reason): reason
    case .notKept: "thumbnails cannot be written"
    }
  }
}
