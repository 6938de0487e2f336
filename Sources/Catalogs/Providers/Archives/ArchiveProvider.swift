package import Base
package import HTTP
package import Imaging

/// Lists archives and reads files in them; callable from any task.
package protocol ArchiveReading: Sendable {
  /// The photos, and how the reading ended. Throws if the file cannot be read at all.
  func members(
    ofArchive path: ByteString
  ) async throws(CatalogError) -> (members: [ArchiveMember], version: UInt64, end: ArchiveEnd)

  /// Throws if the archive is not the version that was listed.
  func content(
    ofMember index: Int, inArchive path: ByteString, version: UInt64
  ) async throws(CatalogError) -> [UInt8]

  /// The first bytes of photos, by their positions; without those that cannot be read.
  func heads(
    ofMembers indices: [Int], inArchive path: ByteString, version: UInt64
  ) async throws(CatalogError) -> [Int: [UInt8]]
}

/// Where a photo in an archive is: its position among the members of a version of the file.
package struct ArchivedPhoto: Hashable, Sendable {
  package let archive: ByteString
  package let version: UInt64
  package let index: Int

  /// Parses `/VERSION/INDEX/PATH` behind the host of `ArchiveOrigin`.
  init?(path: some StringProtocol) {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 2)
    guard parts.count == 3,
      let version = UInt64(String(decoding: parts[0], as: UTF8.self), radix: 16),
      let index = Int(String(decoding: parts[1], as: UTF8.self)), index >= 0,
      let archive = PercentEncoding.strictlyDecoded(Array(parts[2]))
    else { return nil }
    (self.version, self.index) = (version, index)
    self.archive = ByteString([UInt8(ascii: "/")] + archive)
  }
}

/// A folder of an archive: `archive:///home/ann/holiday.zip//inner/`. Two slashes end the path of the
/// file, also in the path of an archive in a local folder: `Pictures/holiday.zip//`.
package struct ArchiveAddress: Hashable, Sendable {
  package static let scheme = "archive"
  private static let start = Array("\(scheme)://".utf8)
  private static let slash = UInt8(ascii: "/")

  /// Absolute path of the file.
  package let archive: ByteString
  /// Empty, or with a slash at the end.
  package let folder: [UInt8]

  /// `path` is absolute.
  package init(archive path: ByteString) {
    (archive, folder) = (path, [])
  }

  package init?(_ address: ByteString) {
    guard address.bytes.starts(with: Self.start) else { return nil }
    let path = address.bytes.dropFirst(Self.start.count)
    guard path.first == Self.slash,
      let border = path.indices.dropLast().first(where: {
        path[$0] == Self.slash && path[$0 + 1] == Self.slash
      }), border > path.startIndex
    else { return nil }
    archive = ByteString(path[..<border])
    let rest = path[(border + 2)...].split(separator: Self.slash)
    folder = rest.flatMap { $0 + [Self.slash] }
  }

  /// With a slash at the end.
  package var address: ByteString {
    ByteString(Self.start + archive.bytes + [Self.slash, Self.slash] + folder)
  }

  /// As a path, for people: `/home/ann/holiday.zip/inner/`.
  package var path: ByteString { ByteString(archive.bytes + [Self.slash] + folder) }

  /// The folder that contains it, which is local for the archive itself.
  var parent: (path: ByteString, name: ByteString) {
    let path = path.bytes.dropLast()
    let start = path.lastIndex(of: Self.slash).map { $0 + 1 } ?? path.startIndex
    let name = ByteString(path[start...])
    guard !folder.isEmpty else { return (ByteString(path[..<start]), name) }
    let above = ByteString(address.bytes.dropLast(name.bytes.count + 1))
    return (above, name)
  }
}

extension ByteString {
  /// Whether it is an archive or a folder in one: an address, or the path of a card, `a.zip//`.
  package var isInArchive: Bool {
    ArchiveAddress(self) != nil
      || bytes.suffix(2).elementsEqual("//".utf8) && ArchiveName.matches(bytes.dropLast(2))
  }
}

extension Photo {
  package var isInArchive: Bool {
    onWeb?.renditions.first?.address.host == ArchiveOrigin.host
  }

  /// Nil for photos elsewhere.
  package var archived: ArchivedPhoto? {
    guard isInArchive, let address = onWeb?.renditions.first?.address else { return nil }
    return ArchivedPhoto(path: address.path)
  }
}

