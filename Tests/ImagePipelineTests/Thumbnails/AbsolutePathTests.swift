import Glibc
import ImagePipeline
import TestSupport
import Testing

@Suite("Absolute paths") struct AbsolutePathTests {
  @Test(arguments: [
    ("/a/b.jpg", "/a/b.jpg"),
    ("b.jpg", "/photos/b.jpg"),
    ("./b.jpg", "/photos/b.jpg"),
    ("//a///b.jpg", "/a/b.jpg"),
    ("/a/./b/./c.jpg", "/a/b/c.jpg"),
    ("/b.jpg", "/b.jpg"),
    ("/a/..b/...jpg", "/a/..b/...jpg"),
  ])
  func `empty components and single dots are removed`(path: String, clean: String) {
    let folder = Array("/photos".utf8)
    #expect(AbsolutePath.normalized(Array(path.utf8), in: folder) == Array(clean.utf8))
  }

  @Test func `two dots after a link lead to the parent of its target`() throws {
    let folder = TemporaryFolder()
    folder.folder("far")
    folder.folder("far/away")
    folder.link("link", to: "far/away")
    let path = Array("\(folder.path)/link/../a.jpg".utf8)
    #expect(AbsolutePath.normalized(path, in: []) == Array("\(folder.path)/far/a.jpg".utf8))
  }

  @Test func `two dots after a missing folder give no path`() {
    #expect(AbsolutePath.normalized(Array("/nonexistent/../a.jpg".utf8), in: []) == nil)
  }

  @Test func `the shell's name of the working folder is used if it is correct`() throws {
    let real = try #require(AbsolutePath.workingFolder(pwd: nil))
    let folder = TemporaryFolder()
    folder.link("here", to: String(decoding: real, as: UTF8.self))
    let named = "\(folder.path)/here"
    #expect(AbsolutePath.workingFolder(pwd: named) == Array(named.utf8))
    for wrong in [folder.path, "here", "", "/nonexistent"] {
      #expect(AbsolutePath.workingFolder(pwd: wrong) == real)
    }
  }
}
