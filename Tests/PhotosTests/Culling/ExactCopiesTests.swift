import Base
import Glibc
import Photos
import TestSupport
import Testing

@Suite("Files of the same bytes")
struct ExactCopiesTests {
  private let folder = TemporaryFolder()

  private func groups(_ names: String...) -> [[Int]] {
    ExactCopies.groups(of: names.map { ByteString(folder.name($0)) })
  }

  private func write(_ name: String, _ bytes: [UInt8]) {
    _ = folder.write(bytes, as: name)
  }

  @Test func `are together, in the order of the list`() {
    write("a", [1, 2, 3])
    write("b", [1, 2, 4])
    write("c", [1, 2, 3])
    write("d", [1, 2, 4])
    write("e", [1, 2])
    #expect(groups("a", "b", "c", "d", "e") == [[0, 2], [1, 3]])
    #expect(groups("e", "d", "c", "b") == [[1, 3]])
    #expect(groups("a", "b", "e").isEmpty)
  }

  @Test func `may differ in their last byte, behind the first megabyte`() {
    var bytes = [UInt8](repeating: 7, count: 1 << 20 + 1)
    write("a", bytes)
    write("b", bytes)
    bytes[1 << 20] = 8
    write("c", bytes)
    #expect(groups("a", "b", "c") == [[0, 1]])
  }

  @Test func `are no other names of one file, and nothing that cannot be read`() throws {
    write("a", [1])
    #expect(link(folder.name("a"), folder.name("b")) == 0)
    folder.link("c", to: "a")
    folder.folder("d")
    #expect(groups("a", "b", "c", "a", "d", "none").isEmpty)
    write("e", [1])
    #expect(groups("b", "a", "e", "none") == [[0, 2]])
  }

  @Test func `may be empty`() {
    write("a", [])
    write("b", [])
    #expect(groups("a", "b") == [[0, 1]])
  }
}
