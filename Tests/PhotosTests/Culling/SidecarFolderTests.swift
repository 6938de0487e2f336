import Base
import Photos
import Testing

struct SidecarFolderTests {
  @Test(arguments: [
    // The files of the folder, the photo, its sidecar, and whether that exists (+).
    ("a.cr2", "a.cr2", "a.xmp"), ("a.cr2 a.jpg", "a.cr2", "a.cr2.xmp"),
    ("a.cr2 a.wav", "a.cr2", "a.xmp"), ("a.jpg", "a.jpg", "a.jpg.xmp"),
    ("a.jpg a.xmp", "a.jpg", "+a.xmp"), ("a.jpg a.JPG.xmp", "a.jpg", "+a.JPG.xmp"),
    ("a.cr2 a.cr2.xmp", "a.cr2", "+a.cr2.xmp"), ("a.cr2 a.xmp a.cr2.xmp", "a.cr2", "+a.cr2.xmp"),
    ("a.cr2 a.jpg a.xmp", "a.jpg", "+a.xmp"), ("a.cr2 a.jpg a.xmp", "a.cr2", "+a.xmp"),
    ("a.cr2 a.jpg a.xmp a.jpg.xmp", "a.jpg", "+a.jpg.xmp"),
    ("A.CR2 A.XMP", "A.CR2", "+A.XMP"), ("a.cr2 a.XMP a.xmp", "a.cr2", "+a.xmp"),
    ("a.b.jpg a.xmp", "a.b.jpg", "a.b.jpg.xmp"), ("a", "a", "a.xmp"),
    // Names in another case, the photo's own first, and none that belongs to another photo.
    ("a.jpg A.xmp", "a.jpg", "+A.xmp"), ("a.jpg a.jpg.XMP", "a.jpg", "+a.jpg.XMP"),
    ("a.jpg a.JPG.xmp a.jpg.XMP", "a.jpg", "+a.jpg.XMP"),
    ("a.jpg a.jpg.xmP a.jpg.XMP", "a.jpg", "+a.jpg.XMP"),
    ("a.jpg a.Jpg.xmp a.JPG.xmp", "a.jpg", "+a.JPG.xmp"),
    ("a.jpg a.JPG.xmp a.xmp", "a.jpg", "+a.JPG.xmp"),
    ("a.jpg a.JPG a.JPG.xmp", "a.jpg", "a.jpg.xmp"),
    ("a.jpg a.JPG a.JPG.xmp", "a.JPG", "+a.JPG.xmp"),
    ("a.jpg A.png A.xmp", "a.jpg", "a.jpg.xmp"), ("A.JPG a.xmp", "A.JPG", "+a.xmp"),
    (".jpg", ".jpg", ".jpg.xmp"), ("a.dng.jpg", "a.dng.jpg", "a.dng.jpg.xmp"),
  ])
  func `the sidecar of a photo is found, or the name of a new one is chosen`(
    names: String, photo: String, expected: String
  ) {
    let folder = SidecarFolder(names.split(separator: " ").map { ByteString(String($0)) })
    let choice = folder.choice(for: ByteString(photo))
    let isThere = expected.hasPrefix("+")
    #expect((isThere ? "+" : "") + choice.lossyText == expected)
    #expect(folder.sidecar(of: ByteString(photo)) == (isThere ? choice : nil))
  }
}
