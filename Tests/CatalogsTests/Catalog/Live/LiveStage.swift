import Base
import CatalogStage
import Catalogs
import Glibc
import TestSupport

/// A folder that is followed by the events that a test makes up, at the pace of its manual clock.
struct LiveStage {
  let folder = TemporaryFolder()
  let clock = ManualClock()
  let demand = CatalogDemand(0)
  let watch: FakeFolderWatch
  /// The logged lines.
  let told = Recorder<String>()

  init(_ names: [String] = [], watch: FakeFolderWatch = FakeFolderWatch()) {
    self.watch = watch
    for name in names { folder.file(name) }
  }

  /// The folder as it is opened.
  var root: ByteString { ByteString("\(folder.path)/") }

  /// Follows the arguments of the command line, or the whole folder without any.
  func follow(
    _ names: [String] = [], isRecursive: Bool = false, isSurrounded: Bool = false
  ) -> FollowedCatalog {
    FollowedCatalog(
      FolderCatalog(
        arguments: names.isEmpty ? [folder.argument] : names.map { folder.entry($0) },
        isRecursive: isRecursive, isSurrounded: isSurrounded,
        following: watch.following(clock, log: .recorded(by: told)),
        demand: demand))
  }

  /// Opens a file for writing and reports that it was created; returns the descriptor.
  func beginWriting(_ name: String) -> Int32 {
    defer { tell(.created, name) }
    return open(folder.name(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
  }

  /// Makes a file and reports that it was created and written.
  func write(_ name: String) {
    folder.file(name)
    tell(.created, name)
    tell(.written, name)
  }

  /// Removes a file and reports it.
  func remove(_ name: String) {
    folder.remove(name)
    tell(.deleted, name)
  }

  /// Renames a file and reports it.
  func rename(_ name: String, to other: String, cookie: UInt32) {
    folder.rename(name, to: other)
    tell(.movedFrom, name, cookie: cookie)
    tell(.movedTo, other, cookie: cookie)
  }

  /// Reports an event.
  func tell(_ kind: DirectoryEvent.Kind, _ name: String = "", cookie: UInt32 = 0) {
    watch.tell(kind, name, in: root, cookie: cookie)
  }

  /// Lets the time pass in which further events are gathered.
  func gather() async {
    await clock.hasSleepers(1)
    clock.advance(by: .milliseconds(100))
  }
}

extension CatalogSnapshot {
  /// The entry of a photo.
  func entry(_ name: String) -> CatalogEntry? {
    entries.first { $0.photo.name == ByteString(name) }
  }
}
