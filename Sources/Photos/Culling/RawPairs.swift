package import Base
import FileActions

/// RAW+JPEG pairs: two files with the same stem in one folder are one photo.
package enum RawPairs {
  /// Maps each raw file to its picture, both by position; without raw files a few milliseconds for
  /// 100,000.
  ///
  /// Of several pictures the first is used; several raw files may share one. `file` returns nil for
  /// anything but a file.
  package static func pictures(
    ofRawsAmong count: Int, _ file: (Int) -> (folder: ByteString, name: ByteString)?
  ) -> [Int: Int] {
    var raws: [Key: [Int]] = [:]
    for place in 0..<count {
      guard let (folder, name) = file(place), name.isRaw else { continue }
      raws[Key(folder: folder, stem: name.stem), default: []].append(place)
    }
    var pictures: [Int: Int] = [:]
    guard !raws.isEmpty else { return pictures }
    for place in 0..<count {
      guard let (folder, name) = file(place), name.isPairedWithRaw,
        let found = raws.removeValue(forKey: Key(folder: folder, stem: name.stem))
      else { continue }
      for raw in found { pictures[raw] = place }
    }
    return pictures
  }

  package static func raws(withPictureAmong names: [ByteString]) -> Set<Int> {
    let folder = ByteString("")
    return Set(pictures(ofRawsAmong: names.count) { (folder, names[$0]) }.keys)
  }

  /// The stem of a raw file, `a` of `a.nef`, which also names the sidecar shared with its picture;
  /// nil for any other file.
  package static func stem(ofRaw name: ByteString) -> ByteString? { name.isRaw ? name.stem : nil }

  private struct Key: Hashable {
    let folder: ByteString
    let stem: ByteString

    /// Stems repeat across folders, whose paths differ at the end.
    func hash(into hasher: inout Hasher) {
      for byte in folder.bytes.suffix(16) { hasher.combine(byte) }
      hasher.combine(stem)
    }
  }
}
