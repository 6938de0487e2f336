import Addresses
import Catalog
import Feeds
import PictureFormats
package import Values

/// The file of a photo that is not here, as it came from its server.
package struct PhotoOriginal: Sendable {
  /// What it may be called here: without a slash, and not hidden.
  package let name: ByteString
  /// When it was last written there, in seconds since 1970 in UTC; nil where nobody has said so.
  package let modified: Int?
  /// Its bytes; foreign.
  package let bytes: [UInt8]
  /// Whether it is the version that its listing named, as far as that can be told.
  package let isAsListed: Bool

  /// Takes all of it.
  package init(name: ByteString, modified: Int?, bytes: [UInt8], isAsListed: Bool) {
    self.name = name
    self.modified = modified
    self.bytes = bytes
    self.isAsListed = isAsListed
  }

  /// Takes what a server has sent.
  /// - Parameters:
  ///   - bytes: All of the file.
  ///   - photo: Whose file it is.
  ///   - address: Where it was asked for.
  ///   - isAsListed: Whether it is the version that was listed.
  init(_ bytes: [UInt8], of photo: WebPhoto, at address: WebURL, isAsListed: Bool) {
    let name = Self.name(
      photo.file?.name ?? ByteString(address.lastPart),
      format: PictureFormat(signatureOf: bytes))
    self.init(name: name, modified: photo.modified, bytes: bytes, isAsListed: isAsListed)
  }

  /// A name for a stranger's file: without what would lead to another folder, or hide it, and with the
  /// extension of its kind where it has none of a picture.
  static func name(_ given: ByteString, format: PictureFormat?) -> ByteString {
    let shown = given.bytes.drop { $0 == UInt8(ascii: ".") }
    let safe = shown.map { $0 == UInt8(ascii: "/") || $0 == 0 ? UInt8(ascii: "_") : $0 }
    let name = ByteString(safe.isEmpty ? Array("photo".utf8) : safe)
    guard PictureExtension(of: name) == nil,
      let kind = PictureExtension.allCases.first(where: { $0.format == format })
    else { return name }
    return ByteString(name.bytes + Array(".\(kind.rawValue)".utf8))
  }
}

extension WebURL {
  /// The last part of the path without its escapes; the host where there is none.
  fileprivate var lastPart: [UInt8] {
    path.split(separator: "/").last.map { PercentEncoding.decoded($0.utf8) } ?? Array(host.utf8)
  }
}
