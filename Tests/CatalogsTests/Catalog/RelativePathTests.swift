import Base
import Catalogs
import Glibc
import TestSupport
import Testing

/// Paths of photos below a relative argument; the only suite that changes the working folder.
@Suite(.integration, .serialized)
struct RelativePathTests {
  @Test(arguments: [
    (".", "a.jpg"), ("./", "a.jpg"), (".//", "a.jpg"), ("sub", "sub/b.jpg"),
    ("sub/", "sub/b.jpg"), ("sub//", "sub/b.jpg"), ("./sub", "./sub/b.jpg"),
    ("sub/..", "sub/../a.jpg"), ("sub/b.jpg", "sub/b.jpg"), ("./a.jpg", "./a.jpg"),
  ])
  func `a photo's path follows from its argument`(argument: String, path: String) {
    let folder = TemporaryFolder()
    folder.file("a.jpg")
    folder.folder("sub")
    folder.file("sub/b.jpg")
    let home = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    chdir(folder.path)
    defer {
      fchdir(home)
      close(home)
    }
    let last = RecordingReceiver.read([ByteString(argument)]).last
    #expect(last?.photos.map(\.path) == [ByteString(path)])
  }

  @Test(arguments: [
    ("/", "/"), ("//", "/"), (".", ""), ("a", "a/"), ("/a//", "/a/"), ("..", "../"),
    ("./.", "././"),
  ])
  func `a folder's path prefix ends in exactly one slash`(argument: String, folder: String) {
    #expect(ByteString(argument).asFolder == ByteString(folder))
  }
}
