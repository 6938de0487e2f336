package import Base
package import Catalogs
package import Storage

package struct FolderOpening {
  /// Absolute path that relative paths start from.
  let workingFolder: ByteString
  let catalog: @MainActor (ByteString) -> any PhotoCatalog
  /// The folder with its subfolders as one list; nil if that cannot be listed.
  let recursiveCatalog: @MainActor (ByteString) -> (any PhotoCatalog)?
  /// Stores selections for the next start; nil for private browsing.
  let store: PlaceStore?

  package init(
    workingFolder: ByteString, store: PlaceStore? = nil,
    recursiveCatalog: @escaping @MainActor (ByteString) -> (any PhotoCatalog)? = { _ in nil },
    catalog: @escaping @MainActor (ByteString) -> any PhotoCatalog
  ) {
    self.workingFolder = workingFolder
    self.store = store
    self.recursiveCatalog = recursiveCatalog
    self.catalog = catalog
  }
}

package enum PlaceStep: Hashable, Sendable {
  case gone
  case isTop
  /// Several folders are shown, or none.
  case isNowhere
}

struct FolderPlaces {
  struct Memory {
    var selected: ByteString?
    var firstRow = 0
    var marked: [CatalogEntry] = []
    var filter = Filter()
    var search = Filter()
  }

  /// Path prefix of the shown folder; nil if there is none or more than one.
  private(set) var current: ByteString?
  /// Whether the photos of all subfolders are shown, too.
  private(set) var isRecursive = false
  /// Nil if folders cannot be entered.
  let opening: FolderOpening?
  /// State of the folders that were left, by absolute path.
  private var memories: [ByteString: Memory] = [:]
  private var left: [ByteString] = []
  /// The folder that was shown with all subfolders before the collections, by its absolute path.
  private var leftTree: (path: ByteString, memory: Memory)?
  /// The names selected in earlier runs, by absolute path; nil until they are loaded.
  private(set) var stored: [ByteString: ByteString]?
  /// Marked photos of the last visit that are not listed again yet.
  private(set) var remembered: [CatalogEntry] = []
  /// Whether the folder was visited before and is not completely listed yet.
  private var isReturning = false

  init(opening: FolderOpening? = nil) {
    self.opening = opening
  }

  struct Above {
    let path: ByteString
    /// Of the shown folder in it.
    var name: ByteString?
    var isRecursive = false
  }

  /// Nil if there is none. Above the collections is the folder that was shown before.
  var above: Above? {
    guard let current else { return nil }
    guard current != CollectionFolder.root else {
      return left.last { CollectionFolder.name(of: $0) == nil }.map {
        Above(path: $0, isRecursive: $0 == leftTree?.path)
      }
    }
    let parent = current.parentFolder ?? key(of: current).parentFolder
    return parent.map { Above(path: $0.path, name: $0.name) }
  }

  /// Absolute path of the shown folder; nil if there are several or it is not a folder.
  var whole: ByteString? { opening == nil ? nil : current.map(key) }

  var marked: [CatalogEntry] { left.flatMap { memories[$0]?.marked ?? [] } }

  /// Marked photos that are not listed, by the absolute path of their folder.
  var unlisted: [ByteString: [CatalogEntry]] {
    get {
      var all = memories.mapValues(\.marked)
      if let whole { all[whole] = remembered }
      return all
    }
    set {
      for key in left { memories[key]?.marked = newValue[key] ?? [] }
      remembered = whole.flatMap { newValue[$0] } ?? []
    }
  }

  /// Goes to a folder, given as a path prefix, and returns its state, to select `name` if given.
  /// With its subfolders it has no state of its own, but takes filter and search over.
  mutating func go(
    to folder: ByteString, selecting name: ByteString? = nil, isRecursive: Bool = false,
    leaving memory: Memory
  ) -> Memory {
    if let key = current.map(key), !self.isRecursive {
      if memories.updateValue(memory, forKey: key) == nil { left.append(key) }
    }
    let tree = leftTree
    if CollectionFolder.name(of: folder) == nil, folder != CollectionFolder.root {
      leftTree = nil
    } else if self.isRecursive {
      leftTree = whole.map { ($0, memory) }
    }
    current = folder
    self.isRecursive = isRecursive
    guard !isRecursive else {
      (remembered, isReturning) = ([], false)
      let last = tree?.memory ?? memory
      return Memory(filter: last.filter, search: last.search)
    }
    let key = key(of: folder)
    left.removeAll { $0 == key }
    let last = memories.removeValue(forKey: key)
    isReturning = last != nil
    var memory = last ?? Memory(selected: stored?[key])
    // Not that of the last visit: a saved filter begins with its own.
    if CollectionFolder.name(of: folder) != nil { memory.filter = Filter() }
    if let name { memory.selected = ByteString(name.bytes + [UInt8(ascii: "/")]) }
    remembered = memory.marked
    return memory
  }

  /// Sets the first folder, known only from its listing; returns the name selected there earlier.
  mutating func begin(with snapshot: CatalogSnapshot) -> ByteString? {
    guard current == nil else { return nil }
    current = snapshot.place
    return storedSelection(in: snapshot)
  }

  mutating func remember(
    _ stored: [ByteString: ByteString], in snapshot: CatalogSnapshot
  ) -> ByteString? {
    self.stored = stored
    return storedSelection(in: snapshot)
  }

  private func storedSelection(in snapshot: CatalogSnapshot) -> ByteString? {
    snapshot.named == nil && !isRecursive ? whole.flatMap { stored?[$0] } : nil
  }

  /// Remembers the selection in the shown folder for the next run, nil to forget it.
  mutating func store(_ name: ByteString?) {
    guard let folder = whole, !isRecursive, !folder.isAddressOfFolder, stored?[folder] != name
    else {
      return
    }
    stored?[folder] = name
    opening?.store?.note(name, in: folder)
  }

  /// Takes the entries that were marked at the last visit, by name, from `remembered`.
  mutating func recognise(_ entries: [CatalogEntry]) -> [CatalogEntry] {
    guard !remembered.isEmpty else { return [] }
    // Photos of a page may have equal names.
    var left = Dictionary(remembered.lazy.map { ($0.photo.name, 1) }, uniquingKeysWith: +)
    let found = entries.filter { entry in
      guard let count = left[entry.photo.name], count > 0 else { return false }
      left[entry.photo.name] = count - 1
      return true
    }
    remembered.removeAll { left[$0.photo.name] == 0 }
    return found
  }

  /// Returns whether the folder, which is completely listed, was visited before.
  mutating func finishListing() -> Bool {
    defer { (remembered, isReturning) = ([], false) }
    return isReturning
  }

  /// Unmarks the photos at these paths that are not listed.
  mutating func unmark(_ paths: Set<ByteString>) {
    unlisted = unlisted.mapValues { entries in
      entries.filter { entry in entry.photo.path.map { !paths.contains($0) } ?? true }
    }
  }

  mutating func unmarkAll() { unlisted = [:] }

  private func key(of folder: ByteString) -> ByteString {
    folder.absoluteFolder(in: opening?.workingFolder ?? ByteString("/"))
  }
}
