package import System

/// What is known of a photo besides its place: what photos are sorted and filtered by.
///
/// Nil is what nobody knows, or not yet. A new fact is a property here, a line in ``FilterSubjects``,
/// and what reads it.
package struct PhotoFacts: Hashable, Sendable {
  /// The size of the file in bytes.
  package var byteCount: Int?
  /// When the content of the file last changed.
  package var modified: FileTime?

  /// Takes what is known.
  package init(byteCount: Int? = nil, modified: FileTime? = nil) {
    self.byteCount = byteCount
    self.modified = modified
  }
}
