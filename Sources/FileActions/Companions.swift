package import Base
import Glibc

/// Photos of one folder with the same stem, and their sidecars `a.jpg.xmp` and `a.xmp`.
struct FileGroup: Equatable {
  let folder: ByteString
  var photos: [ByteString]
  var companions: [ByteString] = []
  /// The paths of the files, in the order of `names`, if they are not in `folder`.
  var sources: [ByteString]?
  /// Whether it must not be copied to another file system: the records in a disk's own trash are
  /// about that disk, and a symbolic link on it may lead elsewhere.
  var staysOnDevice = false

  var paths: [ByteString] { sources ?? names.map(folder.appending) }
  var names: [ByteString] { photos + companions }
  var stem: ByteString { photos[0].stem }

  /// Calls `body` with the files in `folder`, photos first.
  ///
  /// The sidecar of a photo that failed is left out, and after any failure that of the stem.
  func forEachFile(
    _ body: (_ path: ByteString, _ isCompanion: Bool) throws(FileActionError) -> Void
  ) -> [FileActionError] {
    var (failures, failed): ([FileActionError], Set<ByteString>) = ([], [])
    for (index, name) in names.enumerated() {
      let isCompanion = index >= photos.count
      if isCompanion, failed.contains(name.stem.lowercasedASCII) { continue }
      do throws(FileActionError) {
        try body(folder.appending(name), isCompanion)
      } catch {
        failures.append(error)
        failed.formUnion([name.lowercasedASCII, stem.lowercasedASCII])
      }
    }
    return failures
  }

  /// `names` with a number behind the stem, which is cut if it is too long.
  func names(number: Int?) -> [ByteString] {
    guard let number else { return names }
    let tails = names.map { $0.bytes.dropFirst(stem.bytes.count) }
    let longest = tails.map(\.count).max() ?? 0
    let begin = FileNameRule.stem(stem, number: number, atMost: FileNameRule.longest - longest)
    return tails.map { ByteString(begin + $0) }
  }
}

enum Companions {
  enum Extent {
    /// Sidecars of the photos; a sidecar named after the stem only with the stem's last photo.
    case sidecars
    case allSidecars
    /// `sidecars`, the other half of a RAW+JPEG pair, and the video of a motion photo.
    case pairs
    /// `allSidecars`, the other half of a RAW+JPEG pair, and the video of a motion photo.
    case pairsOfCopies
  }

  /// Groups photos with their companions, in the order of the first photos, without duplicates.
  ///
  /// An unreadable folder yields no companions; the operation on its photos reports the error.
  static func groups(of paths: [ByteString], _ extent: Extent) -> [FileGroup] {
    var groups: [FileGroup] = []
    var places: [StemKey: Int] = [:]
    var seen: Set<ByteString> = []
    for path in paths where seen.insert(path).inserted {
      let key = StemKey(folder: path.folderPath, stem: path.lastName.stem)
      if let place = places[key] {
        groups[place].photos.append(path.lastName)
      } else {
        places[key] = groups.count
        groups.append(FileGroup(folder: key.folder, photos: [path.lastName]))
      }
    }
    let others = relatives(of: Set(places.keys.map(\.lowercased)))
    for (key, place) in places {
      groups[place].companions = companions(
        of: groups[place].photos, among: others[key.lowercased] ?? [], extent)
    }
    return groups
  }

  private static func relatives(of keys: Set<StemKey>) -> [StemKey: [ByteString]] {
    var found: [StemKey: [ByteString]] = [:]
    for folder in Set(keys.map(\.folder)) {
      for name in DirectoryStream.names(at: folder) {
        // The stem of `a.jpg.xmp` is `a.jpg`, whose own stem is `a`.
        for stem in Set([name.stem, name.isSidecar ? name.stem.stem : name.stem]) {
          let key = StemKey(folder: folder, stem: stem.lowercasedASCII)
          if keys.contains(key) { found[key, default: []].append(name) }
        }
      }
    }
    return found.mapValues { $0.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) } }
  }

  /// `relatives` may contain the photos themselves, and files with other stems.
  static func companions(
    of photos: [ByteString], among relatives: [ByteString], _ extent: Extent
  ) -> [ByteString] {
    let (stem, others) = (photos[0].stem, relatives.filter { !$0.isSidecar })
    let files = others.filter { $0.stem == stem }
    var going = photos
    if extent == .pairs || extent == .pairsOfCopies {
      let pictures = photos.filter { !$0.isPairedVideo }
      if pictures.isEmpty {
        // A video takes no photo along.
      } else if pictures.allSatisfy(\.isRaw) {
        going += files.filter(\.isPairedWithRaw)
      } else if pictures.allSatisfy(\.isPairedWithRaw) {
        going += files.filter(\.isRaw)
      }
      if going.contains(where: \.isPairedWithRaw) {
        going += files.filter { $0.isPairedVideo && !photos.contains($0) }
      }
    }
    let isWholeStem =
      extent == .pairsOfCopies || extent == .allSidecars || files.allSatisfy(going.contains)
    let sidecars = relatives.filter { name in
      guard name.isSidecar, !photos.contains(name) else { return false }
      let own = name.stem
      if going.contains(own) || isWholeStem && own == stem { return true }
      // A sidecar in another case belongs to the photo that matches exactly, if there is one.
      guard !others.contains(where: { $0 == own || $0.stem == own }) else { return false }
      return going.contains { $0.lowercasedASCII == own.lowercasedASCII }
        || isWholeStem && own.lowercasedASCII == stem.lowercasedASCII
    }
    return going.dropFirst(photos.count) + sidecars
  }
}

package struct StemKey: Hashable {
  let folder: ByteString
  let stem: ByteString

  package init(folder: ByteString, stem: ByteString) {
    (self.folder, self.stem) = (folder, stem)
  }

  var lowercased: StemKey { StemKey(folder: folder, stem: stem.lowercasedASCII) }

  /// Stems repeat across folders, whose paths differ at the end.
  package func hash(into hasher: inout Hasher) {
    for byte in folder.bytes.suffix(16) { hasher.combine(byte) }
    hasher.combine(stem)
  }
}

extension ByteString {
  package var isSidecar: Bool { bytes.span.isSidecarName }

  package var isRaw: Bool { shortExtension.map(Self.raws.contains) ?? false }

  /// Whether it is an image format that cameras write beside raw files.
  package var isPairedWithRaw: Bool { shortExtension.map(Self.cameraPictures.contains) ?? false }

  /// Whether it is the format of the videos that Apple's phones write beside photos.
  package var isPairedVideo: Bool { shortExtension == "mov" }

  package var isPicture: Bool {
    shortExtension.map { Self.pictures.contains($0) || Self.cameraPictures.contains($0) } ?? false
  }

  private static let raws: [ShortExtension] = [
    "3fr", "arw", "cr2", "cr3", "crw", "dng", "erf", "iiq", "kdc", "mef", "mos", "mrw", "nef",
    "nrw", "orf", "pef", "raf", "raw", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
  ]
  private static let cameraPictures: [ShortExtension] = [
    "jpg", "jpeg", "jpe", "heic", "heif", "hif",
  ]
  private static let pictures: [ShortExtension] = [
    "png", "tif", "tiff", "webp", "avif", "jxl", "jp2", "gif", "bmp", "psd",
  ]
}

extension Span<UInt8> {
  package var isSidecarName: Bool {
    count > 4 && self[count - 4] == "." && self[count - 3] | 0x20 == "x"
      && self[count - 2] | 0x20 == "m" && self[count - 1] | 0x20 == "p"
  }
}
