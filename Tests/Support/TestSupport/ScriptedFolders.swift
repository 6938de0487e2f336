package import Catalog
internal import Synchronization
package import Values

/// Folders of which a test says what is in them, when it wants to.
package final class ScriptedFolders: FolderPeeking {
  /// The looks into folders, by the beginnings of the paths in them.
  package let looks = ScriptedAnswers<ByteString, Result<FolderPeek, CatalogError>>()
  private let opened = Mutex<[(path: String, stream: AsyncStream<CatalogSnapshot>.Continuation)]>(
    [])

  /// Makes folders that nobody has asked for.
  package init() {}

  /// The folders that have been opened, in that order: by number.
  package var paths: [String] { opened.withLock { $0.map(\.path) } }

  /// What tells of changes, where a test says that there are any.
  package let scriptedChanges = ScriptedFolderChanges()
  /// The same, as who looks into folders asks for it.
  package var changes: (any FolderChangeWatching)? { scriptedChanges }

  /// What the test says is in a folder.
  package func peek(into path: ByteString) async throws(CatalogError) -> FolderPeek {
    try await looks.answer(to: path).get()
  }

  /// A catalog that lists what the test says.
  package func catalog(_ path: ByteString) -> any PhotoCatalog { Folder(path: path, folders: self) }

  /// Lists what is in a folder that has been opened, all of it unless it is said otherwise; whoever has left
  /// it may hear that all the same.
  package func list(
    _ names: [String], folders: [String] = [], isComplete: Bool = true, in number: Int
  ) {
    let (path, stream) = opened.withLock { $0[number] }
    stream.yield(
      CatalogSnapshot(names, folders: folders, in: ByteString(path), isComplete: isComplete))
  }

  private struct Folder: PhotoCatalog {
    let path: ByteString
    let folders: ScriptedFolders

    func snapshots() -> AsyncStream<CatalogSnapshot> {
      let (stream, continuation) = AsyncStream.makeStream(of: CatalogSnapshot.self)
      folders.opened.withLock { $0.append((path.lossyText, continuation)) }
      return stream
    }
  }
}

/// Changes in folders of which a test tells.
package final class ScriptedFolderChanges: FolderChangeWatching {
  private let state = Mutex(Set<ByteString>())
  private let (stream, continuation) = AsyncStream.makeStream(of: Set<ByteString>.self)

  /// The folders that are watched.
  package var watched: Set<ByteString> { state.withLock { $0 } }

  /// Keeps what is wanted.
  package func watch(_ folders: Set<ByteString>) { state.withLock { $0 = folders } }

  /// Passes on what the test tells.
  package func follow(_ onChange: @Sendable (Set<ByteString>) async -> Void) async {
    for await folders in stream { await onChange(folders) }
  }

  /// Tells that something has happened in folders.
  package func tell(_ folders: String...) {
    continuation.yield(Set(folders.map { ByteString($0) }))
  }
}

extension CatalogSnapshot {
  /// A snapshot of one folder, whose entries are others in each snapshot, but those of the same photos.
  package init(
    _ names: [String], folders: [String] = [], in place: ByteString, isComplete: Bool = true
  ) {
    self.init(
      listing: names.map { Photo(path: ByteString(place.lossyText + $0)) }, isComplete: isComplete)
    self.folders = folders.map { Subfolder(ByteString($0), in: place) }
    self.place = place
  }
}

extension FolderPeek {
  /// What is seen of a folder of so many photos, of which some stand for it.
  package init(_ cover: [String], in folder: String, count: Int? = nil) {
    self.init(
      photoCount: count ?? cover.count,
      cover: cover.map { Photo(path: ByteString("\(folder)/\($0)")) })
  }
}
