package import Base

/// An address of photos on an Immich server: `immich://host`, optionally with `/albums/NAME`, and
/// `?` with a search. `immich` is HTTPS except on localhost, `immich+http` is unencrypted HTTP.
package struct ImmichAddress: Hashable, Sendable {
  enum Subject: Hashable, Sendable {
    case timeline
    /// By name or id.
    case album(String)
    case photo(String)
  }

  package let server: WebURL
  let subject: Subject
  let words: String?

  package init(_ address: ByteString) throws(CatalogError) {
    let scheme = address.bytes.prefix { $0 != UInt8(ascii: ":") }
    let rest = address.bytes.dropFirst(scheme.count + "://".utf8.count)
    let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    guard !authority.contains(UInt8(ascii: "@")) else {
      throw .provider("Immich takes an API key (--immich-key), not a login")
    }
    let isOpen = scheme.count > "immich".utf8.count
    server = try CatalogError.onAddress { () throws(AddressError) in
      let open = try WebURL(Array("http://".utf8) + authority + [UInt8(ascii: "/")])
      return isOpen || Self.isThisMachine(open.host)
        ? open : try WebURL(Array("https://".utf8) + authority + [UInt8(ascii: "/")])
    }
    let path = rest.dropFirst(authority.count)
    let places = path.prefix { $0 != UInt8(ascii: "?") }.split(separator: UInt8(ascii: "/"))
      .map { String(decoding: PercentEncoding.decoded($0), as: UTF8.self) }
    switch (places.first, places.count) {
    case (nil, _), ("photos", 1): subject = .timeline
    case ("albums", 2), ("album", 2): subject = .album(places[1])
    case ("photos", 2) where ImmichID.isValid(places[1]): subject = .photo(places[1])
    default: throw .provider("write immich://host, with /albums/NAME or ?WORDS")
    }
    let words = path.firstIndex(of: UInt8(ascii: "?")).map { path[($0 + 1)...] } ?? []
    self.words = words.isEmpty ? nil : String(decoding: words, as: UTF8.self)
  }

  /// The address of a photo, which can be parsed again.
  func place(of id: String) -> ByteString { ByteString("\(root)photos/\(id)") }

  var name: String {
    switch subject {
    case .timeline: root
    case .album(let name): "\(root)albums/\(name)"
    case .photo(let id): place(of: id).lossyText
    }
  }

  var root: String {
    let isPlain = server.scheme == .https || Self.isThisMachine(server.host)
    return (isPlain ? "immich" : "immich+http") + server.publicText.drop { $0 != ":" }
  }

  private static func isThisMachine(_ host: String) -> Bool {
    host == "localhost" || host == "[::1]" || host.hasPrefix("127.")
  }
}

enum ImmichID {
  static func isValid(_ text: String) -> Bool {
    text.utf8.count == 36 && text.utf8.count { $0 == UInt8(ascii: "-") } == 4
      && text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.hexValue != nil }
  }
}
