package import Base

/// A folder inside the folder that is shown.
package struct Subfolder: Hashable, Sendable {
  package let id: PhotoID
  package let name, path: ByteString

  /// Assigns a new id; `folder` is a path prefix.
  package init(_ name: ByteString, in folder: ByteString) {
    (id, self.name, path) = (PhotoID(), name, folder.subfolder(name))
  }
}

extension [Subfolder] {
  /// Sorts the names in natural order; folders in `old` keep their ids.
  init(_ names: [ByteString], in folder: ByteString, after old: [Subfolder] = []) {
    let known = Dictionary(old.lazy.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    self = names.sorted { NaturalOrder.areInOrder($0, $1) }
      .map { known[$0] ?? Subfolder($0, in: folder) }
  }
}
