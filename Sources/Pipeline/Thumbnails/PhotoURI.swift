import Values

/// The canonical address of a photo's file, by which the Thumbnail Managing Standard knows it.
package struct PhotoURI: Hashable, Sendable {
  /// The address in ASCII.
  let bytes: [UInt8]

  private static let prefix = Array("file://".utf8)
  private static let hexDigits = Array("0123456789ABCDEF".utf8)
  /// What GLib leaves as it is (`g_filename_to_uri`): file managers find a thumbnail by the digest
  /// of the address, so that every byte of it matters.
  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!$&'()*+,-./:=@_~".utf8)
  /// What Qt leaves as it is beyond that (`QUrl::FullyEncoded`), and so the thumbnails of KDE.
  private static let plainInQt = plain.union(";[]".utf8)

  /// The address of a file anywhere.
  /// - Parameter path: An absolute path, without empty parts and dots.
  init(path: [UInt8]) {
    bytes = Self.prefix + Self.escaped(path)
  }

  /// The address of a file on a server, as people call it.
  init(place: [UInt8]) {
    bytes = Self.escaped(place)
  }

  /// Spells the address of a file as other programs do that may have kept a thumbnail of it.
  /// - Parameter path: An absolute path, without empty parts and dots.
  /// - Returns: The address as GLib spells it and, where that differs, as Qt does.
  static func spellings(ofPath path: [UInt8]) -> [PhotoURI] {
    let canonical = PhotoURI(path: path)
    let inQt = PhotoURI(bytes: prefix + escaped(path, except: plainInQt))
    return inQt == canonical ? [canonical] : [canonical, inQt]
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The addresses that a file has in a repository in its own folder: as version 0.9 of the
  /// standard writes it, and as 0.8 did.
  static func relative(name: ArraySlice<UInt8>) -> [PhotoURI] {
    let name = escaped(name)
    return [PhotoURI(bytes: Array("./".utf8) + name), PhotoURI(bytes: name)]
  }

  /// The name of the thumbnail's file (standard, section 6).
  var thumbnailName: String { MD5.hexDigits(of: bytes) + ".png" }

  /// The path that an absolute address of a file stands for; nil for any other address.
  static func path(of address: [UInt8]) -> [UInt8]? {
    guard address.starts(with: prefix + [UInt8(ascii: "/")]) else { return nil }
    var rest = address[prefix.count...]
    var path: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        path.append(byte)
        continue
      }
      guard let high = digit(rest.popFirst()), let low = digit(rest.popFirst()) else { return nil }
      path.append(high << 4 | low)
    }
    return path.contains(0) ? nil : path
  }

  private static func digit(_ character: UInt8?) -> UInt8? {
    character.flatMap { UInt8(String(UnicodeScalar($0)), radix: 16) }
  }

  private static func escaped(
    _ path: some Sequence<UInt8>, except plain: Set<UInt8> = plain
  ) -> [UInt8] {
    path.flatMap { byte in
      plain.contains(byte)
        ? [byte] : [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
    }
  }
}
