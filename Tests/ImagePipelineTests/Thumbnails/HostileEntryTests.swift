import Base
import Glibc
import ImagePipeline
import Imaging
import TestSupport
import Testing

@Suite("Damaged and hostile thumbnail files", .timeLimit(.minutes(30)))
struct HostileEntryTests {
  @Test func `every changed byte of a thumbnail leads to a miss`() {
    let stage = Stage()
    let (store, photo) = (stage.store(), stage.photo())
    store.keep(
      .sample(128, 2), as: .normal, of: photo,
      info: PictureInfo(size: PixelSize(width: 1280, height: 20)))
    let whole = Stage.bytes(of: stage.path())
    #expect(store.found(photo, 1, 1) == whole)
    for index in whole.indices {
      for mask: UInt8 in [1, 0x20, 0xFF] {
        var changed = whole
        changed[index] ^= mask
        Stage.write(changed, to: stage.path())
        #expect(store.found(photo, 1, 1) == nil, "byte \(index), mask \(mask)")
      }
    }
  }

  @Test func `a thumbnail truncated or zeroed from any byte is a miss`() {
    let stage = Stage()
    let (store, photo) = (stage.store(), stage.photo())
    store.keep(
      .sample(128, 2), as: .normal, of: photo,
      info: PictureInfo(size: PixelSize(width: 1280, height: 20)))
    let whole = Stage.bytes(of: stage.path())
    for count in 0..<whole.count {
      Stage.write(Array(whole.prefix(count)), to: stage.path())
      #expect(store.found(photo, 1, 1) == nil, "\(count) bytes")
      let zeroed = whole.prefix(count) + Array(repeating: 0, count: whole.count - count)
      Stage.write(Array(zeroed), to: stage.path())
      #expect(store.found(photo, 1, 1) == nil, "zeros from \(count)")
    }
  }

  @Test(arguments: ["link", "folder", "fifo", "socket", "loop", "locked"])
  func `an entry that is not a valid file is a miss and replaced, except a folder`(kind: String)
    throws
  {
    let stage = Stage()
    let (store, photo) = (stage.store(), stage.photo())
    store.keepSample(photo)
    let name = "cache/thumbnails/normal/\(photo.uri.thumbnailName)"
    let elsewhere = stage.folder.name("elsewhere.png")
    rename(stage.path(), elsewhere)
    switch kind {
    case "link": stage.folder.link(name, to: elsewhere)
    case "folder": stage.folder.folder(name)
    case "fifo": stage.folder.fifo(name)
    case "socket": stage.folder.socket(name)
    case "loop": stage.folder.link(name, to: name)
    default: Stage.write([], to: stage.path())
    }
    #expect(store.found(photo) == nil)
    let before = Stage.bytes(of: elsewhere)
    #expect(store.keepSample(photo, seed: 1) == (kind != "folder"))
    #expect((store.found(photo) != nil) == (kind != "folder"))
    #expect(Stage.bytes(of: elsewhere) == before)
    #expect(store.isWriting)
    #expect(stage.notices.all.isEmpty)
    #expect(try Tool.output(of: ["find", stage.thumbnails, "-name", "*.tmp"]) == "")
  }

  @Test func `a thumbnail with too many bytes, chunks or texts is a miss`() throws {
    let stage = Stage()
    let (store, photo) = (stage.store(), stage.photo())
    store.keepSample(photo)
    let whole = Stage.bytes(of: stage.path())
    let floods = [
      PNGParts(whole).inserting([PNGParts.chunk("teST", [])], count: 9000),
      PNGParts(whole).inserting([PNGParts.text("Comment", "x")], count: 100),
      whole + Array(repeating: 0, count: StoredThumbnail.byteLimit),
    ]
    for flood in floods {
      Stage.write(flood, to: stage.path())
      #expect(store.found(photo) == nil)
    }
  }

  @Test func `two different values for one key are a miss, equal ones are not`() {
    let stage = Stage()
    let (store, photo) = (stage.store(), stage.photo())
    store.keepSample(photo)
    let parts = PNGParts(Stage.bytes(of: stage.path()))
    let seconds = "\(photo.version.modified.seconds)"
    for (value, isRight) in [(seconds, true), ("0\(seconds)", false), ("", false)] {
      let bytes = parts.inserting([PNGParts.text("Thumb::MTime", value)], count: 1)
      Stage.write(bytes, to: stage.path())
      #expect((store.found(photo) != nil) == isRight)
    }
  }

  @Test func `a thumbnail that is larger than its class is a miss`() {
    let stage = Stage()
    stage.store().keepSample(stage.photo(), as: .large)
    mkdir("\(stage.thumbnails)/normal", 0o700)
    rename(stage.path(.large), stage.path(.normal))
    #expect(stage.store().found(stage.photo(), 10, 10) == nil)
  }
}
