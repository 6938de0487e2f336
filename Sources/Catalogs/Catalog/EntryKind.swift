internal import Glibc

/// What a directory entry is.
enum EntryKind {
  case file
  case folder
  case link
  case special
  /// The file system does not tell, and somebody must look.
  case unknown

  /// Takes the kind from the mode of a file.
  init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    case S_IFLNK: self = .link
    default: self = .special
    }
  }

  /// Takes the kind from the type in a directory entry.
  init(directoryType: UInt8) {
    switch Int(directoryType) {
    case Int(DT_REG): self = .file
    case Int(DT_DIR): self = .folder
    case Int(DT_LNK): self = .link
    case Int(DT_UNKNOWN): self = .unknown
    default: self = .special
    }
  }
}
