package import Base
package import Catalogs
package import Storage

/// Opens the catalogs of folders that the user enters.
package struct FolderOpening {
  /// Absolute path that relative paths start from.
  let workingFolder: ByteString
  let catalog: @MainActor (ByteString) -> any PhotoCatalog
  /// Stores selections for the next start; nil for private browsing.
  let store: PlaceStore?

  package init(
    workingFolder: ByteString, store: PlaceStore? = nil,
    catalog: @escaping @MainActor (ByteString) -> any PhotoCatalog
  ) {
    self.workingFolder = workingFolder
    self.store = store
    self.catalog = catalog
  }
}

package enum PlaceStep: Hashable, Sendable {
  case gone
  /// There is no parent folder.
  case isTop
  /// Several folders are shown, or none.
  case isNowhere
}

/// The shown folder, and selection, marks and filter of the folders visited before.
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
  /// Nil if folders cannot be entered.
  let opening: FolderOpening?
  /// State of the folders that were left, by absolute path.
  private var memories: [ByteString: Memory] = [:]
  private var left: [ByteString] = []
  /// The names selected in earlier runs, by absolute path; nil until they are loaded.
  private var stored: [ByteString: ByteString]?
  /// Identities of the entries at the last visit, by name.
  private var known: [ByteString: PhotoID] = [:]
  /// Marked photos of the last visit, until the listing is complete.
  private(set) var remembered: [CatalogEntry] = []
  /// Whether the folder was visited before and is not completely listed yet.
  private var isReturning = false

  init(opening: FolderOpening? = nil) {
    self.opening = opening
  }

  var isRemembering: Bool { stored != nil }

  /// With the name of the shown folder in it; nil if there is none.
  var above: (path: ByteString, name: ByteString)? {
    guard let current else { return nil }
    return current.parentFolder ?? key(of: current).parentFolder
  }

  /// Absolute path of the shown folder; nil if there are several or it is not a folder.
  var whole: ByteString? { opening == nil ? nil : current.map(key) }

  var marked: [CatalogEntry] { left.flatMap { memories[$0]?.marked ?? [] } }

  /// Goes to a folder, given as a path prefix, and returns its state, to select `name` if given.
  mutating func go(
    to folder: ByteString, selecting name: ByteString? = nil, leaving memory: Memory
  ) -> Memory {
    if let key = current.map(key) {
      if memories.updateValue(memory, forKey: key) == nil { left.append(key) }
    }
    current = folder
    let key = key(of: folder)
    left.removeAll { $0 == key }
    let last = memories.removeValue(forKey: key)
    isReturning = last != nil
    var memory = last ?? Memory(selected: stored?[key])
    if let name { memory.selected = ByteString(name.bytes + [UInt8(ascii: "/")]) }
    remembered = memory.marked
    known = Dictionary(
      remembered.map { ($0.photo.name, $0.id) }, uniquingKeysWith: { first, _ in first })
    return memory
  }

  /// The identity that an entry will have when it is listed.
  mutating func id(ofEntry name: ByteString) -> PhotoID {
    let id = known[name] ?? PhotoID()
    known[name] = id
    return id
  }

  /// Notes the first folder, which is known only from its listing, and returns the identity of the
  /// entry selected there in an earlier run.
  mutating func begin(with snapshot: CatalogSnapshot) -> PhotoID? {
    guard current == nil else { return nil }
    current = snapshot.place
    return storedSelection(in: snapshot)
  }

  mutating func remember(
    _ stored: [ByteString: ByteString], in snapshot: CatalogSnapshot
  ) -> PhotoID? {
    self.stored = stored
    return storedSelection(in: snapshot)
  }

  /// Nil if nothing is remembered, or the user has named a photo.
  private mutating func storedSelection(in snapshot: CatalogSnapshot) -> PhotoID? {
    guard snapshot.named == nil, let name = whole.flatMap({ stored?[$0] }) else { return nil }
    if let index = snapshot.index(of: name) {
      known[name] = snapshot.entries[index].id
    } else if let folder = snapshot.folders.first(where: { GridEntry.folder($0).name == name }) {
      known[name] = folder.id
    }
    return id(ofEntry: name)
  }

  /// Remembers the selection in the shown folder for the next run, nil to forget it.
  mutating func store(_ name: ByteString?) {
    guard let folder = whole, !folder.isAddressOfFolder, stored?[folder] != name else { return }
    stored?[folder] = name
    opening?.store?.note(name, in: folder)
  }

  /// Replaces identities by those of the last visit.
  mutating func recognise(_ snapshot: CatalogSnapshot) -> CatalogSnapshot {
    guard !known.isEmpty else { return snapshot }
    var snapshot = snapshot
    // Comparing 100,000 names is faster than hashing them.
    if known.count == 1, let (name, id) = known.first {
      if let index = snapshot.index(of: name), snapshot.entries[index].id != id {
        snapshot.entries[index] = CatalogEntry(id: id, photo: snapshot.entries[index].photo)
      }
    } else {
      for (index, entry) in snapshot.entries.enumerated() {
        guard let id = known[entry.photo.name] else { continue }
        snapshot.entries[index] = CatalogEntry(id: id, photo: entry.photo)
      }
    }
    for (index, folder) in snapshot.folders.enumerated() {
      guard let id = known[GridEntry.folder(folder).name] else { continue }
      snapshot.folders[index] = folder.known(as: id)
    }
    return snapshot
  }

  /// Returns whether the folder, which is completely listed, was visited before.
  mutating func finishListing() -> Bool {
    defer { (remembered, isReturning) = ([], false) }
    return isReturning
  }

  /// Unmarks the photos at these paths in folders that are not shown.
  mutating func unmark(_ paths: Set<ByteString>) {
    for key in left {
      memories[key]?.marked.removeAll { $0.photo.path.map(paths.contains) ?? false }
    }
  }

  mutating func unmarkAll() {
    for key in left { memories[key]?.marked = [] }
    remembered = []
  }

  private func key(of folder: ByteString) -> ByteString {
    folder.absoluteFolder(in: opening?.workingFolder ?? ByteString("/"))
  }
}

extension CatalogSnapshot {
  /// The index of the photo with a name; nil for folders, whose names end with a slash.
  fileprivate func index(of name: ByteString) -> Int? {
    guard name.bytes.last != UInt8(ascii: "/") else { return nil }
    return entries.indices.first { entries[$0].photo.name == name }
  }
}
