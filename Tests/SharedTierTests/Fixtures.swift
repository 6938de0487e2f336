import Base
import Imaging
import TestSupport
import Testing

@testable import SharedTier

extension TierSecret {
  /// A secret of the tests.
  static func ofTests(_ text: String = "a secret of the tests") throws -> TierSecret {
    try #require(TierSecret(text.utf8))
  }
}

extension SharedTier {
  /// A tier that is waited for as long as a busy machine may need.
  static func ofTests(
    at address: String, trust: TLSOptions, budget: Duration, clock: ManualClock
  ) throws -> SharedTier {
    var timing = TierTiming()
    (timing.budget, timing.finishing) = (budget, .seconds(120))
    return SharedTier(
      try TierAddress(address), secret: try .ofTests(), trust: trust, timing: timing, clock: clock)
  }
}

extension SharedTier {
  /// Looks up a thumbnail as `look` does, and waits as long as a busy machine may need.
  func patientLook(up key: TierKey) -> TierLookup? {
    ask(.getOrLease(key, .ours, seconds: timing.leaseSeconds), about: key, isPatient: true)
  }
}

extension TierKey {
  /// A key for a number.
  static func numbered(_ number: Int, side: Int = 128) throws -> TierKey {
    let identity = ContentIdentity.served(
      place: Array("https://a.org/b".utf8), byteCount: number, tag: Array("tag".utf8))
    return try #require(TierSecret.ofTests().key(of: identity, side: side))
  }
}

extension Bitmap {
  /// Pixels of all kinds: flat, graded, wild, and transparent ones.
  static func mixed(width: Int, height: Int, seed: UInt64 = 1) -> Bitmap {
    var random = SplitMix64(seed: seed)
    var bytes: [UInt8] = []
    for index in 0..<width * height {
      let alpha: UInt8 = index % 7 == 0 ? .random(in: 0...255, using: &random) : 255
      let wild = (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) }
      let color: [UInt8] =
        switch index / 16 % 4 {
        case 0: [10, 20, 30]
        case 1: [UInt8(index % 200), UInt8(index % 200 + 1), UInt8(index % 200 + 2)]
        case 2: [UInt8(index * 9 % 256), UInt8(index * 11 % 256), UInt8(index * 10 % 256)]
        default: wild
        }
      bytes += color.map { min($0, alpha) } + [alpha]
    }
    return Bitmap(size: PixelSize(width: width, height: height), bytes: bytes)
  }
}

extension SharedThumbnail {
  /// A thumbnail of a photo of 4000 by 3000 pixels, in the class of 128.
  static func ofTests(seed: UInt64 = 1) -> SharedThumbnail {
    SharedThumbnail(
      bitmap: .mixed(width: 128, height: 96, seed: seed),
      info: PictureInfo(size: PixelSize(width: 4_000, height: 3_000), format: .jpeg))
  }
}
