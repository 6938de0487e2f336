/// For how long the picture of a photo on the web counts, once it has been loaded.
package enum PhotoLifetime: Hashable, Sendable {
  /// As long as its server says.
  case asServed
  /// For ever: it does not change any more.
  case forever
  /// From one moment up to another, both in seconds since 1970 in UTC: what was loaded in between
  /// counts until the end.
  case between(start: Int, end: Int)
}
