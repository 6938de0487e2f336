import Base
import Catalogs

/// Loads the previews of visible folders, a few at a time, and caches them. They are loaded again
/// when a folder becomes visible, and when it or one that its cover comes from changes meanwhile.
@MainActor
final class FolderPreviewLoader {
  /// Concurrent scans; a disk that hangs may block some of them.
  private static let width = 4
  private static let memoryLimit = 4096

  var onChange: () -> Void = {}

  private let provider: any FolderPreviewProvider
  private let changes: (any FolderChangeWatching)?
  private var following: Task<Void, Never>?
  private var wanted: [Subfolder] = []
  /// Folders that changed while they were being scanned.
  private var outdated: Set<Subfolder> = []
  private var known: [ByteString: FolderFinding] = [:]
  /// Folders scanned since they became visible.
  private var seen: Set<Subfolder> = []
  private var scans: [Subfolder: Task<Void, Never>] = [:]
  private var waiting: [Subfolder] = []
  private var runningCount = 0

  init(_ provider: any FolderPreviewProvider) {
    self.provider = provider
    changes = provider.changes
  }

  deinit {
    following?.cancel()
    for scan in scans.values { scan.cancel() }
  }

  subscript(folder: Subfolder) -> FolderFinding? { known[folder.path] }

  /// Most urgent first; scans of other folders are cancelled.
  func want(_ folders: [Subfolder]) {
    wanted = folders
    let all = Set(folders)
    seen.formIntersection(all)
    outdated.formIntersection(all)
    for (folder, scan) in scans where !all.contains(folder) {
      scan.cancel()
      scans[folder] = nil
    }
    waiting = folders.filter { !seen.contains($0) && scans[$0] == nil }
    startScans()
    followChanges()
  }

  /// Scans all visible folders again at the next `want`.
  func rescan() { seen = [] }

  private func followChanges() {
    guard let changes, !wanted.isEmpty || following != nil else { return }
    changes.watch(wanted.reduce(into: []) { $0.formUnion(folders(shownBy: $1)) })
    guard following == nil else { return }
    following = Task(executorPreference: WorkExecutor.forTasks) { [weak self] in
      await changes.follow { [weak self] folders in await self?.rescan(at: folders) }
    }
  }

  private func folders(shownBy folder: Subfolder) -> Set<ByteString> {
    guard !folder.path.isAddressOfFolder else { return [] }
    return Set([folder.path] + (known[folder.path]?.cover ?? []).map(\.folder))
  }

  private func rescan(at changed: Set<ByteString>) {
    for folder in wanted where !changed.isDisjoint(with: folders(shownBy: folder)) {
      if scans[folder] != nil { outdated.insert(folder) }
      seen.remove(folder)
    }
    want(wanted)
  }

  private func startScans() {
    while runningCount < Self.width, !waiting.isEmpty { scan(waiting.removeFirst()) }
  }

  private func scan(_ folder: Subfolder) {
    runningCount += 1
    scans[folder] = Task(executorPreference: WorkExecutor.forTasks) { [weak self, provider] in
      let finding: FolderFinding
      do throws(CatalogError) {
        finding = .peek(try await provider.preview(of: folder.path))
      } catch {
        finding = .unreadable(error)
      }
      await self?.take(Task.isCancelled ? nil : finding, of: folder)
    }
  }

  private func take(_ finding: FolderFinding?, of folder: Subfolder) {
    runningCount -= 1
    defer { startScans() }
    guard let finding else { return }
    scans[folder] = nil
    if outdated.remove(folder) == nil { seen.insert(folder) } else { waiting.append(folder) }
    guard known[folder.path] != finding else { return }
    if known.count >= Self.memoryLimit { known = [:] }
    known[folder.path] = finding
    followChanges()
    onChange()
  }
}
