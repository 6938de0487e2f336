import Base
import Catalogs
import FileActions
import Glibc
import HTTP
import ImagePipeline
import Photos
import Storage

/// Locations from the environment, and the stores there, opened with their first use.
///
/// `onNotice` is called at most once, on any thread, with the reason why thumbnails are no longer
/// written, or why a database is kept in memory only.
enum Storage {
  /// The default size of the response cache, in bytes.
  static let usualResponseBudget = ResponseCache.standardBudget

  /// Shared with file managers; a private store never writes or removes anything.
  static func thumbnails(
    isPrivate: Bool = false, onNotice: @escaping @Sendable (ThumbnailError) -> Void = { _ in }
  ) -> ThumbnailStore {
    ThumbnailStore(
      place: ThumbnailPlace(environment: variable), version: Version.number,
      isPrivate: isPrivate, onNotice: onNotice)
  }

  /// `budget` is in bytes.
  static func responses(
    budget: Int = usualResponseBudget,
    onNotice: @escaping @Sendable (CacheNotice) -> Void = { _ in }
  ) -> ResponseCache {
    ResponseCache(
      folder: CacheFolder.path(environment: variable), budget: budget, onNotice: onNotice)
  }

  static func index(onNotice: @escaping @Sendable (CacheNotice) -> Void = { _ in }) -> PhotoIndex {
    PhotoIndex(folder: CacheFolder.path(environment: variable), onNotice: onNotice)
  }

  /// The absolute path of the current folder; empty if it was deleted.
  static var workingFolder: [UInt8] { AbsolutePath.workingFolder(pwd: variable("PWD")) ?? [] }

  /// The home folder; nil unless `HOME` is an absolute path.
  static var home: ByteString? {
    variable("HOME").flatMap { $0.hasPrefix("/") ? ByteString($0) : nil }
  }

  /// File operations, with the user's trash if the environment names one.
  static var actions: FileActions {
    let folder = BaseDirectory.data.path(environment: variable)
    return FileActions(trash: Trash(dataHome: folder.map { ByteString($0) }))
  }

  /// Nil without `XDG_DATA_HOME` or `HOME` as an absolute path.
  static var collections: CollectionFolder? {
    BaseDirectory.data.path(environment: variable).map {
      CollectionFolder(
        path: ByteString("\($0)/photocell/collections"),
        savedFilters: UserConfiguration.ofUser.savedFilters)
    }
  }

  /// The photos selected last; nil without `XDG_STATE_HOME` or `HOME` as an absolute path.
  static var places: PlaceStore? { stateFolder.map(PlaceStore.init) }

  static var stateFolder: String? {
    BaseDirectory.state.path(environment: variable).map { "\($0)/photocell" }
  }

  /// Names of positions; read on first use.
  static let gazetteer = Gazetteer { InstalledFile.paths("gazetteer") }

  static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// In listing order, by default with stores of their own; `budget` is in bytes.
  static func diskTiers(
    thumbnails: ThumbnailStore = Storage.thumbnails(), responses: ResponseCache? = nil,
    index: PhotoIndex = Storage.index(), budget: Int = usualResponseBudget
  ) -> [any DiskTier] {
    let folder = CacheFolder.path(environment: variable)
    let root = ThumbnailPlace(environment: variable).root
    return [
      ThumbnailDiskTier(
        store: thumbnails, folder: root.map { String(decoding: $0, as: UTF8.self) }),
      DatabaseTier(
        .responses, of: responses ?? Self.responses(budget: budget), in: folder, budget: budget),
      DatabaseTier(.index, of: index, in: folder, budget: PhotoIndex.standardBudget),
    ]
  }
}

enum InstalledFile {
  /// Candidate paths, most likely first; empty if the program's own folder is unknown.
  ///
  /// `name` is relative to `../share/photocell`, seen from the program, and to `Assets`.
  static func paths(_ name: String) -> [String] {
    guard var folder = OwnProgram.folder else { return [] }
    let parent = folder.prefix(upTo: folder.lastIndex(of: "/") ?? folder.endIndex)
    var paths = ["\(parent)/share/photocell/\(name)"]
    while let slash = folder.lastIndex(of: "/") {
      folder = String(folder[..<slash])
      paths.append("\(folder)/Assets/\(name)")
    }
    return paths
  }
}

enum DemoPhotosFolder {
  static var path: ByteString? { candidates.first { FolderCatalog.problems(in: [$0]).isEmpty } }

  static var expectedPath: ByteString {
    path ?? candidates.first ?? ByteString("/share/photocell/photos")
  }

  private static var candidates: [ByteString] {
    InstalledFile.paths("photos").map { ByteString($0) }
  }
}
