internal import ResponseStore

/// One request to one address, on the way of a load; equal ones share one transfer.
struct Hop: Hashable, Sendable {
  let request: HTTPRequest
  /// Every line that is sent beside those of the cache.
  let headers: [HTTPHeader]

  var key: CacheKey { CacheKey(request.address) }

  /// The same, to be asked for whatever is kept.
  var refreshing: Hop {
    var request = request
    request.caching = .revalidate
    return Hop(request: request, headers: headers)
  }
}

extension CacheKey {
  /// The key of a `GET` of an address.
  init(_ address: WebAddress) {
    self.init(text: "GET \(address.text)")
  }
}
