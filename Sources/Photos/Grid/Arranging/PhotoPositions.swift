/// Where the photos of an arrangement stand in their listing.
///
/// Only `places` takes memory for each photo: the count of a listing whose pages have not been read is a claim of its
/// server, and nothing may be allocated for it.
enum PhotoPositions: Hashable, Sendable {
  /// All of them, as they are listed.
  case listed
  /// All of them, the last of the listing first.
  case reversed
  /// These, in this order.
  case places([Int32])

  /// Takes places; nil stands for the order of the listing.
  init(_ places: [Int32]?) {
    self = places.map { .places($0) } ?? .listed
  }

  /// The places, where they are not those of the whole listing.
  var places: [Int32]? {
    guard case .places(let places) = self else { return nil }
    return places
  }
}
