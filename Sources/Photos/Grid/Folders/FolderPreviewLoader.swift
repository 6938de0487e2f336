import Base
import Catalogs

/// Loads the previews of visible folders, a few at a time, and caches them.
///
/// A cached preview is shown at once. It is loaded again when its folder becomes visible, and when
/// the folder or one that its cover comes from changes while visible.
@MainActor
final class FolderPreviewLoader {
  /// Concurrent scans; a disk that hangs may block some of them.
  private static let width = 4
  private static let memoryLimit = 4096

  var onChange: () -> Void = {}

  private let peeker: any FolderPreviewProvider
  private let changes: (any FolderChangeWatching)?
  private var following: Task<Void, Never>?
  private var wanted: [Subfolder] = []
  /// Folders that changed while they were being scanned.
  private var outdated: Set<PhotoID> = []
  private var known: [ByteString: FolderFinding] = [:]
  /// Folders scanned since they became visible.
  private var seen: Set<PhotoID> = []
  private var looks: [PhotoID: Task<Void, Never>] = [:]
  private var waiting: [Subfolder] = []
  /// Running scans, including cancelled ones.
  private var underWay = 0

  init(_ peeker: any FolderPreviewProvider) {
    self.peeker = peeker
    changes = peeker.changes
  }

  deinit {
    following?.cancel()
    for look in looks.values { look.cancel() }
  }

  subscript(folder: Subfolder) -> FolderFinding? { known[folder.path] }

  /// Most urgent first; scans of other folders are cancelled.
  func want(_ folders: [Subfolder]) {
    wanted = folders
    let ids = Set(folders.lazy.map(\.id))
    seen.formIntersection(ids)
    outdated.formIntersection(ids)
    for (id, look) in looks where !ids.contains(id) {
      look.cancel()
      looks[id] = nil
    }
    waiting = folders.filter { !seen.contains($0.id) && looks[$0.id] == nil }
    beginLooks()
    followChanges()
  }

  /// Scans all visible folders again at the next `want`.
  func lookAgain() { seen = [] }

  private func followChanges() {
    guard let changes, !wanted.isEmpty || following != nil else { return }
    changes.watch(wanted.reduce(into: []) { $0.formUnion(folders(shownBy: $1)) })
    guard following == nil else { return }
    following = Task(executorPreference: WorkExecutor.forTasks) { [weak self] in
      await changes.follow { [weak self] folders in await self?.lookAgain(at: folders) }
    }
  }

  /// The folders that a folder's preview depends on.
  private func folders(shownBy folder: Subfolder) -> Set<ByteString> {
    guard !folder.path.isAddressOfFolder else { return [] }
    return Set([folder.path] + (known[folder.path]?.cover ?? []).map(\.folder))
  }

  /// Scans visible folders again whose previews depend on changed folders.
  private func lookAgain(at changed: Set<ByteString>) {
    for folder in wanted where !changed.isDisjoint(with: folders(shownBy: folder)) {
      if looks[folder.id] != nil { outdated.insert(folder.id) }
      seen.remove(folder.id)
    }
    want(wanted)
  }

  private func beginLooks() {
    while underWay < Self.width, !waiting.isEmpty { look(into: waiting.removeFirst()) }
  }

  private func look(into folder: Subfolder) {
    underWay += 1
    looks[folder.id] = Task(executorPreference: WorkExecutor.forTasks) { [weak self, peeker] in
      let finding = await FolderFinding(of: folder, by: peeker)
      await self?.take(Task.isCancelled ? nil : finding, of: folder)
    }
  }

  private func take(_ finding: FolderFinding?, of folder: Subfolder) {
    underWay -= 1
    defer { beginLooks() }
    guard let finding else { return }
    looks[folder.id] = nil
    if outdated.remove(folder.id) == nil { seen.insert(folder.id) } else { waiting.append(folder) }
    guard known[folder.path] != finding else { return }
    if known.count >= Self.memoryLimit { known = [:] }
    known[folder.path] = finding
    followChanges()
    onChange()
  }
}

extension FolderFinding {
  fileprivate init(of folder: Subfolder, by peeker: any FolderPreviewProvider) async {
    do throws(CatalogError) {
      self = .peek(try await peeker.preview(of: folder.path))
    } catch {
      self = .unreadable(error)
    }
  }
}
