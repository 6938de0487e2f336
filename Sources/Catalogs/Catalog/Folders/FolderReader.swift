internal import System
package import Values

/// Reads a folder, and where that is wanted everything below it, one entry at a time.
///
/// A folder's own entries come first, in the file system's order, then its subfolders in natural
/// order: so photos come folder by folder as `NaturalOrder` has them, and are shuffled only within a
/// folder. No file is ever opened, and no more than one folder is open at a time, however deep.
/// For one thread at a time, which may block.
struct FolderReader {
  private let isRecursive: Bool
  /// Folders that are still to be read, the next one last.
  private var pending: [PendingFolder]
  private var current: CurrentFolder?
  /// Which directory was entered last.
  private(set) var directory: DirectoryIdentity?
  /// The paths of drafts of this program in what has been read.
  private(set) var drafts: [ByteString] = []
  /// The names of the current folder's subfolders so far.
  private var subfolders: [ByteString] = []
  /// The photos that are links, as far as the directories tell.
  private(set) var links: Set<Photo> = []
  /// The names of folders that are links, as far as the directories tell.
  private(set) var linkedFolders: Set<ByteString> = []
  private var visited: Set<FolderIdentity> = []
  /// The folders on the way from the first one to the current one.
  private var ancestors: [FolderIdentity] = []

  /// Makes a reader that has not touched the disk yet.
  /// - Parameters:
  ///   - folder: The beginning of the photos' paths: empty, or with a slash at its end.
  ///   - isRecursive: Whether subfolders are read, and links to folders followed.
  init(folder: ByteString, isRecursive: Bool) {
    self.isRecursive = isRecursive
    pending = [PendingFolder(path: folder, depth: 0)]
  }

  /// The folder that is being read; nil between two.
  var identity: FolderIdentity? { current?.opened.identity }

  /// Takes the next step and tells what came of it; `nil` when everything has been read.
  mutating func next() -> FolderEvent? {
    do throws(CatalogError) {
      guard let folder = current else { return try enterNextFolder() }
      return try readEntry(of: folder)
    } catch {
      return .skipped(error)
    }
  }

  private mutating func enterNextFolder() throws(CatalogError) -> FolderEvent? {
    guard let folder = pending.popLast() else { return nil }
    let opened = try OpenFolder(folder.path.openableFolder)
    ancestors.removeLast(ancestors.count - folder.depth)
    guard visited.insert(opened.identity).inserted else {
      // A second way to a folder is no fault, unless it leads back to where it came from.
      if ancestors.contains(opened.identity) { throw .linkLoop }
      return .ignored
    }
    ancestors.append(opened.identity)
    directory = opened.directory
    current = CurrentFolder(path: folder.path, opened: opened)
    return .folderBegin(folder.path)
  }

  private mutating func readEntry(of folder: CurrentFolder) throws(CatalogError) -> FolderEvent {
    let entry: FolderEntry
    do throws(CatalogError) {
      guard let next = try folder.opened.next() else { return leave(folder, after: nil) }
      entry = next
    } catch {
      return leave(folder, after: error)
    }
    switch try folder.opened.resolve(entry) {
    case .file where PictureExtension(of: entry.name) != nil:
      let photo = Photo(folder: folder.path, name: entry.name)
      if entry.kind == .link { links.insert(photo) }
      return .photo(photo)
    case .folder:
      if isRecursive { subfolders.append(entry.name) }
      if entry.kind == .link { linkedFolders.insert(entry.name) }
      return .subfolder(entry.name)
    case .special:
      throw .special
    case .file, .link, .unknown:
      return .other
    }
  }

  private mutating func leave(_ folder: CurrentFolder, after error: CatalogError?) -> FolderEvent {
    for name in subfolders.sorted(by: { NaturalOrder.areInOrder($1, $0) }) {
      pending.append(PendingFolder(path: folder.path.subfolder(name), depth: ancestors.count))
    }
    subfolders = []
    drafts += folder.opened.drafts.map { ByteString(folder.path.bytes + $0.bytes) }
    current = nil
    return .folderEnd(error)
  }

  private struct PendingFolder {
    let path: ByteString
    /// The number of folders above.
    let depth: Int
  }

  private struct CurrentFolder {
    let path: ByteString
    let opened: OpenFolder
  }
}

/// What came of one step of reading a folder.
enum FolderEvent: Hashable {
  /// What comes now is of the folder that these paths begin with; none of its entries has been read.
  case folderBegin(ByteString)
  case photo(Photo)
  /// A folder in the folder, by its name, whether it is to be read or not.
  case subfolder(ByteString)
  /// An entry that is none of the catalog's business.
  case other
  /// A step that came upon no entry.
  case ignored
  /// An entry that is passed over; carries why.
  case skipped(CatalogError)
  /// No more photos come of this folder; carries why, where it could not be read to its end.
  case folderEnd(CatalogError?)
}

/// What tells a folder from every other one, by whatever path it was reached.
struct FolderIdentity: Hashable {
  let device: UInt64
  let inode: UInt64
}

/// The file name extensions by which a file in a folder is taken for a photo.
package enum PictureExtension: String, CaseIterable, Sendable {
  case jpg, jpeg, jpe, jfif, mpo
  case png, apng
  case gif
  case webp
  case tif, tiff
  case heic, heif, hif
  case avif
  case jxl
  case jp2, j2k, j2c, jpc, jpx, jpf
  case bmp, dib
  case svg, svgz
  case cr2, cr3, nef, arw, dng, raf, orf, rw2
  case psd, psb
  case hdr, rgbe
  case exr
  case qoi
  case tga
  case pbm, pgm, ppm, pnm, pam
  case ico, cur

  /// Finds the extension of a file name, in either case; `nil` where it is none of a picture.
  package init?(of name: ByteString) {
    guard
      let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")),
      let known = Self.byPackedName[Self.packed(name.bytes[(dot + 1)...])]
    else { return nil }
    self = known
  }

  private static let byPackedName = Dictionary(
    uniqueKeysWithValues: allCases.map { (packed($0.rawValue.utf8), $0) })

  /// Up to seven bytes in one word behind a one, ASCII letters in lower case; zero for more.
  private static func packed(_ bytes: some Collection<UInt8>) -> UInt64 {
    guard bytes.count <= 7 else { return 0 }
    return bytes.reduce(1) { word, byte in
      let isUpper = byte &- UInt8(ascii: "A") < 26
      return word << 8 | UInt64(isUpper ? byte | 0x20 : byte)
    }
  }
}
