import System
import Values

/// An argument, and what came of it.
struct ListedArgument {
  /// The argument as it was given.
  let path: ByteString
  /// Where its photos are, where it is a folder, or a file that comes with those of its folder; nil for
  /// other files, and for what nobody has found yet.
  var folder: ListedFolder?
  /// How many photos it has.
  var count = 0
  /// Whether it is the only one, and comes with what is around it.
  var isAlone = false
  /// The folders inside it, where it comes with them.
  var folders: [Subfolder] = []
  /// The photos of its folder that are links.
  var links: Set<Photo> = []
  /// Which directories its photos were listed of, by the beginnings of the paths in them.
  var directories: [ByteString: DirectoryIdentity] = [:]
  var skipped = SkippedEntries()
  /// The same folder where it has none.
  var bareFolder: BareFolder?
  /// Why it could not be read.
  var notice: CatalogNotice?

  /// Takes an argument that has not been looked at.
  init(_ path: ByteString) {
    self.path = path
  }

  /// Whether the folders inside it are listed.
  var listsFolders: Bool { isAlone && folder != nil && folder?.named == nil }

  /// Whether it is to be looked at again when somebody wants that.
  var mayChange: Bool { folder != nil || notice != nil }

  /// Notes why it cannot be read, or its folder cannot.
  mutating func fail(_ error: CatalogError) {
    fail("\(error)")
  }

  /// Notes what is wrong with it, or with its folder, in our own words.
  mutating func fail(_ problem: String) {
    let place = folder?.named == nil ? path : folder?.path.openableFolder ?? path
    notice = CatalogNotice(source: place.lossyText, problem: problem, isFailure: true)
  }
}

/// A folder that photos are listed of.
struct ListedFolder: Hashable {
  /// The beginning of the photos' paths: empty, or with a slash at its end.
  let path: ByteString
  /// A file in it that is listed whatever it is called.
  var named: Photo?
}

extension CatalogSnapshot {
  /// Makes a snapshot of arguments and the entries of all of them.
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
