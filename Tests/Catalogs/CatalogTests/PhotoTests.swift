import Catalog
import Testing
import Values

struct PhotoTests {
  @Test(arguments: [
    ("a.jpg", "", "a.jpg"),
    ("b/a.jpg", "b/", "a.jpg"),
    ("/a.jpg", "/", "a.jpg"),
    ("/b//a.jpg", "/b//", "a.jpg"),
    ("b/", "b/", ""),
    ("", "", ""),
  ])
  func `a path is a folder and a name`(path: String, folder: String, name: String) {
    let photo = Photo(path: ByteString(path))
    #expect(photo.folder == ByteString(folder))
    #expect(photo.name == ByteString(name))
    #expect(photo.path == ByteString(path))
  }

  @Test func `photos are equal where their paths are`() {
    let photos = ["a/b.jpg", "ab.jpg", "a/b.jpg", "/a/b.jpg"].map { Photo(path: ByteString($0)) }
    #expect(photos[0] == photos[2])
    #expect(photos[0].hashValue == photos[2].hashValue)
    #expect(Set(photos).count == 3)
  }

  @Test func `a name that is not text is kept as it is and shown with marks`() {
    let photo = Photo(path: ByteString([0x2F, 0x61, 0xFF, 0x62]))
    #expect(photo.name.bytes == [0x61, 0xFF, 0x62])
    #expect(photo.name.lossyText == "a\u{FFFD}b")
  }
}
