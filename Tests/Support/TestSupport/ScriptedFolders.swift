package import Base
package import Catalogs
internal import Synchronization

package final class ScriptedFolders: FolderPreviewProvider {
  /// Preview requests, by path prefix.
  package let looks = ScriptedAnswers<ByteString, Result<FolderPreview, CatalogError>>()
  private let opened = Mutex<[(path: String, stream: AsyncStream<CatalogSnapshot>.Continuation)]>(
    [])

  package init() {}

  /// Opened folders, in order: the index is the number.
  package var paths: [String] { opened.withLock { $0.map(\.path) } }

  package let scriptedChanges = ScriptedFolderChanges()
  package var changes: (any FolderChangeWatching)? { scriptedChanges }

  package func preview(of path: ByteString) async throws(CatalogError) -> FolderPreview {
    try await looks.answer(to: path).get()
  }

  package func catalog(_ path: ByteString) -> any PhotoCatalog { Folder(path: path, folders: self) }

  /// Sends a snapshot to an opened folder, even if its observer has left.
  package func list(
    _ names: [String], folders: [String] = [], isComplete: Bool = true, in number: Int
  ) {
    let path = opened.withLock { $0[number].path }
    send(
      CatalogSnapshot(names, folders: folders, in: ByteString(path), isComplete: isComplete),
      in: number)
  }

  package func send(_ snapshot: CatalogSnapshot, in number: Int) {
    _ = opened.withLock { $0[number].stream }.yield(snapshot)
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

package final class ScriptedFolderChanges: FolderChangeWatching {
  private let state = Mutex(Set<ByteString>())
  private let (stream, continuation) = AsyncStream.makeStream(of: Set<ByteString>.self)

  package var watched: Set<ByteString> { state.withLock { $0 } }

  package func watch(_ folders: Set<ByteString>) { state.withLock { $0 = folders } }

  package func follow(_ onChange: @Sendable (Set<ByteString>) async -> Void) async {
    for await folders in stream { await onChange(folders) }
  }

  package func tell(_ folders: String...) {
    continuation.yield(Set(folders.map { ByteString($0) }))
  }
}

extension CatalogSnapshot {
  /// A snapshot of a folder; entries have new ids in each snapshot, except for equal photos.
  package init(
    _ names: [String], folders: [String] = [], in place: ByteString, isComplete: Bool = true
  ) {
    self.init(
      listing: names.map { Photo(path: ByteString(place.lossyText + $0)) }, isComplete: isComplete)
    self.folders = folders.map { Subfolder(ByteString($0), in: place) }
    self.place = place
  }
}

extension FolderPreview {
  package init(_ cover: [String], in folder: String, count: Int? = nil, folders: Int = 0) {
    self.init(
      photoCount: count ?? cover.count, folderCount: folders,
      cover: cover.map { Photo(path: ByteString("\(folder)/\($0)")) })
  }
}
