package import Base

/// The names of files by their places in a list, none of which is copied: where there are a hundred
/// thousand, that would take as long as to look them up.
package struct FileNames: Sendable {
  /// How many there are.
  package let count: Int
  private let name: @Sendable (Int) -> ByteString

  /// Takes so many names, which are told by their places, from 0, on any thread.
  package init(_ count: Int, name: @escaping @Sendable (Int) -> ByteString) {
    (self.count, self.name) = (count, name)
  }

  /// Takes names.
  package init(_ names: [ByteString]) {
    self.init(names.count) { names[$0] }
  }

  /// A name by its place.
  package subscript(_ place: Int) -> ByteString { name(place) }
}
