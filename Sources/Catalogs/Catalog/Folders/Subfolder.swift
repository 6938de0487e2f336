package import Base

package struct Subfolder: Hashable, Sendable {
  package let id: PhotoID
  package let name, path: ByteString

  package init(_ name: ByteString, in folder: ByteString) {
    (id, self.name, path) = (PhotoID(), name, folder.subfolder(name))
  }
}

extension [Subfolder] {
  init(_ names: [ByteString], in folder: ByteString, after old: [Subfolder] = []) {
    let known = Dictionary(old.lazy.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    self = names.sorted { NaturalOrder.areInOrder($0, $1) }
      .map { known[$0] ?? Subfolder($0, in: folder) }
  }
}
