import Base
import Testing

@testable import Catalogs

@Suite("Addresses of Immich servers")
struct ImmichAddressTests {
  @Test(arguments: [
    ("immich://h", "https://h/", nil), ("immich://h/", "https://h/", nil),
    ("immich://h:2283/photos", "https://h:2283/", nil), ("IMMICH://H?a b", "https://h/", "a b"),
    ("immich+http://nas:2283/?x=1&y", "http://nas:2283/", "x=1&y"),
    ("immich://localhost:2283", "http://localhost:2283/", nil),
    ("immich://127.0.0.1:2283/", "http://127.0.0.1:2283/", nil),
    ("immich://h/?", "https://h/", nil),
  ])
  func `an address names the timeline of a server and search words`(
    text: String, server: String, words: String?
  ) throws {
    let address = try ImmichAddress(ByteString(text))
    #expect(address.server.publicText == server)
    #expect(address.subject == .timeline)
    #expect(address.words == words)
  }

  @Test func `albums and photos are named by their paths`() throws {
    let id = "0a1b2c3d-0000-4000-8000-00000000ABCD"
    for path in ["albums/My%20Trip", "album/My Trip/", "albums/My Trip?lake"] {
      #expect(try ImmichAddress(ByteString("immich://h/\(path)")).subject == .album("My Trip"))
    }
    let photo = try ImmichAddress(ByteString("immich+http://h:1/photos/\(id)"))
    #expect(photo.subject == .photo(id))
    #expect(photo.place(of: id) == ByteString("immich+http://h:1/photos/\(id)"))
    let own = try ImmichAddress(ByteString("immich://localhost:1"))
    #expect(own.place(of: id) == ByteString("immich://localhost:1/photos/\(id)"))
    #expect(try ImmichAddress(own.place(of: id)).server == own.server)
  }

  @Test(arguments: [
    "immich://", "immich:///albums/a", "immich://me:key@h/", "immich://h/people/a",
    "immich://h/photos/x", "immich://h/albums", "immich://h/albums/a/b", "immich://h:x/",
    "immich://h/photos/../albums/x",
  ])
  func `an address with a login, an invalid server or an unknown path is refused`(text: String) {
    #expect(throws: CatalogError.self) { try ImmichAddress(ByteString(text)) }
  }

  @Test(
    arguments: [
      (
        "sunset+at%20sea", nil, "smart",
        #"{"query":"sunset at sea","withExif":true,"size":250,"page":3}"#
      ),
      ("a=b c&d", nil, "smart", #"{"query":"a=b c&d","withExif":true,"size":250,"page":3}"#),
      (
        "city=New+York&isFavorite=true&rating=5", nil, "metadata",
        #"{"city":"New York","isFavorite":true,"rating":5,"withExif":true,"size":250,"page":3}"#
      ),
      (nil, "i", "metadata", #"{"albumIds":["i"],"withExif":true,"size":250,"page":3}"#),
      (
        "lake", "i", "smart",
        #"{"query":"lake","albumIds":["i"],"withExif":true,"size":250,"page":3}"#
      ),
    ] as [(String?, String?, String, String)])
  func `search words become a query of the server`(
    words: String?, album: String?, path: String, query: String
  ) {
    let search = ImmichSearch(words, albumID: album, version: .oldest)
    #expect(search.path == path)
    #expect("\(search.query(page: 3, cursor: nil))" == query)
  }
}
