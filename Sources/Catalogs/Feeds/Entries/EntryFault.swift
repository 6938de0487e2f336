/// Why an entry of a feed was passed over.
package struct EntryFault: Error, Hashable, Sendable {
  /// Where in the document: a path such as `photos[3].urls.regular`, or a line.
  package let place: String
  /// What is wrong there.
  package let error: FeedError
}

extension EntryFault: CustomStringConvertible {
  /// One line in ASCII.
  package var description: String { "\(place): \(error)" }
}
