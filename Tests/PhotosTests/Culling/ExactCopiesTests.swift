import Base
import Glibc
import Photos
import TestSupport
import Testing

@Suite("Exact copies")
struct ExactCopiesTests {
  private let folder = TemporaryFolder()

  private func groups(_ names: String...) -> [[Int]] {
    ExactCopies.groups(of: names.map { ByteString(folder.name($0)) })
  }

  private func write(_ name: String, _ bytes: [UInt8]) {
    _ = folder.write(bytes, as: name)
  }

  @Test func `files of the same bytes are grouped in the order of the list`() {
    write("a", [1, 2, 3])
    write("b", [1, 2, 4])
    write("c", [1, 2, 3])
    write("d", [1, 2, 4])
    write("e", [1, 2])
    #expect(groups("a", "b", "c", "d", "e") == [[0, 2], [1, 3]])
    #expect(groups("e", "d", "c", "b") == [[1, 3]])
    #expect(groups("a", "b", "e").isEmpty)
  }

  @Test func `a file that differs only in a byte after the first megabyte is no copy`() {
    var bytes = [UInt8](repeating: 7, count: 1 << 20 + 1)
    write("a", bytes)
    write("b", bytes)
    bytes[1 << 20] = 8
    write("c", bytes)
    #expect(groups("a", "b", "c") == [[0, 1]])
  }

  @Test func `further names of a file are left out, not those that cannot be read`() {
    write("a", [1])
    write("b", [1])
    folder.link("c", to: "a")
    link(folder.name("b"), folder.name("d"))
    let paths = ["a", "b", "c", "d", "a", "none", "none"].map { ByteString(folder.name($0)) }
    #expect(ExactCopies.firstNames(of: paths + [nil]) == [0, 1, 5, 6, 7])
  }

  @Test func `links to one file and paths that cannot be read are no copies`() throws {
    write("a", [1])
    #expect(link(folder.name("a"), folder.name("b")) == 0)
    folder.link("c", to: "a")
    folder.folder("d")
    #expect(groups("a", "b", "c", "a", "d", "none").isEmpty)
    write("e", [1])
    #expect(groups("b", "a", "e", "none") == [[0, 2]])
  }

  @Test func `empty files are copies`() {
    write("a", [])
    write("b", [])
    #expect(groups("a", "b") == [[0, 1]])
  }
}
