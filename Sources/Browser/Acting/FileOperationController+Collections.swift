import Base
import Catalogs
import FileActions
import Photos

extension FileOperationController {
  /// Without a name, adds to the same collection as before.
  func collect(in typed: String? = nil) -> LayerOutcome {
    guard let collections else { return .warning("Set HOME or XDG_DATA_HOME to a folder first") }
    guard let typed else {
      return collection.map { change($0, of: collections, isAddition: true) }
        ?? .commandLine("\(Command.collect.rawValue) ")
    }
    guard let name = CollectionFolder.name(typed: typed) else {
      return .error("“\(typed)” is not a name for a collection")
    }
    return change(name, of: collections, isAddition: true)
  }

  func drop() -> LayerOutcome {
    guard let collections, let name = CollectionFolder.name(of: grid.place) else {
      return .warning("Show a collection first: \(keys.line(for: .collections))")
    }
    return change(name, of: collections, isAddition: false)
  }

  private func change(
    _ name: ByteString, of collections: CollectionFolder, isAddition: Bool
  ) -> LayerOutcome {
    if let trashRefusal { return trashRefusal }
    guard collections.savedFilters[name] == nil else {
      return .warning("@\(FileName(name)) is a saved filter, which has no list")
    }
    let chosen = grid.chosenPhotos
    guard !chosen.isEmpty else { return .ignored }
    let lines = chosen.compactMap { photo in
      photo.path?.absolute(in: workingFolder) ?? photo.onWeb.flatMap(CollectionFolder.line)
    }
    guard !lines.isEmpty else {
      let reason = chosen.site == "on the web" ? ": their addresses alone do not open them" : ""
      let verb = isAddition ? "added to" : "dropped from"
      return .warning("Photos \(chosen.site) cannot be \(verb) collections\(reason)")
    }
    if isAddition { collection = name }
    var change = CollectionChange(lines, in: name, of: collections, isAddition: isAddition)
    change.skippedCount = chosen.count - lines.count
    return perform([.collect(change)])
  }

  /// Searches for photos of a collection that other programs have moved or renamed.
  func findMissing(_ entries: [CatalogEntry], of name: ByteString) {
    guard let collections, let actions, collections.savedFilters[name] == nil else { return }
    let reader = grid.browsedFacts.reader
    missingSearch = Task.immediate { [weak self] in
      // A disk may hang, and file actions may take long.
      let (missing, listed) = await WorkQueue(label: "missing photos").run {
        let paths = entries.compactMap(\.photo.path)
        return (paths.filter(actions.isMissing), Set(paths))
      }
      let new = missing.filter { self?.searchedPaths.insert($0).inserted == true }
      guard !new.isEmpty else { return }
      let unlisted = await reader.newPaths(ofMissing: new).filter { !listed.contains($0.value) }
      let found = await WorkQueue(label: "missing photos").run {
        unlisted.filter { !Trash.contains($0.value) }
      }
      guard let self, !found.isEmpty else { return }
      _ = perform([.collect(CollectionChange(found, in: name, of: collections))])
    }
  }

  func completeCollection(_ argument: String, for command: Command) {
    let hasFilters = command == .collections
    // File actions may take long.
    WorkQueue(label: "collections").start { [mailbox, collection, collections] in
      mailbox.post(
        .completed(
          LineCompletion(
            argument, of: collections, preferring: collection, hasFilters: hasFilters)))
    }
  }
}
