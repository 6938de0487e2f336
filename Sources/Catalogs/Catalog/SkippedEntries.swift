package import Values

/// How many entries a catalog passed over, by reason.
package struct SkippedEntries: Hashable, Sendable {
  /// FIFOs, sockets and devices.
  package var special = 0
  /// Folders that could not be read.
  package var unreadable = 0
  /// Links that lead round in a loop or nowhere.
  package var brokenLinks = 0
  /// Entries of lists and feeds that say nothing that can be loaded.
  package var faulty = 0

  /// Nothing passed over yet.
  package init() {}

  /// All of them together.
  package var count: Int { special + unreadable + brokenLinks + faulty }

  /// Both together.
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
  /// What was passed over, by reason: `passed over: 2 unreadable, 1 broken link`.
  package var description: String {
    let parts = [
      (special, "special file", "special files"), (unreadable, "unreadable", "unreadable"),
      (brokenLinks, "broken link", "broken links"), (faulty, "faulty entry", "faulty entries"),
    ]
    let words = parts.filter { $0.0 > 0 }.map { "\($0) \($0 == 1 ? $1 : $2)" }
    return "passed over: \(words.isEmpty ? "nothing" : words.joined(separator: ", "))"
  }
}

extension SkippedEntries {
  /// Counts an entry that could not be listed under what was the reason.
  mutating func add(_ error: CatalogError) {
    switch error {
    case .special: special += 1
    case .brokenLink, .linkLoop: brokenLinks += 1
    case .notFound, .accessDenied, .unreadable, .noThread, .network, .provider: unreadable += 1
    case .feed: faulty += 1
    }
  }
}

/// Something that is to be said about a source of photos, in one line.
package struct CatalogNotice: Hashable, Sendable {
  /// The source: an address without logins, a path, or what stands for standard input; foreign
  /// bytes as text, not sanitised.
  package let source: String
  /// What there is to say of it, in our own words.
  package let problem: String
  /// Whether photos are missing because of it.
  package let isFailure: Bool

  /// Says something about a source.
  package init(source: String, problem: String, isFailure: Bool) {
    self.source = AddressText.withoutLogins(source)
    self.problem = AddressText.withoutLogins(problem)
    self.isFailure = isFailure
  }
}

extension CatalogNotice: CustomStringConvertible {
  /// One line, the source first; not sanitised.
  package var description: String { "\(source): \(problem)" }
}

/// An argument of the command line that cannot be listed, and why.
package struct ArgumentProblem: Hashable, Sendable {
  /// The argument as it was given.
  package let argument: ByteString
  /// What is wrong with it.
  package let error: CatalogError

  /// Says what is wrong with an argument.
  package init(argument: ByteString, error: CatalogError) {
    self.argument = argument
    self.error = error
  }
}
