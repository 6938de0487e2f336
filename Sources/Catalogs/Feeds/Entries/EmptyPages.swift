/// Counts the pages in a row that list nothing although they say that more follow: a server could send such pages for
/// ever.
package struct EmptyPages: Sendable {
  /// After so many the list ends.
  package static let limit = 100
  /// Why it ends, as one sentence.
  package static let problem = """
    \(limit) pages in a row list nothing, although the server says that there are more; the list ends here
    """

  private var count = 0

  /// None so far.
  package init() {}

  /// Counts a page.
  /// - Returns: Whether the list ends here.
  package mutating func isTooMany(after page: FeedPage) -> Bool {
    let isEmpty =
      page.entries.isEmpty && page.folders.isEmpty && page.parts.isEmpty && page.last == nil
    count = isEmpty && page.next != nil ? count + 1 : 0
    return count >= Self.limit
  }
}
