import Glibc
import Storage
import TestSupport
import Testing

@Suite("Folder conditions")
struct FolderConditionTests {
  private let folder = TemporaryFolder()

  @Test func `the user's own folder is writable`() {
    folder.folder("cache")
    #expect(FolderCondition(of: folder.name("cache")) == .writable)
  }

  @Test(arguments: ["cache", "a/b/cache", "a//cache/"])
  func `a missing folder is absent, and checking it does not create it`(name: String) {
    #expect(FolderCondition(of: folder.name(name)) == .absent)
    #expect(access(folder.name("cache"), F_OK) != 0 && access(folder.name("a"), F_OK) != 0)
  }

  @Test func `a file is unusable as a folder, and so are paths below it`() {
    folder.file("cache")
    #expect(FolderCondition(of: folder.name("cache")) == .unusable("not a folder"))
    #expect(FolderCondition(of: folder.name("cache/a")) == .unusable("not a directory"))
    #expect(FolderCondition(of: folder.name("cache/a/b")).readingTrouble == "not a directory")
  }

  @Test func `without a path neither reading nor writing is possible, for the same reason`() {
    let condition = FolderCondition(of: nil)
    #expect(condition.writingTrouble == "neither XDG_CACHE_HOME nor HOME names a folder")
    #expect(condition.readingTrouble == condition.writingTrouble)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
  func `another user's folder is unusable`() {
    folder.folder("cache")
    #expect(chown(folder.name("cache"), 65_534, 65_534) == 0)
    #expect(
      FolderCondition(of: folder.name("cache")) == .unusable("the folder belongs to another user"))
  }

  @Test func `a read-only folder allows reading and refuses writing`() {
    #expect(FolderCondition.readOnly("read-only file system").readingTrouble == nil)
    #expect(
      FolderCondition.readOnly("read-only file system").writingTrouble == "read-only file system")
    for condition in [FolderCondition.writable, .absent] {
      #expect(condition.readingTrouble == nil && condition.writingTrouble == nil)
    }
  }
}
