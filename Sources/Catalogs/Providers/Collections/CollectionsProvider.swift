package import Base
package import HTTP
import Synchronization

/// The user's collections as folders, and the photos of each; both are read again at a retry.
package struct CollectionsProvider: CatalogProvider {
  private let folder: CollectionFolder?

  /// Without a folder there are no collections.
  package init(_ folder: CollectionFolder?) {
    self.folder = folder
  }

  package var scheme: String { CollectionFolder.scheme }

  package func catalog(
    of address: ByteString, isPaged: Bool, client: HTTPClient, demand: CatalogDemand
  ) throws(CatalogError) -> any PhotoCatalog {
    guard let folder else { throw .provider("set HOME or XDG_DATA_HOME to a folder") }
    guard let name = CollectionFolder.name(of: address) else {
      guard address == CollectionFolder.root else { throw .notFound }
      let names = NameListing(folder: folder)
      return RereadPhotos(demand: demand) { names.read() }
    }
    if let saved = folder.savedFilters[name] {
      return FilteredFolders(saved, at: address, demand: demand)
    }
    let listing = CollectionListing(folder: folder, name: name)
    return RereadPhotos(demand: demand) { listing.read() }
  }
}

/// The photos of all subfolders; the grid applies the filter.
private struct FilteredFolders: PhotoCatalog {
  private let address: ByteString
  private let filter: String
  private let catalog: FolderCatalog

  init(_ saved: SavedFilter, at address: ByteString, demand: CatalogDemand) {
    self.address = address
    filter = saved.filter
    catalog = FolderCatalog(arguments: saved.folders, isRecursive: true, demand: demand)
  }

  func snapshots() -> AsyncStream<CatalogSnapshot> {
    SnapshotStream.start { [self] stream in
      for await snapshot in catalog.snapshots() {
        var snapshot = snapshot
        (snapshot.place, snapshot.filter) = (address, filter)
        stream.receive(snapshot)
      }
    }
  }
}

private final class NameListing: Sendable {
  private let folder: CollectionFolder
  private let known = Mutex<[Subfolder]>([])

  init(folder: CollectionFolder) {
    self.folder = folder
  }

  func read() -> CatalogSnapshot {
    var snapshot = CatalogSnapshot()
    snapshot.place = CollectionFolder.root
    snapshot.folders = known.withLock { known in
      known = [Subfolder](folder.allNames(), in: CollectionFolder.root, after: known)
      return known
    }
    return snapshot
  }
}

/// Entries keep their ids when the list is read again; a line that occurs twice counts once.
private final class CollectionListing: Sendable {
  private let folder: CollectionFolder
  private let name: ByteString
  private let known = Mutex<[PhotoPlace: CatalogEntry]>([:])

  init(folder: CollectionFolder, name: ByteString) {
    (self.folder, self.name) = (folder, name)
  }

  func read() -> CatalogSnapshot {
    var snapshot = CatalogSnapshot()
    snapshot.place = CollectionFolder.address(of: name)
    let lines: [UInt8]
    do throws(CatalogError) {
      lines = try DocumentFile.read(folder.list(name))
    } catch {
      let problem = error == .notFound ? "no such collection" : "\(error)"
      snapshot.notices = [
        CatalogNotice(source: "@\(name)", problem: problem, isFailure: true)
      ]
      return snapshot
    }
    var reader = PhotoListReader(separator: .lineEnd)
    let places = (reader.read(lines[...]) + reader.finish()).compactMap { entry -> PhotoPlace? in
      switch entry.place {
      case .success(.path(let line)): return folder.photo(on: line).map { .path($0.bytes) }
      case .success(let address): return address
      case .failure(let error):
        snapshot.skipped.faulty += 1
        guard snapshot.skipped.faulty == 1 else { return nil }
        snapshot.notices.append(
          CatalogNotice(
            source: "@\(name)", problem: "line \(entry.line): \(error)", isFailure: false))
        return nil
      }
    }
    let fed = lines.split { [UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains($0) }
      .filter { $0.suffix(5).elementsEqual(CollectionFolder.feedMark.utf8) }
    let addresses = Set(fed.compactMap { try? WebURL($0) })
    snapshot.entries = known.withLock { known in
      var found: [PhotoPlace: CatalogEntry] = [:]
      let entries = places.compactMap { place -> CatalogEntry? in
        guard found[place] == nil else { return nil }
        let entry = known[place] ?? CatalogEntry(Photo(place, ofFeeds: addresses))
        found[place] = entry
        return entry
      }
      known = found
      return entries
    }
    return snapshot
  }
}

extension Photo {
  fileprivate init(_ place: PhotoPlace, ofFeeds addresses: Set<WebURL>) {
    switch place {
    case .path(let path): self.init(path: ByteString(path))
    case .address(let address):
      var photo = WebPhoto(address: address)
      photo.mayReachPrivateNetworks = !addresses.contains(address)
      self.init(photo)
    }
  }
}
