package import Base
package import Catalogs

/// Opens the catalogs of folders that the user enters.
package struct FolderOpening {
  /// Absolute path that relative paths start from.
  let workingFolder: ByteString
  let catalog: @MainActor (ByteString) -> any PhotoCatalog

  package init(
    workingFolder: ByteString, catalog: @escaping @MainActor (ByteString) -> any PhotoCatalog
  ) {
    self.workingFolder = workingFolder
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
  /// Identities of the entries at the last visit, by name.
  private var known: [ByteString: PhotoID] = [:]
  /// Marked photos of the last visit, until the listing is complete.
  private(set) var remembered: [CatalogEntry] = []
  /// Whether the folder was visited before and is not completely listed yet.
  private var isReturning = false

  init(opening: FolderOpening? = nil) {
    self.opening = opening
  }

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
    var memory = last ?? Memory()
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

  /// Replaces identities by those of the last visit; the first folder is known only from a listing.
  mutating func recognise(_ snapshot: CatalogSnapshot) -> CatalogSnapshot {
    if current == nil { current = snapshot.place }
    guard !known.isEmpty else { return snapshot }
    var snapshot = snapshot
    for (index, entry) in snapshot.entries.enumerated() {
      guard let id = known[entry.photo.name] else { continue }
      snapshot.entries[index] = CatalogEntry(id: id, photo: entry.photo)
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
