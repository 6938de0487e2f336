import Base
import Imaging
import PictureSamples
import Testing

@Suite("Inflation") struct InflationTests {
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

  @Test(arguments: samples.indices, [1, 6, 9])
  func `data compressed by zlib is restored`(index: Int, level: Int32) {
    let sample = Self.samples[index]
    let stream = SamplePNG.deflated(sample, level: level)
    #expect(Inflation.inflated(stream[...], limit: 70_000) == sample)
    if !sample.isEmpty {
      #expect(Inflation.inflated(stream[...], limit: sample.count - 1) == nil)
    }
  }

  @Test(arguments: samples.indices)
  func `data compressed by Deflate is restored`(index: Int) throws {
    let sample = Self.samples[index]
    let stream = try #require(Deflate.runs.zlibStream(of: sample))
    #expect(Inflation.inflated(stream[...], limit: 70_000) == sample)
  }

  @Test func `truncated and invalid streams are rejected`() {
    #expect(Inflation.inflated([1, 2, 3], limit: 1000) == nil)
    let stream = SamplePNG.deflated(Self.samples[2])
    for count in 0..<stream.count {
      #expect(Inflation.inflated(stream[..<count], limit: 1000) == nil, "\(count) bytes")
    }
  }

  @Test(arguments: [1, 9], [1, 0x10, 0xFF] as [UInt8])
  func `a damaged stream never inflates beyond the limit`(level: Int32, mask: UInt8) {
    let stream = SamplePNG.deflated(Array(Self.samples[5].prefix(1500)), level: level)
    for index in stream.indices {
      var damaged = stream
      damaged[index] ^= mask
      #expect((Inflation.inflated(damaged[...], limit: 2000)?.count ?? 0) <= 2000)
    }
  }
}
