import Glibc
package import System
package import Values

/// The files of an action as they were listed and shown when it was asked for: it is done to these and no others.
package struct ListedFiles: Sendable {
  /// The files as they were read last, by their paths; those are missing that were listed and never read.
  package var versions: [ByteString: FileVersion] = [:]
  /// The files as an earlier action of this process has left them, by their paths.
  package var left: [ByteString: FileIdentity] = [:]
  /// The folders as they were listed, by the beginning of the paths in them: empty, or with a slash at its end.
  package var directories: [ByteString: DirectoryIdentity] = [:]

  /// Expects nothing of any file.
  package init() {}

  /// Asks the disk for the versions of files of which none is known; blocks.
  package mutating func readVersions(of paths: [ByteString]) {
    for path in paths where versions[path] == nil {
      versions[path] = FileVersion(path: path.bytes)
    }
  }

  /// The paths of files that are there, and are not what was listed; blocks.
  package func changed(among paths: [ByteString]) -> [ByteString] {
    paths.filter { path in
      do throws(FileActionError) {
        try FilePlace(path).check(path, self)
        return false
      } catch {
        if case .changedOnDisk = error { return true }
        return false
      }
    }
  }
}

extension FileActions {
  /// Checks that a photo's file is what was listed, before anything is read of it for an action; blocks.
  /// - Throws: `changedOnDisk`, or why the file cannot be looked at.
  package func check(_ photo: ByteString) throws(FileActionError) {
    try FilePlace(photo).check(photo, listed)
  }
}

extension FilePlace {
  /// Checks that what has the name is the file that was listed at a path.
  ///
  /// Of a link the file counts that it leads to, since that is what is shown.
  /// - Throws: `changedOnDisk`, or `gone`.
  func check(_ path: ByteString, _ listed: ListedFiles?) throws(FileActionError) {
    guard let listed else { return }
    let directory = ByteString(path.bytes.dropLast(path.lastName.bytes.count))
    if let expected = listed.directories[directory], DirectoryIdentity(of: folder) != expected {
      throw .changedOnDisk(FileName(name))
    }
    guard let version = listed.versions[path] else { return }
    guard let status = self.status else { throw .gone(FileName(name)) }
    if let left = listed.left[path], FileIdentity(status) == left { return }
    var target = stat()
    let isThere = unsafe fstatat(folder.number, name.cString, &target, 0) == 0
    guard isThere, isSame(FileVersion(target), version) else {
      throw .changedOnDisk(FileName(name))
    }
  }

  private func isSame(_ version: FileVersion, _ expected: FileVersion) -> Bool {
    version == expected
      || version.isEqual(exceptInode: expected) && !FileSystem.hasStableInodes(folder)
  }
}
