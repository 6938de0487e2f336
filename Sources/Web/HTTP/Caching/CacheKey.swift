/// What a response is found by: the method and the whole address with its query.
struct CacheKey: Hashable, Sendable {
  let text: String

  /// The key of a `GET` of an address.
  init(_ address: WebAddress) {
    text = "GET \(address.text)"
  }

  /// Takes a key that was written down.
  init(text: String) {
    self.text = text
  }

  /// The SHA-256 of the key in 64 hexadecimal digits: a name for a row or a file.
  var digest: String { SHA256.hexadecimal(of: Array(text.utf8)) }
}
