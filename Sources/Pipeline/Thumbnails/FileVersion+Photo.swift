internal import Glibc
internal import System

extension FileVersion {
  /// Looks at the file that a path names, through links; blocks.
  ///
  /// Nil where there is no regular file, or the path is longer than one call takes.
  /// - Parameter path: A path as bytes without a terminating zero.
  init?(photoAt path: [UInt8]) {
    guard !path.contains(0) else { return nil }
    var status = stat()
    guard unsafe stat(path.cString, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    self.init(status)
  }
}
