internal import FileActions
package import Values

/// Raw files and the pictures that a camera has made beside them: two files of one stem in one folder are one photo.
package enum RawPairs {
  /// Finds pairs among many files; a few milliseconds for 100,000 where there is no raw file.
  /// - Parameters:
  ///   - count: The number of files.
  ///   - file: The path of the folder and the name of each; nil for what is no file.
  /// - Returns: Which picture each raw file belongs to that has one, both by their numbers. Of several pictures that is
  ///   the first, and several raw files may have the same.
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

  /// Which of the names in one folder are those of raw files that a picture stands for, by their places.
  package static func raws(withPictureAmong names: [ByteString]) -> Set<Int> {
    let folder = ByteString("")
    return Set(pictures(ofRawsAmong: names.count) { (folder, names[$0]) }.keys)
  }

  /// What the name of a sidecar is called after that is about a raw file and its picture: `a` of `a.nef`; nil for any
  /// other file.
  package static func stem(ofRaw name: ByteString) -> ByteString? { name.isRaw ? name.stem : nil }

  private struct Key: Hashable {
    let folder: ByteString
    let stem: ByteString

    /// Stems repeat from folder to folder, which differ at their ends.
    func hash(into hasher: inout Hasher) {
      for byte in folder.bytes.suffix(16) { hasher.combine(byte) }
      hasher.combine(stem)
    }
  }
}
