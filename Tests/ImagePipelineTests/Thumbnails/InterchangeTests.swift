import Base
import Glibc
import ImagePipeline
import Imaging
import TestSupport
import Testing

/// Thumbnails written here are accepted by GLib, and those of other programs are accepted here.
@Suite("Interchange with file managers", .integration) struct InterchangeTests {
  /// GLib's attributes of a photo's thumbnails, without the words before them.
  ///
  /// GLib 2.76 has the same for each size besides.
  private func gio(_ stage: Stage, _ name: String) throws -> [String] {
    let attributes = ["path", "failed", "is-valid"].map { "thumbnail::\($0)" }
    let words = [
      "gio", "info", "-a", attributes.joined(separator: ","), stage.folder.name("photos/\(name)"),
    ]
    let environment = ["XDG_CACHE_HOME=\(stage.folder.name("cache"))", "HOME=\(stage.folder.path)"]
    return try Tool.output(of: words, environment: environment).split(separator: "\n")
      .map { $0.trimmingPrefix(while: { $0 == " " }) }
      .filter { $0.hasPrefix("thumbnail::") }.map(String.init)
  }

  @Test(arguments: ThumbnailSize.allCases)
  func `GLib finds and accepts thumbnails of every size`(size: ThumbnailSize) throws {
    let stage = Stage()
    #expect(try gio(stage, "a.jpg").isEmpty)
    stage.store().keepSample(stage.photo(), as: size)
    #expect(
      try gio(stage, "a.jpg") == [
        "thumbnail::path: \(stage.path(size))", "thumbnail::is-valid: TRUE",
      ])
    stage.addPhoto("a.jpg", bytes: [1])
    #expect(try gio(stage, "a.jpg").last == "thumbnail::is-valid: FALSE")
  }

  @Test(arguments: [
    "a b%20#?;.jpg", "日本 é e\u{301}.jpg", "[x]{y}|\\^`<>\"'&.jpg", "~!$()*+,-:=@_",
  ])
  func `GLib finds thumbnails of photos with unusual names`(name: String) throws {
    let stage = Stage()
    stage.addPhoto(name)
    stage.store().keepSample(stage.photo(name))
    #expect(
      try gio(stage, name) == [
        "thumbnail::path: \(stage.path(of: name))", "thumbnail::is-valid: TRUE",
      ])
  }

  @Test func `GLib accepts a failure in GNOME's folder of failures`() throws {
    let stage = Stage()
    stage.store().keepFailure(of: stage.photo(), reason: "damaged")
    #expect(try gio(stage, "a.jpg").isEmpty)
    let gnome = "\(stage.thumbnails)/fail/gnome-thumbnail-factory"
    rename("\(stage.thumbnails)/fail/photocell-1.0", gnome)
    #expect(try gio(stage, "a.jpg") == ["thumbnail::failed: TRUE", "thumbnail::is-valid: TRUE"])
  }

  /// A thumbnail as GNOME's factory writes it with GdkPixbuf.
  ///
  /// It has `sBIT`, texts, and pixels in pieces of 8192 bytes, but not the size of the photo.
  /// Late texts come after the pixels.
  private func gnome(_ stage: Stage, texts: [(String, String)], late: [(String, String)] = []) {
    stage.store().keepSample(stage.photo())
    let chunks = PNGParts(Stage.bytes(of: stage.path())).chunks
    let pixels = chunks.first { PNGParts.type(of: $0) == "IDAT" }?.dropFirst(8).dropLast(4) ?? []
    let pieces = stride(from: pixels.startIndex, to: pixels.endIndex, by: 8192).map {
      PNGParts.chunk("IDAT", Array(pixels[$0..<min($0 + 8192, pixels.endIndex)]))
    }
    let parts = PNGParts(
      chunks: [chunks[0], PNGParts.chunk("sBIT", [8, 8, 8])]
        + texts.map { PNGParts.text($0.0, $0.1) } + pieces
        + late.map { PNGParts.text($0.0, $0.1) } + chunks.suffix(1))
    Stage.write(parts.bytes, to: stage.path())
  }

  private func standardTexts(_ photo: PhotoFile) -> [(String, String)] {
    [
      ("Thumb::URI", String(decoding: photo.uri.bytes, as: UTF8.self)),
      ("Thumb::MTime", "\(photo.version.modified.seconds)"),
      ("Software", "GNOME::ThumbnailFactory"),
    ]
  }

  @Test func `a thumbnail by GNOME is accepted here as by GLib`() throws {
    let stage = Stage()
    gnome(stage, texts: standardTexts(stage.photo()))
    #expect(try gio(stage, "a.jpg").last == "thumbnail::is-valid: TRUE")
    guard
      let found = stage.store().thumbnail(
        of: stage.photo(), filling: PixelSize(width: 9, height: 9))
    else {
      Issue.record("nothing found")
      return
    }
    let facts = (found.isOwn, found.info.size, found.pixels)
    #expect(facts == (false, nil, PixelSize(width: 128, height: 96)))
  }

  @Test func `a thumbnail without the photo's size is not used for a larger box`() {
    let stage = Stage()
    gnome(stage, texts: standardTexts(stage.photo()))
    #expect(stage.store().found(stage.photo(), 128, 128) != nil)
    #expect(stage.store().found(stage.photo(), 129, 97) == nil)
  }

  @Test func `texts after the pixels are read`() {
    let stage = Stage()
    gnome(stage, texts: [], late: standardTexts(stage.photo()))
    #expect(stage.store().found(stage.photo()) != nil)
  }

  @Test(arguments: [
    ("Thumb::Size", "3", true), ("Thumb::Size", "4", false), ("Thumb::Size", "03", false),
    ("Thumb::URI", "file:///tmp/other.jpg", false), ("Thumb::MTime", "0", false),
    ("Thumb::MTime", "", false), ("X-Photocell::Inode", "1", false),
    ("X-Photocell::CTime", "1+000000000", false), ("X-Photocell::MTime", "1+000000000", false),
    ("X-Photocell::Inode ", "1", true), ("Description", "anything", true),
  ])
  func `a thumbnail with a wrong text is a miss`(key: String, value: String, isRight: Bool) {
    let stage = Stage()
    let others = standardTexts(stage.photo()).filter { $0.0 != key }
    for isLate in [false, true] {
      let texts = [(key, value)]
      gnome(stage, texts: isLate ? others : others + texts, late: isLate ? texts : [])
      #expect((stage.store().found(stage.photo()) != nil) == isRight)
    }
  }

  @Test func `a thumbnail by Tumbler with decimals in its time is accepted`() {
    let stage = Stage()
    let modified = stage.photo().version.modified
    let digits = String(1_000_000 + modified.nanoseconds / 1000).dropFirst()
    let others = standardTexts(stage.photo()).filter { $0.0 != "Thumb::MTime" }
    gnome(stage, texts: others + [("Thumb::MTime", "\(modified.seconds).\(digits)")])
    #expect(stage.store().found(stage.photo()) != nil)
  }

  @Test func `a thumbnail by KDE is found under KDE's spelling of the address`() {
    let stage = Stage()
    let name = "[1];.jpg"
    stage.addPhoto(name)
    stage.store().keepSample(stage.photo(name))
    let address = "file://" + stage.folder.name("photos/\(name)")
    let parts = PNGParts(Stage.bytes(of: stage.path(of: name)))
    let others = parts.chunks.filter {
      !$0.starts(with: $0.prefix(4) + Array("tEXtThumb::URI".utf8))
    }
    let inQt = PNGParts(chunks: others).inserting(
      [PNGParts.text("Thumb::URI", address)], count: 1)
    unlink(stage.path(of: name))
    #expect(stage.store().found(stage.photo(name)) == nil)
    Stage.write(inQt, to: "\(stage.thumbnails)/normal/\(MD5.hexDigits(of: address.utf8)).png")
    #expect(stage.store().found(stage.photo(name)) != nil)
  }

  @Test func `a thumbnail by KDE with a compressed text is accepted`() throws {
    let stage = Stage()
    let texts = standardTexts(stage.photo())
    gnome(stage, texts: Array(texts.dropFirst()))
    let parts = PNGParts(Stage.bytes(of: stage.path()))
    for (address, isRight) in [(texts[0].1, true), (texts[0].1 + "x", false)] {
      let stream = try #require(Deflate.runs.zlibStream(of: Array(address.utf8)))
      let text = PNGParts.chunk("zTXt", Array("Thumb::URI".utf8) + [0, 0] + stream)
      Stage.write(parts.inserting([text], count: 1), to: stage.path())
      #expect((stage.store().found(stage.photo()) != nil) == isRight)
    }
    let damaged = PNGParts.chunk("zTXt", Array("Thumb::URI".utf8) + [0, 0, 0x78, 0x9C, 0xFF])
    Stage.write(parts.inserting([damaged], count: 1), to: stage.path())
    #expect(stage.store().found(stage.photo()) == nil)
  }

  @Test(arguments: ["Thumb::URI", "Thumb::MTime"])
  func `a thumbnail without a required text is a miss`(key: String) {
    let stage = Stage()
    gnome(stage, texts: standardTexts(stage.photo()).filter { $0.0 != key })
    #expect(stage.store().found(stage.photo()) == nil)
  }
}
