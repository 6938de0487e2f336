import Glibc
import System
package import Values

/// Files of one folder that belong together by their names: photos of one stem, and what programs have noted
/// of them in sidecars (`a.jpg.xmp`, `a.xmp`).
struct FileGroup: Equatable {
  /// The folder's path, as the photos' paths have it.
  let folder: ByteString
  /// The photos that were asked for.
  var photos: [ByteString]
  /// What goes along with them: sidecars, and the raw file of a picture or the picture of a raw file.
  var companions: [ByteString] = []

  /// The photos, and then what goes along.
  var names: [ByteString] { photos + companions }
  /// What all names begin with.
  var stem: ByteString { photos[0].stem }

  /// Whether a file stays where some of its group stay: a sidecar with its photo, and that of the stem with any.
  func keeps(_ name: ByteString, besides staying: [ByteString]) -> Bool {
    let own = name.stem.lowercasedASCII
    return !photos.contains(name)
      && (!staying.isEmpty && stem.lowercasedASCII == own
        || staying.contains { $0.lowercasedASCII == own })
  }

  /// The names that all get where the stem becomes another one, in the order of `names`; too long a stem loses
  /// its end.
  func names(stem new: ByteString, number: Int? = nil) -> [ByteString] {
    if new == stem, number == nil { return names }
    let tails = names.map { $0.bytes.dropFirst(stem.bytes.count) }
    let longest = tails.map(\.count).max() ?? 0
    let begin = FileNameRule.stem(new, number: number, atMost: FileNameRule.longest - longest)
    return tails.map { ByteString(begin + $0) }
  }
}

/// Finds out what goes along with photos.
enum Companions {
  /// Which files go along.
  enum Extent {
    /// The sidecars of what leaves; that of a whole stem goes along with its last photo.
    case sidecars
    /// That, and the other half of a pair of a raw file and a picture.
    case pairs
    /// The same of what stays: every sidecar goes along.
    case pairsOfCopies
  }

  /// The groups that photos are done with in, in the order of their first photos; each photo is there once.
  ///
  /// A folder that cannot be read has no companions: whatever is done to its photos says why.
  static func groups(of paths: [ByteString], _ extent: Extent) -> [FileGroup] {
    var groups: [FileGroup] = []
    var places: [Key: Int] = [:]
    var seen: Set<ByteString> = []
    for path in paths where seen.insert(path).inserted {
      let key = Key(folder: path.folderPath, stem: path.lastName.stem)
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

  /// The names of a folder that begin with a stem.
  private struct Key: Hashable {
    let folder: ByteString
    let stem: ByteString

    var lowercased: Key { Key(folder: folder, stem: stem.lowercasedASCII) }
  }

  /// All files of those stems, which are in lower case, whatever the case of theirs, sorted; each folder is read once.
  private static func relatives(of keys: Set<Key>) -> [Key: [ByteString]] {
    var found: [Key: [ByteString]] = [:]
    for folder in Set(keys.map(\.folder)) {
      for name in names(in: folder) {
        // The stem of `a.jpg.xmp` is `a.jpg`, whose own is `a`.
        for stem in Set([name.stem, name.isSidecar ? name.stem.stem : name.stem]) {
          let key = Key(folder: folder, stem: stem.lowercasedASCII)
          if keys.contains(key) { found[key, default: []].append(name) }
        }
      }
    }
    return found.mapValues { $0.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) } }
  }

  /// The names of all files in a folder; none where it cannot be read.
  static func names(in folder: ByteString) -> [ByteString] {
    guard let opened = DeepPath.open(folder.bytes, O_RDONLY | O_DIRECTORY | O_CLOEXEC),
      var stream = try? DirectoryStream(taking: opened)
    else { return [] }
    var names: [ByteString] = []
    while let entry = try? stream.next() { names.append(entry.name) }
    return names
  }

  private static func companions(
    of photos: [ByteString], among relatives: [ByteString], _ extent: Extent
  ) -> [ByteString] {
    let (stem, others) = (photos[0].stem, relatives.filter { !$0.isSidecar })
    let files = others.filter { $0.stem == stem }
    var going = photos
    if extent != .sidecars,
      photos.allSatisfy({ $0.isRaw }) || photos.allSatisfy({ $0.isPairedWithRaw })
    {
      let isRaw = photos.allSatisfy(\.isRaw)
      going += files.filter { isRaw ? $0.isPairedWithRaw : $0.isRaw }
    }
    let isWholeStem = extent == .pairsOfCopies || files.allSatisfy(going.contains)
    let sidecars = relatives.filter { name in
      guard name.isSidecar, !photos.contains(name) else { return false }
      let own = name.stem
      if going.contains(own) || isWholeStem && own == stem { return true }
      // In another case it is that of a photo which is called so, where there is one.
      guard !others.contains(where: { $0 == own || $0.stem == own }) else { return false }
      return going.contains { $0.lowercasedASCII == own.lowercasedASCII }
        || isWholeStem && own.lowercasedASCII == stem.lowercasedASCII
    }
    return going.dropFirst(photos.count) + sidecars
  }
}

extension ByteString {
  /// Whether it is the name of a sidecar.
  package var isSidecar: Bool { bytes.span.isSidecarName }

  /// Whether it is the name of a camera's raw file.
  package var isRaw: Bool { shortExtension.map(Self.raws.contains) ?? false }

  /// Whether it is the name of a picture as cameras make it beside a raw file.
  package var isPairedWithRaw: Bool { shortExtension.map(Self.cameraPictures.contains) ?? false }

  /// Whether it is the name of a picture that is no raw file, as far as its extension tells.
  package var isPicture: Bool {
    shortExtension.map { Self.pictures.contains($0) || Self.cameraPictures.contains($0) } ?? false
  }

  private static let raws: Set<ShortExtension> = [
    "3fr", "arw", "cr2", "cr3", "crw", "dng", "erf", "iiq", "kdc", "mef", "mos", "mrw", "nef",
    "nrw", "orf", "pef", "raf", "raw", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
  ]
  private static let cameraPictures: Set<ShortExtension> = [
    "jpg", "jpeg", "jpe", "heic", "heif", "hif",
  ]
  private static let pictures: Set<ShortExtension> = [
    "png", "tif", "tiff", "webp", "avif", "jxl", "jp2", "gif", "bmp", "psd",
  ]
}

extension Span<UInt8> {
  /// Whether these bytes are the name of a sidecar: something, and behind it `.xmp` in either case.
  package var isSidecarName: Bool {
    count > 4 && self[count - 4] == UInt8(ascii: ".") && self[count - 3] | 0x20 == UInt8(ascii: "x")
      && self[count - 2] | 0x20 == UInt8(ascii: "m") && self[count - 1] | 0x20 == UInt8(ascii: "p")
  }
}
