internal import Glibc
internal import Values

/// What can be done with a folder in which the program keeps files; looking makes nothing.
package enum FolderCondition: Hashable, Sendable {
  /// It is there, and files can be written into it.
  case writable
  /// It is not there, and can be made.
  case absent
  /// Files can be read from it, and none written; with the reason in a few words.
  case readOnly(String)
  /// It can neither be read nor made; with the reason in a few words.
  case unusable(String)

  /// Looks at a folder; blocks.
  /// - Parameter path: Its absolute path; nil where the environment names none.
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

  /// Why nothing can be read, in a few words; nil also where there is nothing yet.
  package var readingTrouble: String? {
    guard case .unusable(let reason) = self else { return nil }
    return reason
  }

  /// Why nothing can be written, in a few words.
  package var writingTrouble: String? {
    switch self {
    case .writable, .absent: nil
    case .readOnly(let reason), .unusable(let reason): reason
    }
  }

  private static func condition(of path: String, _ status: stat) -> Self {
    guard status.st_mode & S_IFMT == S_IFDIR else { return .unusable("not a folder") }
    guard status.st_uid == geteuid() else { return .unusable("the folder is another user's") }
    guard unsafe access(path, R_OK | X_OK) == 0 else { return .unusable(reason) }
    return unsafe access(path, W_OK) == 0 ? .writable : .readOnly(reason)
  }

  /// Looks at the nearest folder above that is there.
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

  /// What the system said last.
  private static var reason: String { "\(SystemError.last)" }
}
