package import Values

/// A folder inside the one that is shown, and what tells it from every other entry.
package struct Subfolder: Hashable, Sendable {
  /// The same for as long as the folder is listed.
  package let id: PhotoID
  /// What it is called, without a slash.
  package let name: ByteString
  /// The beginning of the paths in it, with a slash at its end.
  package let path: ByteString

  /// Makes an entry of its own.
  /// - Parameters:
  ///   - name: What it is called.
  ///   - folder: The folder that it is in: empty, or with a slash at its end.
  package init(_ name: ByteString, in folder: ByteString) {
    self.init(id: PhotoID(), name: name, path: folder.subfolder(name))
  }

  private init(id: PhotoID, name: ByteString, path: ByteString) {
    self.id = id
    self.name = name
    self.path = path
  }

  /// The same folder with another id, by which it is known already.
  package func known(as id: PhotoID) -> Subfolder {
    Subfolder(id: id, name: name, path: path)
  }
}

/// The folders inside one.
extension [Subfolder] {
  /// Folders of some names, in natural order; those that were listed before keep their ids.
  /// - Parameters:
  ///   - names: What they are called.
  ///   - folder: The folder that they are in.
  ///   - old: What was listed before.
  init(_ names: [ByteString], in folder: ByteString, after old: [Subfolder] = []) {
    let known = Dictionary(old.lazy.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    self = names.sorted { NaturalOrder.areInOrder($0, $1) }
      .map { known[$0] ?? Subfolder($0, in: folder) }
  }
}
