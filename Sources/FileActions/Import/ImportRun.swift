package import Base
import Glibc

/// Copies groups of a card, and erases what was copied. Blocks.
package struct ImportRun {
  private let journal: ImportJournal
  private let actions: FileActions
  private var collisions = SidecarCollisions()
  /// The hashes of files of the card that were copied.
  private var hashes: [FolderTree.File: UInt64] = [:]

  package init(_ journal: ImportJournal, by actions: FileActions) {
    self.journal = journal
    self.actions = actions
  }

  /// Copies a group to one destination, all files or none; `finish` gets the paths of the copied
  /// photos and writes their metadata. `onProgress` receives the number of bytes copied of a file.
  ///
  /// Files that have changed since the survey are not copied. Killed at any point, it is continued
  /// by the next import. Returns whether a photo got another name than planned. Throws
  /// `ImportFailure.journal` if nothing can be recorded any more.
  package mutating func copy(
    _ copy: ImportCopy, of group: ImportGroup, onProgress: @escaping (Int) -> Void,
    finish: ([ByteString]) -> [FileActionError]
  ) throws(ImportFailure) -> Bool {
    let targets = copy.files.map { copy.target(of: $0, in: group) }
    var keys: [ContentKey] = []
    for file in copy.files {
      try rethrowing(as: ImportFailure.file) { () throws(FileActionError) in try file.check() }
      guard let key = ContentKey(of: file.path) else {
        throw .files([.failed(.copy, FileName(lastOf: file.path), .last)])
      }
      keys.append(key)
    }
    let begun = Array(zip(keys, targets).prefix(copy.photos.count))
    try rethrowing(as: ImportFailure.journal) { () throws(SystemError) in
      try journal.begin(begun.map { (key: $0.0, path: $0.1) }, copy.destination)
    }
    let placed = try rethrowing(as: ImportFailure.file) { () throws(FileActionError) in
      let folder = targets[0].folderPath
      try makeFolder(folder)
      let names = targets.map(\.lastName)
      let files = FileGroup(
        folder: folder, photos: Array(names.prefix(copy.photos.count)),
        companions: Array(names.dropFirst(copy.photos.count)), sources: copy.files.map(\.path))
      return try GroupPlacing(group: files, folder: folder, sharesSidecars: copy.isJoining) {
        onProgress($0)
        return true
      }.copyVerified(&collisions, isResumed: copy.isResumed)
    }
    let failures = finish(placed.changes.prefix(copy.photos.count).map(\.to))
    guard failures.isEmpty else { throw .files(failures) }
    var done: [(key: ContentKey, record: ImportJournal.Record)] = []
    for (place, change) in placed.changes.enumerated() {
      let hash = placed.hashes[place]
      hashes[copy.files[place]] = hash
      done.append((keys[place], ImportJournal.Record(hash: hash, path: change.to)))
    }
    try rethrowing(as: ImportFailure.journal) { () throws(SystemError) in
      try journal.end(done, copy.destination)
    }
    return zip(placed.changes, targets).contains { $0.to != $1 }
  }

  /// Makes a folder and its parents, and their names durable.
  private func makeFolder(_ folder: ByteString) throws(FileActionError) {
    var parents: [ByteString] = []
    var path = folder
    while actions.isMissing(path), path.bytes.count > 1 {
      path = path.folderPath
      parents.append(path)
    }
    try actions.makeFolder(folder)
    for parent in parents { LongPath.openFolder(parent.bytes)?.keepNames() }
  }

  /// The files of the card whose verified copies are in place in all of so many destinations.
  package func erasable(_ groups: [ImportGroup], _ destinationCount: Int)
    -> [FolderTree.File]
  {
    groups.flatMap { group in
      let photos = group.photos.filter { hasCopy($0, destinationCount, isWhole: true) }
      // A file of a photo that stays does, too.
      guard photos.count == group.photos.count else { return photos }
      return photos + group.companions.filter { hasCopy($0, destinationCount, isWhole: false) }
    }
  }

  private func hasCopy(
    _ file: FolderTree.File, _ destinationCount: Int, isWhole: Bool
  ) -> Bool {
    guard let key = ContentKey(of: file.path) else { return false }
    return (1...destinationCount).allSatisfy { destination in
      journal.records(of: key, destination).contains { record in
        record.path != file.path
          && ContentKey(of: record.path).map { !isWhole || $0 == key } ?? false
      }
    }
  }

  /// Deletes a file of the card whose whole content was verified, and is still the same.
  package func erase(
    _ file: FolderTree.File, _ destinationCount: Int
  ) throws(FileActionError) {
    let place = try FilePlace(file.path)
    // Another inode may be another file of the same size and time.
    let isSame = try place.identity() == file.identity
    let hash = if isSame, let known = hashes[file] { known } else { try place.hash() }
    let records = ContentKey(of: file.path).map { journal.records(of: $0, 1) } ?? []
    try file.check()
    guard records.contains(where: { $0.hash == hash }) else {
      throw .changed(FileName(lastOf: file.path))
    }
    try place.remove(as: .erase)
    place.folder.keepNames()
  }
}

package enum ImportFailure: Error, Sendable {
  /// None of the files was copied, unless only the metadata of the copies could not be written.
  case files([FileActionError])
  /// The journal cannot be written, so that nothing more can be imported.
  case journal(SystemError)

  fileprivate static func file(_ error: FileActionError) -> ImportFailure { .files([error]) }
}
