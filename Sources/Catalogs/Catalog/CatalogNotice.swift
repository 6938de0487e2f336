/// Something that is to be said about a source of photos, in one line.
package struct CatalogNotice: Hashable, Sendable {
  /// The source: an address without passwords, a path, or what stands for standard input; foreign
  /// bytes as text, not sanitised.
  package let source: String
  /// What there is to say of it, in our own words.
  package let problem: String
  /// Tells whether photos are missing because of it.
  package let isFailure: Bool

  /// Says something about a source.
  package init(source: String, problem: String, isFailure: Bool) {
    self.source = source
    self.problem = problem
    self.isFailure = isFailure
  }
}

extension CatalogNotice: CustomStringConvertible {
  /// One line, the source first; not sanitised.
  package var description: String { "\(source): \(problem)" }
}
