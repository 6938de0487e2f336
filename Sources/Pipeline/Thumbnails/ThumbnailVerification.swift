/// What came of looking at every thumbnail that photocell wrote.
package struct ThumbnailVerification: Hashable, Sendable {
  /// Those that are whole.
  package internal(set) var whole = ThumbnailAmount()
  /// Those that are damaged, or have the name of another address.
  package internal(set) var broken = ThumbnailAmount()
  /// Files with the name of a thumbnail that do not tell who wrote them, and stay.
  package internal(set) var unknown = ThumbnailAmount()

  init() {}
}
