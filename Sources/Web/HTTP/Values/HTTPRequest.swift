package import ResponseStore

/// What a client is asked to load; equal requests at one time share one transfer.
package struct HTTPRequest: Hashable, Sendable {
  /// How the response cache is used.
  package enum Caching: Hashable, Sendable {
    /// As HTTP says: what is fresh is not asked for again.
    case standard
    /// A kept response is shown only after its origin has been asked whether it still holds.
    case revalidate
    /// Whatever is kept is shown, however old; nobody is asked.
    case onlyIfKept
    /// What is kept is not looked at; the answer takes its place.
    case reload
    /// What is kept is not looked at, and the answer is not kept.
    case passing
  }

  /// Where it is found.
  package var address: WebAddress
  /// What is asked of it; nil for what is there.
  package var question: HTTPQuestion?
  /// Lines that go with it, to its own origin only.
  package var headers: HTTPHeaders
  /// How the response cache is used.
  package var caching: Caching
  /// Since when a kept response counts as fresh, in seconds since 1970 in UTC, whatever it says
  /// itself; nil where its own word counts.
  package var keptSince: Int?
  /// What its server has named the version that is wanted, without quotes: a kept response of that version is
  /// fresh, and no other; nil where its own word counts.
  package var entityTag: String?
  /// Which bytes of it are wanted, though a server may send all; nil for all.
  package var range: Range<Int>?
  /// The greatest size of a body, in bytes.
  package var byteLimit: Int
  /// Whether the body may come compressed: for feeds, since pictures are compressed already.
  package var acceptsCompression: Bool
  /// Whether an address in a private network may be asked: not for what a public host's feed names.
  package var mayReachPrivateNetworks: Bool

  /// Asks for an address.
  /// - Parameters:
  ///   - address: Where it is found.
  ///   - question: What is asked of it; nil for what is there.
  ///   - headers: Lines that go with it, to its own origin only.
  ///   - caching: How the response cache is used.
  ///   - keptSince: Since when a kept response counts as fresh, in seconds since 1970 in UTC.
  ///   - entityTag: The version that is wanted, as its server has named it, without quotes.
  ///   - range: Which bytes of it are wanted; not empty.
  ///   - byteLimit: The greatest size of a body, in bytes.
  ///   - acceptsCompression: Whether the body may come compressed.
  ///   - mayReachPrivateNetworks: Whether an address in a private network may be asked.
  package init(
    _ address: WebAddress, question: HTTPQuestion? = nil, headers: HTTPHeaders = HTTPHeaders(),
    caching: Caching = .standard, keptSince: Int? = nil, entityTag: String? = nil,
    range: Range<Int>? = nil,
    byteLimit: Int = 64_000_000, acceptsCompression: Bool = false,
    mayReachPrivateNetworks: Bool = true
  ) {
    self.address = address
    self.question = question
    self.headers = headers
    self.caching = caching
    self.keptSince = keptSince
    self.entityTag = entityTag
    self.range = range
    self.byteLimit = byteLimit
    self.acceptsCompression = acceptsCompression
    self.mayReachPrivateNetworks = mayReachPrivateNetworks
  }
}
