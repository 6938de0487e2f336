import Base
import FileActions
import Imaging
import Photos
import Storage
import TestSupport
import Testing

/// Permanent rotation of photos: in their own files if these have an orientation, otherwise in
/// sidecars.
struct PhotoTurningTests {
  private let home = TemporaryFolder()

  private static let plainJPEG: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDA, 0, 2]
  /// Has an orientation to the right.
  private static let turnedJPEG: [UInt8] = {
    let tiff = Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
    let exif = Array("Exif\0\0".utf8) + tiff + [0, 0, 0, 0]
    return [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + [0xFF, 0xDA, 0, 2]
  }()
  private static let png = Array("\u{89}PNG\r\n\u{1A}\n".unicodeScalars.map { UInt8($0.value) })
  private static let heic = [0, 0, 0, 24] + Array("ftypheic\0\0\0\0mif1heic".utf8)

  private var actions: FileActions {
    FileActions(trash: Trash(dataHome: ByteString(home.name("data"))))
  }

  private func turn(_ name: String, _ turn: Orientation) throws(FileActionError)
    -> ActionStep.Change?
  {
    try PhotoTurning.turn(home.entry(name), by: turn, actions)
  }

  /// The record of a photo's sidecar, with the rotation if that counts.
  private func record(of name: String) async -> PhotoRecord? {
    await SidecarReader(index: PhotoIndex(folder: nil)).records(
      of: [ByteString(name)], in: ByteString(home.path))[0]
  }

  @Test(arguments: [
    ("a.jpg", plainJPEG), ("a.png", png), ("a.gif", Array("GIF89a".utf8)),
  ])
  func `a photo without an orientation is rotated by its sidecar, and undo removes that`(
    name: String, bytes: [UInt8]
  ) async throws {
    _ = home.write(bytes, as: name)
    var journal = ActionJournal()
    var step = ActionStep(kind: .turn)
    for (turn, wanted) in [
      (.rightTop, .rightTop), (.rightTop, .bottomRight), (.leftBottom, .rightTop),
      (.leftBottom, nil),
    ] as [(Orientation, Orientation?)] {
      step.changes = [try #require(try self.turn(name, turn))]
      #expect(await record(of: name)?.turn == wanted)
      journal.record(step)
    }
    #expect(home.bytes(of: name) == bytes)
    _ = journal.undo(by: actions)
    #expect(await record(of: name)?.turn == .rightTop)
    for _ in 0..<3 { _ = journal.undo(by: actions) }
    #expect(home.names(in: ".") == [name])
  }

  @Test func `a rotation changes only the orientation of an existing sidecar`() async throws {
    _ = home.write(Self.plainJPEG, as: "a.jpg")
    for (sample, old, new) in [
      (
        SidecarSamples.exiftool, "<tiff:Orientation>1<", "<tiff:Orientation>6<"
      ),
      (
        SidecarSamples.darktable, "darktable:history_end=\"1\"",
        "darktable:history_end=\"1\"\n   xmlns:tiff=\"http://ns.adobe.com/tiff/1.0/\"\n   tiff:Orientation=\"6\""
      ),
    ] {
      _ = home.write(Array(sample.utf8), as: "a.xmp")
      #expect(try turn("a.jpg", .rightTop) != nil)
      let text = String(decoding: home.bytes(of: "a.xmp"), as: UTF8.self)
      #expect(text == sample.replacing(old, with: new))
      #expect(await record(of: "a.jpg")?.turn == .rightTop)
    }
  }

  @Test func `the orientation of a file overrides that of its sidecar`() async throws {
    _ = home.write(Self.turnedJPEG, as: "a.jpg")
    let sample = SidecarSamples.exiftool.replacing(
      "<tiff:Orientation>1<", with: "<tiff:Orientation>8<")
    _ = home.write(Array(sample.utf8), as: "a.xmp")
    #expect(await record(of: "a.jpg")?.rating == 3)
    #expect(await record(of: "a.jpg")?.turn == nil)
    #expect(try turn("a.jpg", .rightTop)?.to == home.entry("a.jpg"))
    #expect(home.bytes(of: "a.xmp") == Array(sample.utf8))
    // The same sidecar may belong to another photo as well.
    home.remove("a.jpg")
    _ = home.write(Self.png, as: "a.png")
    #expect(await record(of: "a.png")?.turn == .leftBottom)
  }

  @Test(arguments: [("a.heic", heic), ("a.nef", Array("no raw".utf8)), ("a.jpg", [])])
  func `a file that may store its orientation in another way is not rotated`(
    name: String, bytes: [UInt8]
  ) async {
    _ = home.write(bytes, as: name)
    let error = #expect(throws: FileActionError.self) { try turn(name, .rightTop) }
    #expect(error?.description == "\(name) has no writable orientation and was left alone")
    #expect(home.names(in: ".") == [name])
    let sample = SidecarSamples.exiftool.replacing(
      "<tiff:Orientation>1<", with: "<tiff:Orientation>8<")
    _ = home.write(Array(sample.utf8), as: "a.xmp")
    #expect(await record(of: name)?.turn == nil)
  }

  @Test(arguments: ["0", "9", "", "left", "6.0"])
  func `an invalid orientation in a sidecar is ignored`(value: String) async {
    _ = home.write(Self.plainJPEG, as: "a.jpg")
    let sample = SidecarSamples.exiftool.replacing(
      "<tiff:Orientation>1<", with: "<tiff:Orientation>\(value)<")
    _ = home.write(Array(sample.utf8), as: "a.xmp")
    #expect(await record(of: "a.jpg")?.turn == nil)
    #expect(await record(of: "a.jpg")?.rating == 3)
  }
}
