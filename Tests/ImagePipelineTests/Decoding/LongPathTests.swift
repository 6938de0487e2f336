import DecoderProtocol
import Glibc
import ImagePipeline
import Imaging
import TestSupport
import Testing

@Suite(.integration, .timeLimit(.minutes(30))) struct LongPathTests {
  private static let name = String(repeating: "d", count: 250)
  private static let depth = 20

  @Test func `a file with a path longer than PATH_MAX is decoded`() async throws {
    let folder = TemporaryFolder()
    var descriptors = [open(folder.path, O_RDONLY | O_DIRECTORY)]
    for _ in 0..<Self.depth {
      let parent = descriptors[descriptors.count - 1]
      try #require(mkdirat(parent, Self.name, 0o700) == 0)
      descriptors.append(openat(parent, Self.name, O_RDONLY | O_DIRECTORY))
    }
    let deepest = descriptors[Self.depth]
    let photo = SamplePhoto.plain(PixelSize(width: 8, height: 8))
    let file = openat(deepest, "photo.jpg", O_WRONLY | O_CREAT, 0o600)
    try #require(write(file, photo, photo.count) == photo.count)
    close(file)
    defer { remove(descriptors) }

    let folders = Array(repeating: Self.name, count: Self.depth).joined(separator: "//")
    let path = Array("\(folder.path)/\(folders)/photo.jpg".utf8)
    try #require(path.count > Int(PATH_MAX))
    let request = DecodingRequest(box: PixelSize(width: 60, height: 60))
    let image = try await DecoderClient(programs: .installed()).decode(.file(path), for: request)
    #expect(image.bitmap.size == PixelSize(width: 8, height: 8))
    let missing = path.dropLast() + Array("x".utf8)
    await #expect(throws: DecodingError.refused(.unreadable(errno: ENOENT))) {
      try await DecoderClient(programs: .installed()).decode(.file(Array(missing)), for: request)
    }
  }

  @Test func `a name longer than any file system allows is refused`() async {
    let path = Array(repeating: UInt8(ascii: "n"), count: 5000)
    let request = DecodingRequest(box: PixelSize(width: 60, height: 60))
    await #expect(throws: DecodingError.refused(.unreadable(errno: ENAMETOOLONG))) {
      try await DecoderClient(programs: .installed()).decode(.file(path), for: request)
    }
  }

  private func remove(_ descriptors: [Int32]) {
    unlinkat(descriptors[Self.depth], "photo.jpg", 0)
    for parent in descriptors.dropLast().reversed() {
      unlinkat(parent, Self.name, AT_REMOVEDIR)
    }
    for descriptor in descriptors { close(descriptor) }
  }
}
