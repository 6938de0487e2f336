package import Base

/// Number of entries that were skipped, by reason.
package struct SkippedEntries: Hashable, Sendable {
  package var special = 0
  /// Folders that could not be read.
  package var unreadable = 0
  package var brokenLinks = 0
  /// Invalid entries of lists and feeds.
  package var faulty = 0

  package init() {}

  package var count: Int { special + unreadable + brokenLinks + faulty }

  static func + (first: SkippedEntries, second: SkippedEntries) -> SkippedEntries {
    var sum = first
    sum.special += second.special
    sum.unreadable += second.unreadable
    sum.brokenLinks += second.brokenLinks
    sum.faulty += second.faulty
    return sum
  }
}

extension SkippedEntries: CustomStringConvertible {
  /// For example `passed over: 2 unreadable, 1 broken link`.
  package var description: String {
    let parts = [
      (special, "special file", "special files"), (unreadable, "unreadable", "unreadable"),
      (brokenLinks, "broken link", "broken links"), (faulty, "faulty entry", "faulty entries"),
    ]
    let words = parts.filter { $0.0 > 0 }.map { "\($0) \($0 == 1 ? $1 : $2)" }
    return "skipped: \(words.isEmpty ? "nothing" : words.joined(separator: ", "))"
  }
}

extension SkippedEntries {
  mutating func add(_ error: CatalogError) {
    switch error {
    case .special: special += 1
    case .brokenLink, .linkLoop: brokenLinks += 1
    case .notFound, .accessDenied, .unreadable, .noThread, .network, .provider: unreadable += 1
    case .feed: faulty += 1
    }
  }
}

/// A one-line message about a source of photos.
package struct CatalogNotice: Hashable, Sendable {
  /// An address without login, a path, or a name for standard input; not sanitized.
  package let source: String
  package let problem: String
  /// Whether photos are missing because of it.
  package let isFailure: Bool

  /// Removes logins from both texts.
  package init(source: String, problem: String, isFailure: Bool) {
    self.source = AddressText.withoutLogins(source)
    self.problem = AddressText.withoutLogins(problem)
    self.isFailure = isFailure
  }
}

extension CatalogNotice: CustomStringConvertible {
  package var description: String { "\(source): \(problem)" }
}

package struct ArgumentProblem: Hashable, Sendable {
  package let argument: ByteString
  package let error: CatalogError

  package init(argument: ByteString, error: CatalogError) {
    self.argument = argument
    self.error = error
  }
}
