import Base
import Testing

@testable import Catalogs

@Suite("WebDAV addresses")
struct WebDAVAddressTests {
  @Test(arguments: [
    ("webdav://h", "http://h/"), ("webdavs://h", "https://h/"), ("WebDAVs://H/a", "https://h/a/"),
    ("webdav://h:8080/a/", "http://h:8080/a/"), ("webdav://h/a/b.jpg", "http://h/a/b.jpg"),
    ("webdav://h/a b/\u{FC}#1?", "http://h/a%20b/%C3%BC%231%3F/"),
    ("webdav://h/a%20b/c%2Ejpg", "http://h/a%20b/c%2Ejpg"),
    ("webdav://h/100%/50%25.jpg", "http://h/100%25/50%25.jpg"),
    ("webdav://h/a/../b", "http://h/b/"), ("webdavs://[::1]:443/x", "https://[::1]/x/"),
    ("webdav://u:p@h/a", "http://h/a/"),
  ])
  func `a typed address becomes a web address`(text: String, place: String) throws {
    #expect(try WebDAVAddress(ByteString(text)).place.requestText == place)
  }

  @Test(arguments: [
    ("webdav://h/", nil, nil), ("webdav://me@h/", "me", nil), ("webdav://me:pw@h/", "me", "pw"),
    ("webdav://a%40b:p:%2F@h/", "a@b", "p:/"), ("webdav://a@b:x@h/", "a@b", "x"),
    ("webdav://h/a@b:c", nil, nil),
  ])
  func `a login is separated from the address, and the password is not shown`(
    text: String, user: String?, password: String?
  ) throws {
    let address = try WebDAVAddress(ByteString(text))
    #expect(address.user == user)
    #expect(address.password == password)
    #expect(address.place.host == "h")
    #expect(!String(reflecting: address).contains("pw"))
  }

  @Test(arguments: ["webdav://", "webdav:///a", "webdavs://h:99999/", "webdav://a b/"])
  func `an address without a valid server is refused`(text: String) {
    #expect(throws: AddressError.self) { try WebDAVAddress(ByteString(text)) }
  }

  @Test(arguments: [
    ("https://h/a%20b/%C3%BC.jpg", "webdavs://h/a b/\u{FC}.jpg"),
    ("http://h:81/q%3F%23.jpg", "webdav://h:81/q?#.jpg"),
    ("http://h/a%2Fb.jpg", "webdav://h/a%2Fb.jpg"), ("http://h/%2541.jpg", "webdav://h/%2541.jpg"),
    ("http://h/a%0Ab.jpg", "webdav://h/a%0Ab.jpg"), ("http://h/(1)+1.jpg", "webdav://h/(1)+1.jpg"),
  ])
  func `a photo's name is readable and converts back to its address`(place: String, name: String)
    throws
  {
    let address = try WebURL(place.utf8)
    #expect(WebDAVAddress.name(of: address) == ByteString(name))
    #expect(try WebDAVAddress(ByteString(name)).place == address)
  }

  @Test func `a name that is not UTF-8 converts back as well`() throws {
    let address = try WebURL("http://h/%FF.jpg".utf8)
    let name = WebDAVAddress.name(of: address)
    #expect(name == ByteString(Array("webdav://h/".utf8) + [0xFF] + Array(".jpg".utf8)))
    #expect(try WebDAVAddress(name).place == address)
  }
}
