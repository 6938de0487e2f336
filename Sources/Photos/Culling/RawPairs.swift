package import Base
import FileActions

package enum RawPairs {
  /// Maps each raw file, and each video of a motion photo, to its picture, both by position; without
  /// these a few milliseconds for 100,000.
  ///
  /// Uses the first of several pictures; raw files may share one. `file` is nil for non-files.
  package static func pictures(
    ofRawsAmong count: Int, _ file: (Int) -> (folder: ByteString, name: ByteString)?
  ) -> [Int: Int] {
    var raws: [StemKey: [Int]] = [:]
    for place in 0..<count {
      guard let (folder, name) = file(place), name.isRaw || name.isPairedVideo else { continue }
      raws[StemKey(folder: folder, stem: name.stem), default: []].append(place)
    }
    var pictures: [Int: Int] = [:]
    guard !raws.isEmpty else { return pictures }
    for place in 0..<count {
      guard let (folder, name) = file(place), name.isPairedWithRaw,
        let found = raws.removeValue(forKey: StemKey(folder: folder, stem: name.stem))
      else { continue }
      for raw in found { pictures[raw] = place }
    }
    return pictures
  }

  package static func raws(withPictureAmong names: [ByteString]) -> Set<Int> {
    let folder = ByteString("")
    return Set(pictures(ofRawsAmong: names.count) { (folder, names[$0]) }.keys)
  }
}
