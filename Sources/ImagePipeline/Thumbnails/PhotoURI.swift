import Base

/// The canonical URI of a photo, which identifies it in the Thumbnail Managing Standard.
package struct PhotoURI: Hashable, Sendable {
  let bytes: [UInt8]
}

extension PhotoURI {
  private static let prefix = Array("file://".utf8)
  /// The characters that GLib does not escape (`g_filename_to_uri`): thumbnails are found by the
  /// digest of the URI, so every byte matters.
  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!$&'()*+,-./:=@_~".utf8)
  /// Qt leaves more unescaped (`QUrl::FullyEncoded`), and so do KDE's thumbnails.
  private static let plainInQt = plain.union(";[]".utf8)

  /// The path must be absolute, without empty components and dots.
  init(path: [UInt8]) {
    self.init(bytes: Self.prefix + Self.escaped(path))
  }

  init(place: [UInt8]) {
    self.init(bytes: Self.escaped(place))
  }

  /// The URI as GLib spells it, and as Qt does if that differs.
  static func spellings(ofPath path: [UInt8]) -> [PhotoURI] {
    let canonical = PhotoURI(path: path)
    let inQt = PhotoURI(bytes: prefix + escaped(path, except: plainInQt))
    return inQt == canonical ? [canonical] : [canonical, inQt]
  }

  /// The URIs in a repository beside the file: as in version 0.9 of the standard, and as in 0.8.
  static func relative(name: ArraySlice<UInt8>) -> [PhotoURI] {
    let name = escaped(name)
    return [PhotoURI(bytes: Array("./".utf8) + name), PhotoURI(bytes: name)]
  }

  /// File name of the thumbnail (standard, section 6).
  var thumbnailName: String { MD5.hexDigits(of: bytes) + ".png" }

  /// The path of an absolute file URI; nil for any other.
  static func path(of address: [UInt8]) -> [UInt8]? {
    guard address.starts(with: prefix + [UInt8(ascii: "/")]) else { return nil }
    let path = PercentEncoding.strictlyDecoded(address[prefix.count...])
    return path?.contains(0) == false ? path : nil
  }

  private static func escaped(
    _ path: some Sequence<UInt8>, except plain: Set<UInt8> = plain
  ) -> [UInt8] {
    path.flatMap { plain.contains($0) ? [$0] : PercentEncoding.escape($0) }
  }
}
