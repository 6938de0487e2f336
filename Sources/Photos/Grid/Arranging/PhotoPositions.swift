/// The positions of an arrangement's photos in their listing.
///
/// Only `places` allocates memory per photo: the count of a listing whose pages have not been
/// loaded is a claim of its server, and must not determine an allocation.
enum PhotoPositions: Hashable, Sendable {
  case listed
  case reversed
  case places([Int32])

  /// Nil is the order of the listing.
  init(_ places: [Int32]?) {
    self = places.map { .places($0) } ?? .listed
  }

  var places: [Int32]? {
    guard case .places(let places) = self else { return nil }
    return places
  }
}
