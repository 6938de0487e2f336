import Glibc
import ImagePipeline
import TestSupport
import Testing

@Suite("URIs of photos") struct PhotoURITests {
  private func text(_ path: [UInt8]) -> String {
    String(decoding: PhotoURI(path: path).bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("/home/jens/photo/me.jpg", "file:///home/jens/photo/me.jpg"),
    ("/a b", "file:///a%20b"),
    ("/100%", "file:///100%25"),
    ("/%41", "file:///%2541"),
    ("/a#b?c", "file:///a%23b%3Fc"),
    ("/é/日本.jpg", "file:///%C3%A9/%E6%97%A5%E6%9C%AC.jpg"),
    ("/e\u{301}", "file:///e%CC%81"),
    ("/[1];{2}|\\^`<>\"", "file:///%5B1%5D%3B%7B2%7D%7C%5C%5E%60%3C%3E%22"),
    ("/!$&'()*+,-.:=@_~", "file:///!$&'()*+,-.:=@_~"),
    ("/\n\t\u{7F}", "file:///%0A%09%7F"),
  ])
  func `special characters are escaped as by GLib`(path: String, address: String) {
    #expect(text(Array(path.utf8)) == address)
    #expect(PhotoURI.path(of: Array(address.utf8)) == Array(path.utf8))
  }

  @Test func `bytes that are not UTF-8 are escaped one by one`() {
    #expect(text([0x2F, 0xFF, 0x80, 0x41]) == "file:///%FF%80A")
  }

  @Test func `every byte that a name may contain is escaped as by gio`() throws {
    let folder = TemporaryFolder()
    let name = (UInt8.min...UInt8.max).filter { $0 != 0 && $0 != UInt8(ascii: "/") }
    folder.file(named: name)
    let path = Array("\(folder.path)/".utf8) + name
    let information = try Tool.output(of: [Array("gio".utf8), Array("info".utf8), path])
    #expect(information.split(separator: "\n").contains("uri: \(text(path))"))
  }

  @Test(arguments: [
    "http://host/a.jpg", "file://host/a.jpg", "file:///a%4", "file:///a%zz", "file:///a%00b", "",
    "file:/a", "./a.jpg",
  ])
  func `an address that is not of a local file has no path`(address: String) {
    #expect(PhotoURI.path(of: Array(address.utf8)) == nil)
  }

  @Test(arguments: [
    ("/a b.jpg", ["file:///a%20b.jpg"]),
    ("/[1];é.jpg", ["file:///%5B1%5D%3B%C3%A9.jpg", "file:///[1];%C3%A9.jpg"]),
  ])
  func `a path with characters that Qt does not escape has two spellings`(
    path: String, addresses: [String]
  ) {
    let spellings = PhotoURI.spellings(ofPath: Array(path.utf8))
    #expect(spellings.map { String(decoding: $0.bytes, as: UTF8.self) } == addresses)
  }

  @Test func `the relative addresses of a photo contain only its name`() {
    let addresses = PhotoURI.relative(name: Array("a b.jpg".utf8)[...])
    #expect(
      addresses.map { String(decoding: $0.bytes, as: UTF8.self) } == ["./a%20b.jpg", "a%20b.jpg"])
  }
}
