import Base
import FileActions
import Glibc
import Imaging
import Photos
import Storage
import TestSupport
import Testing

/// Ratings, labels and flags that are written into sidecars and read from them again.
struct SidecarWriterTests {
  private let home = TemporaryFolder()
  private let index = PhotoIndex(folder: nil)

  private var actions: FileActions {
    FileActions(trash: Trash(dataHome: ByteString(home.name("data"))))
  }

  /// Writes changes, each by a writer of its own as each key does, and reads the result.
  /// - Returns: The names of all files but the photos', and the last record.
  private func write(
    _ notes: [RatingChange], of photo: String = "a.jpg", rating: Int? = nil, label: String? = nil
  ) async throws -> (names: [String], record: PhotoRecord?) {
    if !home.names(in: ".").contains(photo) { home.file(photo) }
    for note in notes {
      var writer = SidecarWriter(by: actions)
      _ = try writer.write(note, of: home.entry(photo), rating: rating, label: label)
    }
    return (
      home.names(in: ".").filter { $0.lowercased().hasSuffix(".xmp") }, await record(of: photo)
    )
  }

  private func record(of photo: String) async -> PhotoRecord? {
    let reader = SidecarReader(index: index)
    return await reader.records(of: [ByteString(photo)], in: ByteString(home.path))[0]
  }

