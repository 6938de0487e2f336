import FileActions
import Glibc
import PhotoIndex
import ResponseStore
import Thumbnails
import Tiers
import Values

/// The caches on disk, where the environment says that they lie.
enum Storage {
  /// How large the response cache may become where nobody says, in bytes.
  static let usualResponseBudget = ResponseCache.standardBudget

  /// The thumbnails that are shared with the file managers.
  /// - Parameters:
  ///   - isPrivate: Whether nothing is ever written or removed.
  ///   - onNotice: Told once at most, on any thread, why nothing is written any more.
  /// - Returns: A store that has touched nothing yet.
  static func thumbnails(
    isPrivate: Bool = false, onNotice: @escaping @Sendable (ThumbnailError) -> Void = { _ in }
  ) -> ThumbnailStore {
    ThumbnailStore(
      place: ThumbnailPlace(environment: variable), version: Version.number,
      isPrivate: isPrivate, onNotice: onNotice)
  }

  /// The responses of servers.
  /// - Parameters:
  ///   - budget: How large they may become together, in bytes.
  ///   - onNotice: Told once at most, on any thread, why nothing is kept on disk any more.
  /// - Returns: A cache that has opened nothing yet.
  static func responses(
    budget: Int = usualResponseBudget,
    onNotice: @escaping @Sendable (CacheNotice) -> Void = { _ in }
  ) -> ResponseCache {
    ResponseCache(
      folder: CacheFolder.path(environment: variable), budget: budget, onNotice: onNotice)
  }

  /// The index of what photos say of themselves.
  /// - Parameter onNotice: Told once at most, on any thread, why nothing is kept on disk any more.
  /// - Returns: An index that has opened nothing yet.
  static func index(
    onNotice: @escaping @Sendable (IndexNotice) -> Void = { _ in }
  ) -> PhotoIndex {
    PhotoIndex(folder: CacheFolder.path(environment: variable), onNotice: onNotice)
  }

  /// The absolute path of the folder that relative paths begin in, as bytes; empty where it is gone.
  static var workingFolder: [UInt8] {
    AbsolutePath.workingFolder(pwd: variable("PWD")) ?? []
  }

  /// The home folder of the user; nil where the environment does not name one by an absolute path.
  static var home: ByteString? {
    variable("HOME").flatMap { $0.hasPrefix("/") ? ByteString($0) : nil }
  }

  /// What is done to the files of photos, with the user's trash; without that where neither XDG_DATA_HOME nor HOME
  /// names a folder.
  static var actions: FileActions {
    let folders = [variable("XDG_DATA_HOME"), variable("HOME").map { "\($0)/.local/share" }]
    // XDG demands that a relative path is ignored.
    let folder = folders.compactMap(\.self).first { $0.hasPrefix("/") }
    return FileActions(trash: Trash(dataHome: folder.map { ByteString($0) }))
  }

  /// A variable of the environment of this process.
  static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}

extension Storage {
  /// The tiers on disk, in the order in which they are listed.
  /// - Parameters:
  ///   - thumbnails: The store of thumbnails.
  ///   - responses: The cache of responses.
  ///   - index: The index of photos.
  ///   - budget: What responses may take on disk, in bytes.
  /// - Returns: The tiers, none of which has touched anything yet.
  static func diskTiers(
    thumbnails: ThumbnailStore = Storage.thumbnails(), responses: ResponseCache,
    index: PhotoIndex = Storage.index(), budget: Int
  ) -> [any DiskTier] {
    let folder = CacheFolder.path(environment: variable)
    let root = ThumbnailPlace(environment: variable).root
    return [
      ThumbnailTier(store: thumbnails, folder: root.map { String(decoding: $0, as: UTF8.self) }),
      ResponseTier(cache: responses, folder: folder, budget: budget),
      IndexTier(index: index, folder: folder),
    ]
  }

  /// The tiers on disk with stores of their own, for those who only look after them.
  static func diskTiers(budget: Int = usualResponseBudget) -> [any DiskTier] {
    diskTiers(responses: responses(budget: budget), budget: budget)
  }
}
