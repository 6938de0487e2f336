package import Base

/// An address of a folder or photo on a WebDAV server: `webdavs://host/folder`. `webdav` is HTTP,
/// `webdavs` is HTTPS. There are no queries or fragments, so `?` and `#` are literal.
package struct WebDAVAddress: Hashable, Sendable, CustomReflectable {
  /// The URL without login; a folder's has a trailing slash.
  package let place: WebURL
  let user, password: String?

  /// A path is a folder even without a trailing slash, unless it has the name of a photo.
  package init(_ address: ByteString) throws(AddressError) {
    let scheme = address.bytes.prefix { $0 != UInt8(ascii: ":") }
    let rest = address.bytes.dropFirst(scheme.count + "://".utf8.count)
    let authority = rest.prefix { $0 != UInt8(ascii: "/") }
    let login = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[..<$0] }
    let words = login?.split(
      separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    user = words?.first.map(Self.text)
    password = words?.dropFirst().first.map(Self.text)
    let host = authority.dropFirst(login.map { $0.count + 1 } ?? 0)
    let path = Self.plain(rest.dropFirst(authority.count))
    let isWhole =
      path.last == UInt8(ascii: "/") || ServedPhoto.isPhoto(PercentEncoding.decoded(path))
    let web = scheme.count == "webdavs".utf8.count ? "https://" : "http://"
    place = try WebURL(Array(web.utf8) + host + path + (isWhole ? [] : [UInt8(ascii: "/")]))
  }

  /// The address for a URL, decoded as far as it can be parsed again.
  package static func name(of place: WebURL) -> ByteString {
    let path = place.path
    let root = "webdav" + place.publicText.dropFirst("http".utf8.count)
    return ByteString(
      Array(root.utf8.prefix(root.utf8.count - path.utf8.count)) + readable(Array(path.utf8)))
  }

  /// Decodes escapes that are not needed; `%25` stays, since decoding it could create another
  /// escape.
  private static func readable(_ path: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = path[...]
    while let byte = rest.first {
      let escape = rest.prefix(3)
      rest = rest.dropFirst()
      guard byte == UInt8(ascii: "%"), escape.count == 3,
        let plain = PercentEncoding.decoded(escape).first, plain >= 0x20, plain != 0x7F,
        plain != UInt8(ascii: "/"), plain != UInt8(ascii: "%")
      else {
        result.append(byte)
        continue
      }
      result.append(plain)
      rest = rest.dropFirst(2)
    }
    return result
  }

  private static func plain(_ path: ArraySlice<UInt8>) -> [UInt8] {
    path.flatMap { byte in
      byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
        ? PercentEncoding.value([byte]) : [byte]
    }
  }

  private static func text(_ encoded: ArraySlice<UInt8>) -> String {
    String(decoding: PercentEncoding.decoded(encoded), as: UTF8.self)
  }

  /// Keeps the login out of dumps and failed expectations.
  package var customMirror: Mirror { Mirror(self, children: ["place": place]) }
}
