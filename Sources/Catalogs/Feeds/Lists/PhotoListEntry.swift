/// What one entry of a list says, or why it says nothing.
package struct PhotoListEntry: Hashable, Sendable {
  /// The line, or in a list with zero bytes the entry, from 1.
  package let line: Int
  /// Where the photo is, or what is wrong with the entry; nothing else of a wrong entry is kept,
  /// since it may hold a password.
  package let place: Result<PhotoPlace, FeedError>
}
