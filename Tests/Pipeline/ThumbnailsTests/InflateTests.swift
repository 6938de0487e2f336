import PictureEncoding
import TestSupport
import Testing

@testable import Thumbnails
import Values

@Suite("Compressed texts") struct InflateTests {
  private static let samples: [[UInt8]] = [
    [], [7], Array("file:///home/jens/photos/me.png".utf8),
    Array(String(repeating: "abcabcabd", count: 700).utf8),
    Array(repeating: 0, count: 70_000),
    (0..<70_000).map { UInt8(truncatingIfNeeded: $0 * $0 / 300) },
    noise(5000),
  ]

  private static func noise(_ count: Int) -> [UInt8] {
    var generator = SplitMix64(seed: 3)
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// The stream that gzip makes, in zlib's frame: without gzip's header of ten bytes.
  private func zlibStream(of bytes: [UInt8], level: Int) throws -> [UInt8] {
    let folder = TemporaryFolder()
    let path = folder.write(bytes, as: "text")
    let packed = "\(path).gz"
    _ = try Tool.output(of: ["gzip", "-n", "-\(level)", path])
    return [0x78, 0x9C] + Stage.bytes(of: packed).dropFirst(10)
  }

  @Test(arguments: samples.indices, [1, 6, 9])
  func `what gzip compresses comes back`(index: Int, level: Int) throws {
    let sample = Self.samples[index]
    let stream = try zlibStream(of: sample, level: level)
    #expect(Inflate.bytes(of: stream[...], atMost: 70_000) == sample)
    if !sample.isEmpty {
      #expect(Inflate.bytes(of: stream[...], atMost: sample.count - 1) == nil)
    }
  }

  @Test(arguments: samples.indices)
  func `what our own encoder compresses comes back`(index: Int) throws {
    let sample = Self.samples[index]
    let stream = try #require(Deflate.runs.zlibStream(of: sample))
    #expect(Inflate.bytes(of: stream[...], atMost: 70_000) == sample)
  }

  @Test func `a stream that is cut short is refused`() throws {
    let stream = try zlibStream(of: Self.samples[2], level: 9)
    // The last eight bytes are gzip's checksum and length, which zlib's stream has not.
    for count in 0..<stream.count - 8 {
      #expect(Inflate.bytes(of: stream[..<count], atMost: 1000) == nil, "\(count) bytes")
    }
  }

  @Test(arguments: [1, 9], [1, 0x10, 0xFF] as [UInt8])
  func `a damaged stream never becomes more than is wanted`(level: Int, mask: UInt8) throws {
    let stream = try zlibStream(of: Array(Self.samples[5].prefix(1500)), level: level)
    for index in stream.indices {
      var damaged = stream
      damaged[index] ^= mask
      #expect((Inflate.bytes(of: damaged[...], atMost: 2000)?.count ?? 0) <= 2000)
    }
  }
}
