import Glibc
import Storage
import TestSupport
import Testing

@Suite("What can be done with a folder")
struct FolderConditionTests {
  private let folder = TemporaryFolder()

  @Test func `a folder of one's own can be written to`() {
    folder.folder("cache")
    #expect(FolderCondition(of: folder.name("cache")) == .writable)
  }

  @Test(arguments: ["cache", "a/b/cache", "a//cache/"])
  func `one that is not there can be made, and is not by looking`(name: String) {
    #expect(FolderCondition(of: folder.name(name)) == .absent)
    #expect(access(folder.name("cache"), F_OK) != 0 && access(folder.name("a"), F_OK) != 0)
  }

  @Test func `what is no folder cannot be used, nor what lies below it`() {
    folder.file("cache")
    #expect(FolderCondition(of: folder.name("cache")) == .unusable("not a folder"))
    #expect(FolderCondition(of: folder.name("cache/a")) == .unusable("not a directory"))
    #expect(FolderCondition(of: folder.name("cache/a/b")).readingTrouble == "not a directory")
  }

  @Test func `without a path nothing can be done`() {
    let condition = FolderCondition(of: nil)
    #expect(condition.writingTrouble == "neither XDG_CACHE_HOME nor HOME names a folder")
    #expect(condition.readingTrouble == condition.writingTrouble)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
  func `another user's folder is left alone`() {
    folder.folder("cache")
    #expect(chown(folder.name("cache"), 65_534, 65_534) == 0)
    #expect(
      FolderCondition(of: folder.name("cache")) == .unusable("the folder belongs to another user"))
  }

  @Test func `what can only be read is not written to`() {
    #expect(FolderCondition.readOnly("read-only file system").readingTrouble == nil)
    #expect(
      FolderCondition.readOnly("read-only file system").writingTrouble == "read-only file system")
    for condition in [FolderCondition.writable, .absent] {
      #expect(condition.readingTrouble == nil && condition.writingTrouble == nil)
    }
  }
}
