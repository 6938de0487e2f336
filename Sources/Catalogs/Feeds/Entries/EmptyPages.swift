/// Limits consecutive empty pages that claim to have a successor, which a server could send
/// forever.
package struct EmptyPages: Sendable {
  package static let limit = 100
  package static let problem = """
    \(limit) empty pages in a row; the list ends here, although the server promises more
    """

  private var count = 0

  package init() {}

  package mutating func isTooMany(after page: FeedPage) -> Bool {
    let isEmpty =
      page.entries.isEmpty && page.folders.isEmpty && page.parts.isEmpty && page.last == nil
    count = isEmpty && page.next != nil ? count + 1 : 0
    return count >= Self.limit
  }
}
