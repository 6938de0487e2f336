package import Base
import Glibc

/// Versions of the files shown when an action was requested; other files are refused. Blocks.
package struct ListedFiles: Sendable {
  /// The versions as last read; missing for files that were listed but never read.
  package var versions: [ByteString: FileVersion] = [:]
  /// The versions that earlier actions of this process left.
  package var left: [ByteString: FileIdentity] = [:]
  /// The folders by path prefix: empty, or with a trailing slash.
  package var directories: [ByteString: DirectoryIdentity] = [:]

  package init() {}

  package mutating func readVersions(of paths: [ByteString]) {
    for path in paths where versions[path] == nil { versions[path] = FileVersion(path: path.bytes) }
  }

  package func changed(among paths: [ByteString]) -> [ByteString] {
    paths.filter { path in
      let failure = failures { () throws(FileActionError) in
        try FilePlace(path).check(path, self)
      }
      return failure.contains { $0.changedOnDisk != nil }
    }
  }
}

extension FileActions {
  /// Checks a file before an action reads it; throws `changedOnDisk` if it differs; blocks.
  package func check(_ photo: ByteString) throws(FileActionError) {
    try FilePlace(photo).check(photo, listed)
  }
}

extension FilePlace {
  /// Checks that the name still refers to the file listed at `path`, following links, as their
  /// target is what is shown. Throws `changedOnDisk` or `gone`.
  func check(_ path: ByteString, _ listed: ListedFiles?) throws(FileActionError) {
    guard let listed else { return }
    if let expected = listed.directories[path.folderPrefix],
      DirectoryIdentity(of: folder) != expected
    {
      throw .changedOnDisk(FileName(name))
    }
    guard let version = listed.versions[path] else { return }
    guard let status = self.status else { throw .gone(FileName(name)) }
    if let left = listed.left[path], FileIdentity(status) == left { return }
    guard let found = targetStatus.map({ FileVersion($0) }),
      found == version || found.isEqual(exceptInode: version) && !FileSystem.hasStableInodes(folder)
    else { throw .changedOnDisk(FileName(name)) }
  }
}
