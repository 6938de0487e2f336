import Base
import Glibc
import TestSupport
import Testing

@Suite("Paths of any length") struct LongPathTests {
  private static let name = String(repeating: "d", count: 250)
  private static let depth = 20
  private let folder = TemporaryFolder()

  private func failure(_ path: [UInt8]) -> Int32? {
    switch LongPath.open(path, O_RDONLY) {
    case .some: nil
    case nil: errno
    }
  }

  @Test func `a path longer than PATH_MAX is opened`() throws {
    folder.nest(Self.name, depth: Self.depth, file: "file")
    let names = Array(repeating: Self.name, count: Self.depth).joined(separator: "//")
    let deep = Array("\(folder.path)/\(names)".utf8)
    try #require(deep.count > Int(PATH_MAX))
    let file = deep + Array("/file".utf8)
    #expect(failure(file) == nil && failure(deep) == nil)
    #expect(FileVersion(path: file)?.byteCount == 0)
    #expect(FileVersion(path: deep) == nil)
    #expect(failure(file + Array("x".utf8)) == ENOENT)
    #expect(failure(file + Array("/x".utf8)) == ENOTDIR)
  }

  @Test(arguments: [0, 1, 5000])
  func `a path may end in thousands of slashes`(count: Int) {
    let path = Array(folder.path.utf8) + [UInt8](repeating: UInt8(ascii: "/"), count: count)
    #expect(failure(path) == nil)
  }

  @Test(arguments: [
    ([], ENOENT), (Array("/tmp\0".utf8), ENOENT),
    ([UInt8](repeating: UInt8(ascii: "n"), count: 5000), ENAMETOOLONG),
    (Array("/tmp/".utf8) + [UInt8](repeating: UInt8(ascii: "n"), count: 5000), ENAMETOOLONG),
  ])
  func `opening an impossible path reports the reason`(path: [UInt8], reason: Int32) {
    #expect(failure(path) == reason)
    #expect(FileVersion(path: path) == nil)
  }
}
