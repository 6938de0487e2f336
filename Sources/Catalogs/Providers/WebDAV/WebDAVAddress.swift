package import Addresses
package import Values

/// A folder, or a photo, on a server that speaks WebDAV, as a person writes it: `webdavs://host/folder`.
///
/// `webdav` is `http`, `webdavs` is `https`. There are no queries and no fragments, so that `?` and `#` stand for
/// themselves.
package struct WebDAVAddress: Hashable, Sendable {
  /// Where it is, without a login; that of a folder ends in a slash.
  package let place: WebURL
  /// The name before the host; nil where there is none.
  let user: String?
  /// The password behind the name; nil where there is none.
  let password: String?

  /// Reads an address that begins with one of the schemes.
  ///
  /// A path is that of a folder, which need not end in a slash, unless it is a photo by its name.
  /// - Throws: The errors about addresses.
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

  /// What a person calls what is at an address: nothing is encoded that can be read back without it.
  package static func name(of place: WebURL) -> ByteString {
    let path = place.path
    let root = "webdav" + place.publicText.dropFirst("http".utf8.count)
    return ByteString(
      Array(root.utf8.prefix(root.utf8.count - path.utf8.count)) + readable(Array(path.utf8)))
  }

  /// A path without the escapes that are not needed; `%25` stays, as what follows it might be taken for a part
  /// of another one.
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

  /// A path in which nothing ends it.
  private static func plain(_ path: ArraySlice<UInt8>) -> [UInt8] {
    path.flatMap { byte in
      byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
        ? PercentEncoding.value([byte]) : [byte]
    }
  }

  private static func text(_ encoded: ArraySlice<UInt8>) -> String {
    String(decoding: PercentEncoding.decoded(encoded), as: UTF8.self)
  }
}

extension WebDAVAddress: CustomReflectable {
  /// Nothing of the login.
  package var customMirror: Mirror { Mirror(self, children: ["place": place]) }
}
