internal import Base
internal import Glibc

/// The accessibility of a cache folder; checking it creates nothing.
package enum FolderCondition: Hashable, Sendable {
  case writable
  /// Missing, but can be made.
  case absent
  case readOnly(String)
  case unusable(String)

  package init(of path: String?) {
    guard let path else {
      self = .unusable("neither XDG_CACHE_HOME nor HOME names a folder")
      return
    }
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      self = Self.condition(of: path, status)
    } else if errno == ENOENT {
      self = Self.conditionOfAbsent(path)
    } else {
      self = .unusable(Self.reason)
    }
  }

  /// The reason why nothing can be read, in a few words; nil if the folder does not exist yet.
  package var readingTrouble: String? {
    guard case .unusable(let reason) = self else { return nil }
    return reason
  }

  /// The reason why nothing can be written, in a few words.
  package var writingTrouble: String? {
    switch self {
    case .writable, .absent: nil
    case .readOnly(let reason), .unusable(let reason): reason
    }
  }

  private static func condition(of path: String, _ status: stat) -> Self {
    guard status.st_mode & S_IFMT == S_IFDIR else { return .unusable("not a folder") }
    guard status.st_uid == geteuid() else { return .unusable("the folder belongs to another user") }
    guard unsafe access(path, R_OK | X_OK) == 0 else { return .unusable(reason) }
    return unsafe access(path, W_OK) == 0 ? .writable : .readOnly(reason)
  }

  /// Checks the nearest existing parent.
  private static func conditionOfAbsent(_ path: String) -> Self {
    var parent = path[...]
    while let slash = parent.lastIndex(of: "/") {
      parent = parent[..<slash]
      let folder = parent.isEmpty ? "/" : String(parent)
      if unsafe access(folder, W_OK | X_OK) == 0 { return .absent }
      if errno != ENOENT || parent.isEmpty { return .unusable(reason) }
    }
    return .unusable("not an absolute path")
  }

  private static var reason: String { "\(SystemError.last)" }
}

/// The folder of the program's caches.
package enum CacheFolder {
  package static func path(environment: (String) -> String?) -> String? {
    BaseDirectory.cache.path(environment: environment).map { "\($0)/photocell" }
  }
}
