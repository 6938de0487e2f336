package import Base
package import Imaging
import Synchronization

/// A photo of a catalog: a file, or an image on the web.
///
/// Photos are equal if their paths, or their web entries without hints, are equal. A file's version
/// is checked when it is opened, so listing does no `stat` per file; a file known to have changed
/// gets a new revision and so is a different photo.
package struct Photo: Sendable, Hashable, CustomStringConvertible {
  package let name: ByteString
  private let place: Place

  private enum Place: Hashable, Sendable {
    /// The path prefix; photos of a folder share its bytes.
    case folder(ByteString)
    /// A file that was added or changed while shown; boxed, since there are few.
    indirect case changed(folder: ByteString, revision: UInt64)
    /// Boxed, to keep files small in listings of 100,000.
    indirect case web(WebPhoto)
  }

  package init(path: ByteString) {
    let nameStart = path.bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    self.init(
      folder: ByteString(path.bytes[..<nameStart]), name: ByteString(path.bytes[nameStart...]))
  }

  /// `folder` is a path prefix; `name` has no slash.
  init(folder: ByteString, name: ByteString) {
    self.name = name
    place = .folder(folder)
  }

  private init(name: ByteString, place: Place) {
    (self.name, self.place) = (name, place)
  }

  package init(_ photo: WebPhoto) {
    name = photo.caption
    place = .web(photo)
  }

  package enum Source: Hashable, Sendable {
    case file(ByteString)
    case web(WebPhoto)
  }

  /// Concatenates the path at each call.
  package var source: Source {
    switch place {
    case .folder(let folder), .changed(let folder, _): .file(ByteString(folder.bytes + name.bytes))
    case .web(let photo): .web(photo)
    }
  }

  package var path: ByteString? { if case .file(let path) = source { path } else { nil } }

  package var folder: ByteString {
    switch place {
    case .folder(let folder), .changed(let folder, _): folder
    case .web: ByteString([])
    }
  }

  /// Whether `name` is a file name, here or on a server, with an extension and maybe a date.
  package var isNamedAsFile: Bool { onWeb.map { $0.file != nil } ?? true }

  package var isOnWeb: Bool { if case .web = place { true } else { false } }

  package var onWeb: WebPhoto? { if case .web(let photo) = place { photo } else { nil } }

  private static let lastRevision = Atomic<UInt64>(0)

  package var hasChanged: Bool { if case .changed = place { true } else { false } }

  /// No cached tile and no running load can then be taken for the new content of the file.
  package func revised() -> Photo {
    revised(as: Self.lastRevision.wrappingAdd(1, ordering: .relaxed).newValue)
  }

  func revised(as revision: UInt64) -> Photo {
    Photo(name: name, place: .changed(folder: folder, revision: revision))
  }

  func isSamePath(as other: Photo) -> Bool { name == other.name && folder == other.folder }

  /// Compares names first, since they differ more often.
  package static func == (first: Photo, second: Photo) -> Bool {
    first.name == second.name && first.place == second.place
  }

  /// For logs, without passwords; not sanitized.
  package var description: String {
    switch source {
    case .file(let path): path.lossyText
    case .web(let photo): photo.description
    }
  }

  /// The format by file extension, which the content may contradict; nil for photos of feeds.
  package var namedFormat: PictureFormat? {
    isNamedAsFile ? PictureFormat(fileName: name.bytes) : nil
  }

  package var isVideoFile: Bool { onWeb == nil && namedFormat?.isVideo == true }
}

package struct CatalogEntry: Hashable, Sendable {
  /// Stable as long as the entry is listed, even if it moves or its photo changes.
  package let id: PhotoID
  package let photo: Photo

  package init(_ photo: Photo) {
    self.init(id: PhotoID(), photo: photo)
  }

  package init(id: PhotoID, photo: Photo) {
    (self.id, self.photo) = (id, photo)
  }
}

extension [CatalogEntry] {
  /// Photos among `old` keep their ids.
  init(_ photos: [Photo], after old: [CatalogEntry]) {
    let known = Dictionary(old.lazy.map { ($0.photo, $0) }, uniquingKeysWith: { first, _ in first })
    self = photos.map { known[$0] ?? CatalogEntry($0) }
  }

  /// Entries whose photos were added or changed while shown.
  ///
  /// Others are not retained: photos of a folder share its reference count with the listing thread.
  package var changed: [CatalogEntry] {
    let entries = span
    return entries.indices.filter { entries[$0].photo.hasChanged }.map { self[$0] }
  }
}

/// Identity of an entry in this process; a photo that is listed twice has two.
package struct PhotoID: Hashable, Sendable {
  /// Starts at 1; the entries of a listing mostly have consecutive numbers.
  package let number: UInt64

  private static let lastNumber = Atomic<UInt64>(0)

  package init() {
    number = Self.lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
  }

  init(number: UInt64) {
    self.number = number
  }

  static func reserve(_ count: Int) -> UInt64 {
    lastNumber.wrappingAdd(UInt64(count), ordering: .relaxed).oldValue + 1
  }
}

/// Photos are not copied: with 100,000 photos that would dominate most operations, as retaining a
/// name touches memory that is far apart.
package struct PhotoList: RandomAccessCollection, Sendable {
  private let entries: [CatalogEntry]
  /// Indices into `entries`; nil means all.
  private let places: [Int32]?

  package init(of entries: [CatalogEntry], at places: [Int32]? = nil) {
    (self.entries, self.places) = (entries, places)
  }

  package init(_ photos: some Sequence<Photo>) {
    self.init(of: photos.map { CatalogEntry($0) })
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { places?.count ?? entries.count }

  package subscript(_ index: Int) -> Photo { entries[place(of: index)].photo }

  package func entry(at index: Int) -> CatalogEntry { entries[place(of: index)] }

  package func id(at index: Int) -> PhotoID { entries[place(of: index)].id }

  package func name(at index: Int) -> ByteString { entries[place(of: index)].photo.name }

  /// Local files by folder with their indices; consecutive photos mostly share a folder.
  package var folders: [(folder: ByteString, places: [Int])] {
    var groups: [(folder: ByteString, places: [Int])] = []
    var numbers: [ByteString: Int] = [:]
    var last = 0
    // Does not retain photos, which would touch their names in memory.
    let entries = entries.span
    for index in indices {
      let place = place(of: index)
      guard !entries[place].photo.isOnWeb else { continue }
      if groups.isEmpty || groups[last].folder.bytes != entries[place].photo.folder.bytes {
        let folder = entries[place].photo.folder
        last = numbers[folder] ?? groups.count
        if last == groups.count { groups.append((folder, [])) }
        numbers[folder] = last
      }
      groups[last].places.append(index)
    }
    return groups
  }

  private func place(of index: Int) -> Int { places.map { Int($0[index]) } ?? index }
}
