import Base
import Glibc
import TestSupport
import Testing

@testable import Catalogs

/// How photos are called after their folder; the only suite that changes the working folder.
@Suite(.integration, .serialized)
struct RelativePathTests {
  @Test(arguments: [
    (".", "a.jpg"), ("./", "a.jpg"), (".//", "a.jpg"), ("sub", "sub/b.jpg"),
    ("sub/", "sub/b.jpg"), ("sub//", "sub/b.jpg"), ("./sub", "./sub/b.jpg"),
    ("sub/..", "sub/../a.jpg"), ("sub/b.jpg", "sub/b.jpg"), ("./a.jpg", "./a.jpg"),
  ])
  func `a photo is called after its argument`(argument: String, path: String) {
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
  func `a folder begins its photos' paths with one slash`(argument: String, folder: String) {
    #expect(ByteString(argument).asFolder == ByteString(folder))
  }
}
