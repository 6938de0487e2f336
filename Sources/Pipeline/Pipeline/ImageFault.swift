package import Decoding
package import HTTP

/// Why there is no picture, whatever it was loaded from.
package enum ImageFault: Error, Hashable, Sendable {
  /// It could not be decoded.
  case decoding(DecodingError)
  /// It could not be had from the web.
  case network(NetworkError)
  /// It could not be decoded at an earlier time, and has not changed; carries why, a text from disk.
  case remembered(String)

  /// Tells whether the file is being written, so that it is worth trying again.
  var isPassing: Bool { self == .decoding(.changing) }
}

extension ImageFault: CustomStringConvertible {
  /// One short phrase for a cell.
  package var description: String {
    switch self {
    case .decoding(let error): error.description
    case .network(let error): error.description
    case .remembered(let reason): reason
    }
  }
}
