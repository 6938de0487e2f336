/// What a hit does to the lifetime of an entry.
package enum ExpirationExtension: Hashable, Sendable {
  /// Nothing: the entry dies when it was to die from the beginning.
  case none
  /// The entry's own lifetime begins anew; a date stays what it is.
  case ownLifetime
  /// The entry lives as long as this from now on, be it longer or shorter than before.
  case lifetime(Expiration)
}
