package import XML

/// Why a sidecar is not changed; nothing of it is written then.
package enum SidecarError: Error, Hashable, Sendable {
  /// It is written in another encoding than UTF-8.
  case otherEncoding
  /// It is no XML.
  case malformed(XMLError)
  /// It is XML, but holds nothing that is said of a photo.
  case noXMP
  /// What would be written would not say what was wanted: its names are declared in none of the ways that are known.
  case unclear
  /// A property has parts of its own, where others have a word or a number.
  case structured(SidecarProperty)
}

extension SidecarError: CustomStringConvertible {
  /// A phrase that goes on from the name of the file.
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
