import Base
import Catalogs

/// The shown folder, and selection and marks of the folders visited before.
struct Places: Sendable {
  struct Memory: Sendable {
    var selected: ByteString?
    var firstRow = 0
    var marked: [CatalogEntry] = []
    var filter = Filter()
    var search = Filter()
  }

  /// Path prefix of the shown folder; nil if there is none or more than one.
  private(set) var current: ByteString?
  private let workingFolder: ByteString
  /// State of the folders that were left, by absolute path.
  private var memories: [ByteString: Memory] = [:]
  private var left: [ByteString] = []

  /// Relative paths start from `workingFolder`.
  init(workingFolder: ByteString = ByteString("/")) {
    self.workingFolder = workingFolder
  }

  /// With the name of the shown folder in it; nil if there is none.
  var above: (path: ByteString, name: ByteString)? {
    guard let current else { return nil }
    return current.parentFolder ?? key(of: current).parentFolder
  }

  var whole: ByteString? { current.map(key) }

  var marked: [CatalogEntry] { left.flatMap { memories[$0]?.marked ?? [] } }

  /// Sets the first folder, which becomes known only from its listing.
  mutating func begin(in folder: ByteString) {
    if current == nil { current = folder }
  }

  /// Goes to a folder, given as a path prefix; returns its state, nil at the first visit.
  mutating func go(to folder: ByteString, leaving memory: Memory) -> Memory? {
    if let key = current.map(key) {
      if memories.updateValue(memory, forKey: key) == nil { left.append(key) }
    }
    current = folder
    let key = key(of: folder)
    left.removeAll { $0 == key }
    return memories.removeValue(forKey: key)
  }

  /// Unmarks the photos at these paths in folders that are not shown; nil for all.
  mutating func unmark(_ paths: Set<ByteString>? = nil) {
    for key in left {
      memories[key]?.marked.removeAll { entry in
        paths.map { paths in entry.photo.path.map(paths.contains) ?? false } ?? true
      }
    }
  }

  private func key(of folder: ByteString) -> ByteString {
    folder.absoluteFolder(in: workingFolder)
  }
}
