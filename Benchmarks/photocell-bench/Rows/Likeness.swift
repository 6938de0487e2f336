import Base
import Catalogs
import ImagePipeline
import Imaging
import Photos
import Storage

/// Grouping a hundred thousand photos by perceptual hashes from the index.
enum Likeness {
  private static let repeats = 5
  private static let limit = Duration.seconds(2)

  /// Measures with a warm index: every file is checked, and none is read.
  static func row(
    of photos: PhotoList, in folder: String, _ stage: Stage
  ) throws(BenchError) -> Row {
    let cache = try stage.folder("likeness")
    let all = looks(of: photos)
    _ =
      Waiting<Bool> {
        await PhotoIndex(folder: cache).keep(all, in: ByteString(folder))
        return true
      }.result
    var (samples, count) = (Samples(), 0)
    for _ in 0..<repeats {
      try samples.measure { () throws(BenchError) in
        count = Waiting<Int> { await groupCount(of: photos, keeping: cache) }.result
      }
    }
    return Row(
      "group 100,000 by likeness, index warm: \(count) groups", samples.median, limit: limit)
  }

  /// Every tenth photo differs from the previous one in two bits; all others are dissimilar.
  private static func looks(of photos: PhotoList) -> [(name: ByteString, look: PhotoLook)] {
    var (numbers, last) = (SplitMix64(seed: 1), UInt64(0))
    return photos.indices.compactMap { place in
      last = place % 10 == 9 ? last ^ 0x1000_0100 : numbers.next()
      guard let path = photos[place].path, let version = FileVersion(path: path.bytes) else {
        return nil
      }
      return (
        photos.name(at: place),
        PhotoLook(version: IndexedVersion(version), hash: DifferenceHash(bits: last))
      )
    }
  }

  private static func groupCount(of photos: PhotoList, keeping cache: String) async -> Int {
    let looks = PerceptualHashStore(
      index: PhotoIndex(folder: cache), workingFolder: Array("/".utf8))
    let found = FoundLooks(count: photos.count)
    let none = BitmapLoaders(
      FileBitmapLoader(decoder: DecoderClient(programs: [:])))
    await looks.find(of: photos, by: none) { await found.take($0) }
    return LikenessGroups.groups(of: await found.hashes).count
  }
}

private actor FoundLooks {
  private(set) var hashes: [DifferenceHash?]

  init(count: Int) {
    hashes = Array(repeating: nil, count: count)
  }

  func take(_ part: [PerceptualHashStore.Found]) -> Bool {
    for (place, result) in part { hashes[place] = try? result.get() }
    return true
  }
}
