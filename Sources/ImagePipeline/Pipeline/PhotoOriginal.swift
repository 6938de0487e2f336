package import Base
import Catalogs
import Imaging

/// The file of a photo, as downloaded from its server.
package struct PhotoOriginal: Sendable {
  /// Local file name: without slashes, not hidden.
  package let name: ByteString
  /// Modification time on the server, in seconds since 1970 UTC; nil if unknown.
  package let modified: Int?
  /// Untrusted.
  package let bytes: [UInt8]
  /// Whether it is the listed version, as far as that can be told.
  package let isAsListed: Bool

  package init(name: ByteString, modified: Int?, bytes: [UInt8], isAsListed: Bool) {
    self.name = name
    self.modified = modified
    self.bytes = bytes
    self.isAsListed = isAsListed
  }

  init(_ bytes: [UInt8], of photo: WebPhoto, at address: WebURL, isAsListed: Bool) {
    let name = Self.name(
      photo.file?.name ?? ByteString(address.lastPart),
      format: PictureFormat(signatureOf: bytes))
    self.init(name: name, modified: photo.modified, bytes: bytes, isAsListed: isAsListed)
  }

  /// Makes a server's name safe: in no other folder, not hidden, with an extension of an image.
  static func name(_ given: ByteString, format: PictureFormat?) -> ByteString {
    let shown = given.bytes.drop { $0 == UInt8(ascii: ".") }
    let safe = shown.map { $0 == UInt8(ascii: "/") || $0 == 0 ? UInt8(ascii: "_") : $0 }
    let name = ByteString(safe.isEmpty ? Array("photo".utf8) : safe)
    guard PictureFormat(fileName: name.bytes) == nil,
      let suffix = format?.descriptor.extensions.first
    else { return name }
    return ByteString(name.bytes + Array(".\(suffix)".utf8))
  }
}

extension WebURL {
  fileprivate var lastPart: [UInt8] {
    path.split(separator: "/").last.map { PercentEncoding.decoded($0.utf8) } ?? Array(host.utf8)
  }
}
