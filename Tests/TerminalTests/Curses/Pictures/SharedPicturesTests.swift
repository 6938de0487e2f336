import Glibc
import Imaging
import Testing

@testable import Terminal

@Suite("Images in shared memory")
struct SharedPicturesTests {
  private func content(of name: String) -> [UInt8]? {
    let number = shm_open(name, O_RDONLY, 0)
    guard number >= 0 else { return nil }
    defer { close(number) }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = read(number, &bytes, bytes.count)
    return count < 0 ? nil : Array(bytes.prefix(count))
  }

  @Test func `an image that is sent twice before it is read has two objects`() throws {
    let shared = SharedPictures()
    let id = PictureSamples.ids(seed: UInt64(getpid()))[7]
    let names = try [1, 2].map { try #require(shared.put([$0, $0], for: id)) }
    // A terminal removes the first after reading it.
    #expect(content(of: names[0]) == [1, 1] && shm_unlink(names[0]) == 0)
    #expect(content(of: names[1]) == [2, 2])
    shared.remove(id)
    #expect(names.allSatisfy { content(of: $0) == nil })
  }

  @Test func `only the objects of the given image are removed`() throws {
    let shared = SharedPictures()
    let ids = PictureSamples.ids(seed: UInt64(getpid()))
    let names = try [3, 4].map { try #require(shared.put([UInt8($0)], for: ids[$0])) }
    shared.remove(ids[3])
    #expect(content(of: names[0]) == nil && content(of: names[1]) == [4])
    shared.remove(ids[4])
    #expect(content(of: names[1]) == nil)
  }
}
