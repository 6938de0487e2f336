package import Base
package import HTTP

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
      return RereadPhotos(demand: demand, read: folder.names)
    }
    if let saved = folder.savedFilters[name] {
      let all = FolderCatalog(arguments: saved.folders, isRecursive: true, demand: demand)
      return FilteredFolders(address: address, filter: saved.filter, catalog: all)
    }
    return RereadPhotos(demand: demand, read: { folder.photos(of: name, after: $0) })
  }
}

/// The photos of all subfolders; the grid applies the filter.
private struct FilteredFolders: PhotoCatalog {
  let address: ByteString
  let filter: String
  let catalog: FolderCatalog

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

extension CollectionFolder {
  fileprivate func names(after previous: CatalogSnapshot) -> CatalogSnapshot {
    var snapshot = CatalogSnapshot()
    snapshot.place = Self.root
    snapshot.folders = [Subfolder](allNames(), in: Self.root, after: previous.folders)
    return snapshot
  }

  /// A line that occurs twice counts once.
  fileprivate func photos(
    of name: ByteString, after previous: CatalogSnapshot
  ) -> CatalogSnapshot {
    var snapshot = CatalogSnapshot()
    snapshot.place = Self.address(of: name)
    let lines: [UInt8]
    do throws(CatalogError) {
      lines = try DocumentFile.read(list(name))
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
      case .success(.path(let line)): return photo(on: line).map { .path($0.bytes) }
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
      .filter { $0.suffix(5).elementsEqual(Self.feedMark.utf8) }
    let addresses = Set(fed.compactMap { try? WebURL($0) })
    var found: Set<PhotoPlace> = []
    let photos = places.filter { found.insert($0).inserted }
      .map { Photo($0, ofFeeds: addresses) }
    snapshot.entries = [CatalogEntry](photos, after: previous.entries)
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
