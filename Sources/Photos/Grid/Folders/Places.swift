import Catalog
import Finding
import Values

/// Where in the folders one is, where one has been, and what was selected and marked there.
struct Places: Sendable {
  /// What is remembered of a folder while another one is shown.
  struct Memory: Sendable {
    /// What was selected, by its name as an entry.
    var selected: ByteString?
    /// The row of cells at the top of the screen.
    var firstRow = 0
    /// The photos that are marked, in the order in which they stood.
    var marked: [CatalogEntry] = []
    /// Which photos were shown.
    var filter = Filter()
    /// Which of them were gone to.
    var search = Filter()
  }

  /// The folder that is shown, as the beginning of the paths in it; nil while none is, or more than one.
  private(set) var current: ByteString?
  private let workingFolder: ByteString
  /// What is known of folders that have been left, by their paths from the root on.
  private var memories: [ByteString: Memory] = [:]
  /// The folders that have been left, those first that were left first.
  private var left: [ByteString] = []

  /// Begins nowhere.
  /// - Parameter workingFolder: What relative paths begin in, from the root on.
  init(workingFolder: ByteString = ByteString("/")) {
    self.workingFolder = workingFolder
  }

  /// The folder above the one that is shown, and what that is called in it; nil where there is none.
  var above: (path: ByteString, name: ByteString)? {
    guard let current else { return nil }
    return current.parentFolder ?? key(of: current).parentFolder
  }

  /// The folder that is shown, by its path from the root on.
  var whole: ByteString? { current.map(key) }

  /// The photos that are marked in the folders that are not shown.
  var marked: [CatalogEntry] { left.flatMap { memories[$0]?.marked ?? [] } }

  /// Notes which folder is shown, where that turns out only now.
  mutating func begin(in folder: ByteString) {
    if current == nil { current = folder }
  }

  /// Goes from the folder that is shown to another one.
  /// - Parameters:
  ///   - folder: Where to, as the beginning of the paths in it.
  ///   - memory: What is to be remembered of the folder that is left.
  /// - Returns: What is remembered of the other one; nil where it has never been shown.
  mutating func go(to folder: ByteString, leaving memory: Memory) -> Memory? {
    if let key = current.map(key) {
      if memories.updateValue(memory, forKey: key) == nil { left.append(key) }
    }
    current = folder
    let key = key(of: folder)
    left.removeAll { $0 == key }
    return memories.removeValue(forKey: key)
  }

  /// Takes marks away from the photos with some paths; from all where none are named.
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
