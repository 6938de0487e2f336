package import Base

package struct Subfolder: Hashable, Sendable {
  package let id: PhotoID
  package let name, path: ByteString

  package init(_ name: ByteString, in folder: ByteString) {
    self.init(id: PhotoID(), name: name, path: folder.subfolder(name))
  }

  private init(id: PhotoID, name: ByteString, path: ByteString) {
    (self.id, self.name, self.path) = (id, name, path)
  }

  package func known(as id: PhotoID) -> Subfolder { Subfolder(id: id, name: name, path: path) }
}

extension [Subfolder] {
  init(_ names: [ByteString], in folder: ByteString, after old: [Subfolder] = []) {
    let known = Dictionary(old.lazy.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    self = names.sorted { NaturalOrder.areInOrder($0, $1) }
      .map { known[$0] ?? Subfolder($0, in: folder) }
  }
}