  @Test
  func `with joined pairs a photo has its raw files, and a raw's sidecar counts for the image`()
    async throws
  {
    for name in ["a.jpg", "a.nef", "a.dng", "b.jpg"] { home.file(name) }
    var (writer, single) = (
      SidecarWriter(by: actions.joining(pairs: true)), SidecarWriter(by: actions)
    )
    #expect(
      Set(writer.raws(of: home.entry("a.jpg"))) == [home.entry("a.nef"), home.entry("a.dng")])
    #expect(writer.raws(of: home.entry("b.jpg")).isEmpty)
    #expect(writer.raws(of: home.entry("a.nef")).isEmpty)
    #expect(single.raws(of: home.entry("a.jpg")).isEmpty)
    let change = try writer.write(
      .stars(4), of: home.entry("a.nef"), rating: nil, label: nil, isCompanion: true)
    #expect(change?.isCompanion == true)
    for joinsPairs in [false, true] {
      let reader = SidecarReader(index: index, joinsPairs: joinsPairs)
      let found = await reader.records(
        of: [ByteString("a.jpg")], in: ByteString(home.path))
      #expect(found[0]?.rating == (joinsPairs ? 4 : nil))
    }
  }

  private static let cases: [([RatingChange], Int8?, String?, Bool)] = [
    ([.stars(3)], 3, nil, false), ([.stars(3), .stars(0)], 0, nil, false),
    ([.label(.green)], nil, "Green", false), ([.label(.green), .label(nil)], nil, "", false),
    ([.pick], nil, nil, true), ([.pick, .neither], nil, nil, false),
    ([.stars(4), .pick], 4, nil, true), ([.stars(4), .reject], -1, nil, false),
    ([.pick, .reject], -1, nil, false), ([.reject, .neither], 0, nil, false),
    ([.reject, .pick], 0, nil, true), ([.reject, .stars(2), .label(.red)], 2, "Red", false),
  ]

  @Test(arguments: cases)
  func `rating changes are written to one sidecar and read again`(
    notes: [RatingChange], rating: Int8?, label: String?, isPicked: Bool
  ) async throws {
    let (names, record) = try await write(notes)
    #expect(names == ["a.jpg.xmp"])
    #expect(record?.rating == rating)
    #expect(record?.words?.label == label)
    #expect(record?.isPicked == isPicked)
  }

  @Test(arguments: [RatingChange.stars(0), .label(nil), .neither])
  func `clearing the rating of an unrated photo creates no sidecar`(
    note: RatingChange
  ) async throws {
    #expect(try await write([note]).names == [])
  }

  @Test func `clearing a rating or label of the photo's own file writes a value that overrides it`()
    async throws
  {
    let (_, record) = try await write([.label(nil), .neither], rating: -1, label: "Red")
    #expect(record?.rating == 0)
    #expect(record?.words?.label == "")
  }

  @Test func `an existing sidecar is written to, whatever the case of its name`() async throws {
    _ = home.write(Array(SidecarSamples.darktable.utf8), as: "A.XMP")
    let (names, record) = try await write([.stars(4)], of: "A.CR2")
    #expect(names == ["A.XMP"])
    #expect(record?.rating == 4)
    let text = String(decoding: home.bytes(of: "A.XMP"), as: UTF8.self)
    #expect(
      text == SidecarSamples.darktable.replacing("xmp:Rating=\"-1\"", with: "xmp:Rating=\"4\""))
  }

  @Test func `a sidecar that cannot be changed is preserved, and the reason is reported`()
    async throws
  {
    let bytes = Array("<x>no XMP</x>".utf8)
    _ = home.write(bytes, as: "a.jpg.xmp")
    let error = await #expect(throws: FileActionError.self) { try await write([.stars(4)]) }
    #expect(error?.description == "a.jpg.xmp contains no XMP and was left alone")
    #expect(home.bytes(of: "a.jpg.xmp") == bytes)
  }

  @Test func `a photo that no longer exists gets no sidecar`() throws {
    var writer = SidecarWriter(by: actions)
    let error = #expect(throws: FileActionError.self) {
      try writer.write(.stars(4), of: home.entry("gone.jpg"), rating: nil, label: nil)
    }
    #expect(error?.description == "gone.jpg no longer exists")
    #expect(home.names(in: ".") == [])
  }

  @Test func `the record of a sidecar is stored, and a changed sidecar is read again`() async throws
  {
    home.file("a.jpg")
    _ = home.write(Array(SidecarSamples.exiftool.utf8), as: "a.xmp")
    // Long enough after the last change for the record to be stored.
    let later = SidecarReader(index: index) { FileTime(seconds: FileTime.now.seconds + 10) }
    let names = [ByteString("a.jpg"), ByteString("b.jpg")]
    let records = await later.records(of: names, in: ByteString(home.path))
    #expect(records.keys.sorted() == [0])
    #expect(records[0]?.rating == 3)
    #expect(records[0]?.words?.label == "Blue")
    let kept = await index.records(
      of: [ByteString("a.xmp")], in: ByteString(home.path))
    #expect(kept == [records[0]])
    _ = home.write(Array(SidecarSamples.lightroom.utf8), as: "a.xmp")
    #expect(await record(of: "a.jpg")?.rating == 2)
    home.remove("a.xmp")
    #expect(await record(of: "a.jpg") == nil)
  }

  @Test func `a sidecar that is added while the listing of its folder is reused is found`()
    async throws
  {
    home.file("a.jpg")
    // So long after the last change that the listing is reused.
    let time = FileTime(seconds: FileTime.now.seconds + 10)
    let reader = SidecarReader(index: index) { time }
    let (names, folder) = ([ByteString("a.jpg")], ByteString(home.path))
    #expect(await reader.records(of: names, in: folder).isEmpty)
    let changed = { LongPath.status(of: folder.bytes).map { FileTime($0.st_ctim) } }
    let listed = changed()
    var number = 0
    // Two changes within one tick of the kernel's clock have the same time.
    repeat {
      number += 1
      home.file("other-\(number)")
    } while changed() == listed
    _ = home.write(Array(SidecarSamples.exiftool.utf8), as: "a.xmp")
    #expect(await reader.records(of: names, in: folder)[0]?.rating == 3)
  }

  @Test(arguments: [("", nil), ("4.6", 5), ("9", 5), ("-7", -1), ("nan", nil), ("x", nil)])
  func `other programs' ratings become stars, a rejection or nothing`(text: String, rating: Int8?)
    async
  {
    let document = String(decoding: SidecarDocument.blank, as: UTF8.self).replacing(
      "rdf:about=\"\"",
      with: "xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmp:Rating=\"\(text)\"")
    _ = home.write(Array(document.utf8), as: "a.jpg.xmp")
    #expect(await record(of: "a.jpg")?.rating == rating)
  }

  @Test func `the date in a sidecar is read, and a folder or a pipe of its name is ignored`() async
  {
    let document = String(decoding: SidecarDocument.blank, as: UTF8.self).replacing(
      "rdf:about=\"\"",
      with: """
        xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:DateTimeOriginal="2024-05-17T14:03:09"
        """)
    _ = home.write(Array(document.utf8), as: "a.jpg.xmp")
    #expect(await record(of: "a.jpg")?.captureDate?.description == "2024-05-17 14:03")
    home.folder("b.jpg.xmp")
    home.fifo("c.jpg.xmp")
    #expect(await record(of: "b.jpg") == nil)
    #expect(await record(of: "c.jpg") == nil)
  }
}
