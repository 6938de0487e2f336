import Base

/// An argument of the command line and the state of its listing.
struct ListedArgument {
  let path: ByteString
  /// The folder that is listed; nil for a single file, and until it has been found.
  var folder: ListedFolder?
  var count = 0
  /// Whether it is the only argument, listed with its surroundings.
  var isAlone = false
  var folders: [Subfolder] = []
  var links: Set<Photo> = []
  /// The directories that were read, by path prefix.
  var directories: [ByteString: DirectoryIdentity] = [:]
  var skipped = SkippedEntries()
  var bareFolder: BareFolder?
  var notice: CatalogNotice?

  init(_ path: ByteString) {
    self.path = path
  }

  var listsFolders: Bool { isAlone && folder != nil && folder?.named == nil }

  var mayChange: Bool { folder != nil || notice != nil }

  mutating func fail(_ error: CatalogError) {
    fail("\(error)")
  }

  /// Sets the error; `problem` is text for the user.
  mutating func fail(_ problem: String) {
    let place = folder?.named == nil ? path : folder?.path.openableFolder ?? path
    notice = CatalogNotice(source: place.lossyText, problem: problem, isFailure: true)
  }
}

struct ListedFolder: Hashable {
  /// A path prefix.
  let path: ByteString
  /// A file that is listed whatever its extension.
  var named: Photo?
}

extension CatalogSnapshot {
  init(
    entries: [CatalogEntry], named: PhotoID?, arguments: some Sequence<ListedArgument>,
    isComplete: Bool
  ) {
    self.init(entries: entries, named: named, isComplete: isComplete)
    for argument in arguments {
      skipped = skipped + argument.skipped
      if let folder = argument.bareFolder { bareFolders.append(folder) }
      if let notice = argument.notice { notices.append(notice) }
      folders += argument.folders
      directories.merge(argument.directories) { $1 }
      if argument.isAlone { place = argument.folder?.path }
    }
  }
}
