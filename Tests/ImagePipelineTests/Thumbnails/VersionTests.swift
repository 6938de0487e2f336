import Base
import Glibc
import ImagePipeline
import TestSupport
import Testing

@Suite("Versions of a photo") struct VersionTests {
  /// Sets both times of a photo, in seconds and nanoseconds.
  private func touch(_ stage: Stage, _ seconds: Int, _ nanoseconds: Int = 0) {
    let time = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
    let result = utimensat(AT_FDCWD, stage.folder.name("photos/a.jpg"), [time, time], 0)
    precondition(result == 0, "a test sets a time")
  }

  @Test(arguments: [-2_208_988_800, -1, 0, 1, 1_700_000_000, 4_294_967_296, 16_725_225_600])
  func `a thumbnail is found for any modification time of its photo`(seconds: Int) {
    let stage = Stage()
    touch(stage, seconds, 999_999_999)
    #expect(stage.store().keepSample(stage.photo()))
    #expect(stage.store().found(stage.photo()) != nil)
  }

  @Test(arguments: [
    // Whole seconds, as the standard says; microseconds, as Tumbler writes them.
    ("1700000000", true), ("1700000000.044981", true), ("1700000000,044981", true),
    ("1700000000.044981999", true), ("1700000000.0", true),
    ("1700000000.044980", false), ("1700000000.000000", false), ("1700000001.044981", false),
    ("1700000000.", false), ("1700000000.0449819990", false), ("1700000000 044981", false),
    ("17000000001", false), ("170000000", false), ("", false),
  ])
  func `a recorded time may have decimals`(text: String, isRight: Bool) {
    let time = FileTime(seconds: 1_700_000_000, nanoseconds: 44_981_999)
    #expect(time.agrees(withText: Array(text.utf8)) == isRight)
  }

  @Test func `another second of modification is another version`() {
    let stage = Stage()
    touch(stage, 1_700_000_000)
    stage.store().keepSample(stage.photo())
    touch(stage, 1_699_999_999)
    #expect(stage.store().found(stage.photo()) == nil)
  }

  @Test func `the same second and size with other nanoseconds is another version`() {
    let stage = Stage()
    touch(stage, 1_700_000_000, 1)
    stage.store().keepSample(stage.photo())
    touch(stage, 1_700_000_000, 2)
    #expect(stage.store().found(stage.photo()) == nil)
  }

  @Test func `a replaced file with the same times and size is another version`() {
    let stage = Stage()
    touch(stage, 1_700_000_000)
    stage.store().keepSample(stage.photo())
    stage.addPhoto("b.jpg", bytes: [4, 5, 6])
    rename(stage.folder.name("photos/b.jpg"), stage.folder.name("photos/a.jpg"))
    touch(stage, 1_700_000_000)
    #expect(stage.store().found(stage.photo()) == nil)
  }

  @Test func `another size is another version`() {
    let stage = Stage()
    stage.store().keepSample(stage.photo())
    stage.addPhoto("a.jpg", bytes: [1, 2, 3, 4])
    #expect(stage.store().found(stage.photo()) == nil)
  }

  @Test func `another photo's thumbnail under a photo's name is a miss`() {
    let stage = Stage()
    stage.addPhoto("b.jpg")
    stage.store().keepSample(stage.photo())
    rename(stage.path(of: "a.jpg"), stage.path(of: "b.jpg"))
    #expect(stage.store().found(stage.photo("b.jpg")) == nil)
  }

  @Test func `only a regular file is a photo`() {
    let stage = Stage()
    stage.folder.folder("photos/folder.jpg")
    stage.folder.fifo("photos/fifo.jpg")
    stage.folder.link("photos/link.jpg", to: "a.jpg")
    func photo(_ name: String) -> PhotoFile? {
      PhotoFile(path: Array(stage.folder.name("photos/\(name)").utf8), workingFolder: [])
    }
    #expect(photo("folder.jpg") == nil)
    #expect(photo("fifo.jpg") == nil)
    #expect(photo("none.jpg") == nil)
    #expect(photo("a.jpg\0") == nil)
    #expect(photo("link.jpg")?.version == photo("a.jpg")?.version)
    #expect(photo(String(repeating: "a/", count: 3000)) == nil)
  }
}
