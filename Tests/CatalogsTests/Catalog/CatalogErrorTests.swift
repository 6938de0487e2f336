import Catalogs
import Glibc
import Testing

struct CatalogErrorTests {
  @Test(arguments: [
    (CatalogError.notFound, "no such file or folder"),
    (.brokenLink, "broken link"),
    (.linkLoop, "link loop"),
    (.special, "neither a file nor a folder"),
    (.accessDenied, "permission denied"),
    (.unreadable(errno: EIO), "cannot be read: disk error"),
  ])
  func `an error's description names the problem`(error: CatalogError, sentence: String) {
    #expect(error.description == sentence)
  }
}
