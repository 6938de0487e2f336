import Base
import Catalogs
import Imaging
import TestSupport
import Testing

struct PhotoTests {
  @Test(arguments: [
    ("a.jpg", "", "a.jpg"),
    ("b/a.jpg", "b/", "a.jpg"),
    ("/a.jpg", "/", "a.jpg"),
    ("/b//a.jpg", "/b//", "a.jpg"),
    ("b/", "b/", ""),
    ("", "", ""),
  ])
  func `a path splits into folder and name`(path: String, folder: String, name: String) {
    let photo = Photo(path: ByteString(path))
    #expect(photo.folder == ByteString(folder))
    #expect(photo.name == ByteString(name))
    #expect(photo.path == ByteString(path))
  }

  @Test func `photos with equal paths are equal`() {
    let photos = ["a/b.jpg", "ab.jpg", "a/b.jpg", "/a/b.jpg"].map { Photo(path: ByteString($0)) }
    #expect(photos[0] == photos[2])
    #expect(photos[0].hashValue == photos[2].hashValue)
    #expect(Set(photos).count == 3)
  }

  @Test func `web photos that differ only in their hint are equal`() throws {
    let photos = try [nil, RGB(1, 2, 3), RGB(4, 5, 6)].map { color in
      var entry = WebPhoto(renditions: [Rendition(address: try WebURL("http://h/a.jpg".utf8))])
      entry.hint = color.map(PictureHint.color)
      return Photo(entry.lasting(.asServed, mayReachPrivateNetworks: false))
    }
    #expect(Set(photos).count == 1)
    #expect(photos.map { $0.onWeb?.hint } == [nil, .color(RGB(1, 2, 3)), .color(RGB(4, 5, 6))])
    let other = try #require(photos[0].onWeb).lasting(.asServed)
    #expect(Photo(other) != photos[0])
  }

  /// A hundred thousand files use no memory for the facts of feeds.
  @Test func `a Photo has the size of two references`() {
    #expect(MemoryLayout<Photo>.size == 2 * MemoryLayout<Int>.size)
  }

  @Test func `a name that is not UTF-8 is preserved and shown with replacement characters`() {
    let photo = Photo(path: ByteString([0x2F, 0x61, 0xFF, 0x62]))
    #expect(photo.name.bytes == [0x61, 0xFF, 0x62])
    #expect(photo.name.lossyText == "a\u{FFFD}b")
  }
}
