import Base
import TestSupport
import Testing

@testable import FileActions

struct CompanionsTests {
  @Test(arguments: [
    // Existing files, requested photos, and companions as sidecars, pairs and pairs of copies.
    ("a.jpg", "a.jpg", "", "", ""),
    ("a.jpg a.jpg.xmp", "a.jpg", "a.jpg.xmp", "a.jpg.xmp", "a.jpg.xmp"),
    ("a.jpg a.xmp b.xmp", "a.jpg", "a.xmp", "a.xmp", "a.xmp"),
    ("a.jpg a.cr2 a.xmp", "a.jpg", "", "a.cr2 a.xmp", "a.cr2 a.xmp"),
    ("a.jpg a.cr2 a.xmp", "a.cr2 a.jpg", "a.xmp", "a.xmp", "a.xmp"),
    ("a.JPG a.NEF a.NEF.xmp", "a.NEF", "a.NEF.xmp", "a.JPG a.NEF.xmp", "a.JPG a.NEF.xmp"),
    ("a.jpg a.png a.xmp", "a.jpg", "", "", "a.xmp"),
    ("a.jpg a.png.xmp", "a.jpg", "", "", ""),
    // The videos of motion photos.
    ("a.jpg a.mov a.mp4", "a.jpg", "", "a.mov", "a.mov"),
    (
      "a.HEIC a.HEIC.xmp a.MOV a.xmp", "a.HEIC", "a.HEIC.xmp", "a.MOV a.HEIC.xmp a.xmp",
      "a.MOV a.HEIC.xmp a.xmp"
    ),
    ("a.jpg a.mov a.nef", "a.jpg", "", "a.nef a.mov", "a.nef a.mov"),
    ("a.jpg a.mov a.nef", "a.mov a.jpg", "", "a.nef", "a.nef"),
    ("a.jpg a.mov", "a.mov", "", "", ""), ("a.dng a.mov", "a.dng", "", "", ""),
    // Names in another case, and names of other photos.
    ("b.jpg b.JPG.xmp", "b.jpg", "b.JPG.xmp", "b.JPG.xmp", "b.JPG.xmp"),
    ("B.jpg b.XMP", "B.jpg", "b.XMP", "b.XMP", "b.XMP"),
    ("b.JPG b.JPG.xmp b.jpg", "b.jpg", "", "", ""),
    ("B.xmp B.png b.jpg", "b.jpg", "", "", ""),
    ("a.b.jpg a.b.xmp a.xmp", "a.b.jpg", "a.b.xmp", "a.b.xmp", "a.b.xmp"),
  ])
  func `sidecars and pairs are companions of a photo, depending on the extent`(
    there: String, asked: String, leaving: String, pairs: String, copies: String
  ) {
    let album = Album()
    for name in there.split(separator: " ") { album.write(String(name)) }
    let paths = asked.split(separator: " ").map { album.path(String($0)) }
    for (extent, expected) in [
      (Companions.Extent.sidecars, leaving), (.pairs, pairs), (.pairsOfCopies, copies),
    ] {
      let groups = Companions.groups(of: paths, extent)
      #expect(groups.count == 1)
      #expect(groups[0].companions.map(\.lossyText).joined(separator: " ") == expected)
      #expect(groups[0].photos == paths.map(\.lastName))
    }
  }

  @Test func `photos with other stems or folders form groups of their own`() {
    let album = Album("a.jpg", "b.jpg")
    let paths = [
      album.path("b.jpg"), album.path("a.jpg"), ByteString("/none/a.jpg"), album.path("b.jpg"),
    ]
    let groups = Companions.groups(of: paths, .pairs)
    #expect(groups.map { $0.folder.appending($0.photos[0]) } == Array(paths.prefix(3)))
    #expect(groups.allSatisfy { $0.photos.count == 1 })
  }
}