/// Archives as folders. Their photos are loaded through the HTTP client, which takes them from
/// `ArchiveOrigin`: like photos on servers they can be shown and copied, but not changed.
package struct ArchiveProvider: CatalogProvider {
  private let reader: any ArchiveReading
  private let workingFolder: @Sendable () -> ByteString
  private let isRecursive: Bool

  /// `workingFolder` is called for names of archives; it returns an absolute path.
  package init(
    _ reader: any ArchiveReading, isRecursive: Bool = false,
    workingFolder: @escaping @Sendable () -> ByteString
  ) {
    (self.reader, self.workingFolder, self.isRecursive) = (reader, workingFolder, isRecursive)
  }

  package var scheme: String { ArchiveAddress.scheme }

  package func catalog(
    of address: ByteString, isPaged: Bool, client: HTTPClient, demand: CatalogDemand
  ) throws(CatalogError) -> any PhotoCatalog {
    guard let address = ArchiveAddress(address) else { throw .notFound }
    let folder = ArchiveFolder(address: address, reader: reader, isRecursive: isRecursive)
    return RereadPhotos(demand: demand, awaiting: folder.read)
  }

  package func address(of argument: ByteString) -> ByteString? {
    let hasBorder = argument.bytes.suffix(2).elementsEqual("//".utf8)
    let name = argument.bytes.dropLast(hasBorder ? 2 : 0)
    guard ArchiveName.matches(name), !argument.isAddressOfFolder else { return nil }
    let path = ByteString(name).absolute(in: workingFolder())
    return !hasBorder && FolderCatalog.isFolder(path) ? nil : ArchiveAddress(archive: path).address
  }
}

private struct ArchiveFolder: Sendable {
  let address: ArchiveAddress
  let reader: any ArchiveReading
  let isRecursive: Bool

  func read(after previous: CatalogSnapshot) async -> CatalogSnapshot {
    var snapshot = CatalogSnapshot()
    snapshot.place = address.address
    do throws(CatalogError) {
      let (members, version, end) = try await reader.members(ofArchive: address.archive)
      add(members, version, to: &snapshot, after: previous)
      if end != .whole { snapshot.notices = [notice("\(end)", isFailure: members.isEmpty)] }
    } catch {
      snapshot.notices = [notice("\(error)", isFailure: true)]
    }
    return snapshot
  }

  private func notice(_ problem: String, isFailure: Bool) -> CatalogNotice {
    CatalogNotice(
      source: address.archive.lossyText, problem: problem, isFailure: isFailure)
  }

  private func add(
    _ members: [ArchiveMember], _ version: UInt64, to snapshot: inout CatalogSnapshot,
    after previous: CatalogSnapshot
  ) {
    var folders: Set<ByteString> = []
    var photos: [Photo] = []
    for member in members where member.path.starts(with: address.folder) {
      let name = member.path.dropFirst(address.folder.count)
      let parts = name.split(separator: UInt8(ascii: "/"))
      guard !parts.contains(where: { $0.first == UInt8(ascii: ".") }) else { continue }
      if !isRecursive, let slash = name.firstIndex(of: UInt8(ascii: "/")) {
        folders.insert(ByteString(name[..<slash]))
      } else if let photo = photo(member, version) {
        photos.append(photo)
      }
    }
    snapshot.folders = [Subfolder](Array(folders), in: address.address, after: previous.folders)
    snapshot.entries = [CatalogEntry](photos, after: previous.entries)
    guard photos.isEmpty, !members.isEmpty else { return }
    snapshot.emptyFolders = [
      EmptyFolder(
        path: address.folder.isEmpty ? address.archive : address.path,
        subfolderCount: folders.count, isRecursive: isRecursive)
    ]
  }

  private func photo(_ member: ArchiveMember, _ version: UInt64) -> Photo? {
    guard let url = ArchiveOrigin.url(of: member.index, in: address.archive, version: version)
    else { return nil }
    var file = ServedFile(
      place: ByteString(address.archive.bytes + [UInt8(ascii: "/")] + member.path))
    (file.byteCount, file.modified) = (member.byteCount, member.modified)
    file.entityTag = ArchiveOrigin.entityTag(ofVersion: version)
    return Photo(ServedPhoto.entry(file, at: [Rendition(address: url)]))
  }
}

/// Serves the members of archives to the HTTP client, below a host that cannot exist (RFC 2606).
package struct ArchiveOrigin: LocalOrigin {
  package static let host = "archive.invalid"
  private static let root = try? WebURL("http://\(host)/".utf8)

  private let reader: any ArchiveReading

  package init(_ reader: any ArchiveReading) {
    self.reader = reader
  }

  package var host: String { Self.host }

  static func entityTag(ofVersion version: UInt64) -> String { String(version, radix: 16) }

  /// `/VERSION/INDEX/PATH`; nil if the path is too long for an address.
  static func url(of index: Int, in archive: ByteString, version: UInt64) -> WebURL? {
    try? root?.below(Array("\(entityTag(ofVersion: version))/\(index)".utf8) + archive.bytes)
  }

  package func content(
    at address: WebAddress
  ) async throws(NetworkError) -> (bytes: [UInt8], entityTag: String) {
    let path = address.text.dropFirst("http://\(host)".count)
    guard let photo = ArchivedPhoto(path: path) else { throw .badAddress }
    do throws(CatalogError) {
      let bytes = try await reader.content(
        ofMember: photo.index, inArchive: photo.archive, version: photo.version)
      return (bytes, Self.entityTag(ofVersion: photo.version))
    } catch {
      throw .local("\(error)")
    }
  }
}
