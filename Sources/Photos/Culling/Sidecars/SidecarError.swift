package import Base

/// Why a sidecar is not changed; nothing is written then.
package enum SidecarError: Error, Hashable, Sendable {
  case otherEncoding
  case malformed(XMLError)
  case noXMP
  /// The result would not have the requested value: its names are declared in an unknown way.
  case unclear
  /// A property has structured content instead of text.
  case structured(SidecarProperty)
}

extension SidecarError: CustomStringConvertible {
  /// Completes a sentence that begins with the file name.
  package var description: String {
    switch self {
    case .otherEncoding: "is not in UTF-8"
    case .malformed(let error): "is no XML: \(error)"
    case .noXMP: "holds no XMP"
    case .unclear: "cannot be changed safely"
    case .structured(let property): "has a \(property.rawValue) that is more than a word"
    }
  }
}
