import Base
import Catalogs
import Testing

struct PictureExtensionTests {
  @Test(arguments: [
    ("a.jpg", PictureExtension.jpg), ("a.JPG", .jpg), ("a.Jpeg", .jpeg), ("a.jpe", .jpe),
    ("a.jfif", .jfif), ("a.b.PNG", .png), ("a.HEIC", .heic), ("a.webp", .webp), ("a.CR3", .cr3),
    ("a.svgz", .svgz), ("a.TIFF", .tiff), ("a.jxl", .jxl), ("a.avif", .avif), (".jpg", .jpg),
    ("a\n.jpg", .jpg),
  ])
  func `a file with this name is a picture`(name: String, expected: PictureExtension) {
    #expect(PictureExtension(of: ByteString(name)) == expected)
  }

  @Test(arguments: [
    "", "jpg", "a", "a.", "a.txt", "a.jpgs", "a.jp", "a.jpg.", "a.jpg ", "a.xxxxxjpg",
    "a.\u{0}jpg",
  ])
  func `a file with this name is none`(name: String) {
    #expect(PictureExtension(of: ByteString(name)) == nil)
  }
}
