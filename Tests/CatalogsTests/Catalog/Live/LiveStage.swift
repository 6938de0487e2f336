import Base
import CatalogStage
import Catalogs
import TestSupport

/// A folder that is followed, by what a test says has happened in it, and as fast as it lets time pass.
struct LiveStage {
  let folder = TemporaryFolder()
  let clock = ManualClock()
  let demand = CatalogDemand(0)
  let watch: FakeFolderWatch
  /// What the log was told.
  let told = Recorder<String>()

  init(_ names: [String] = [], watch: FakeFolderWatch = FakeFolderWatch()) {
    self.watch = watch
    for name in names { folder.file(name) }
  }

  /// The folder as it is opened.
  var root: ByteString { ByteString("\(folder.path)/") }

  /// Follows what stands on the command line: the whole folder where nothing does.
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

  /// Says that a file has been made and written.
  func write(_ name: String) {
    folder.file(name)
    tell(.created, name)
    tell(.written, name)
  }

  /// Says that a file has gone.
  func remove(_ name: String) {
    folder.remove(name)
    tell(.deleted, name)
  }

  /// Says that a file has another name.
  func rename(_ name: String, to other: String, cookie: UInt32) {
    folder.rename(name, to: other)
    tell(.movedFrom, name, cookie: cookie)
    tell(.movedTo, other, cookie: cookie)
  }

  /// Says that something has happened.
  func tell(_ kind: DirectoryEvent.Kind, _ name: String = "", cookie: UInt32 = 0) {
    watch.tell(kind, name, in: root, cookie: cookie)
  }

  /// Lets the time pass for which is waited for more.
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
