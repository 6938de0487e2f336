import Catalog
import Concurrency
import Values

/// Looks into the folders that can be seen, a few at a time, and remembers what was in them.
///
/// What is remembered of a folder is shown at once, and looked at again whenever the folder comes into
/// sight, and when something happens in it or in a folder of its cover while it can be seen.
@MainActor
final class FolderLooks {
  /// Looks under way, of which a disk that has stopped may hold some up.
  private static let width = 4
  /// So many folders are remembered.
  private static let memoryLimit = 4096

  /// Is called when something else is known of a folder that can be seen.
  var onChange: () -> Void = {}

  private let peeker: any FolderPeeking
  private let changes: (any FolderChangeWatching)?
  /// Takes what is told of changes.
  private var following: Task<Void, Never>?
  /// The folders that can be seen, the most wanted first.
  private var wanted: [Subfolder] = []
  /// The folders in which something has happened during the look into them.
  private var outdated: Set<PhotoID> = []
  private var known: [ByteString: FolderFinding] = [:]
  /// The folders that have been looked at since they came into sight.
  private var seen: Set<PhotoID> = []
  private var looks: [PhotoID: Task<Void, Never>] = [:]
  /// The folders that are still to be looked at, the most wanted first.
  private var waiting: [Subfolder] = []
  /// Looks that have not ended, those included that nobody wants any more.
  private var underWay = 0

  /// Looks at nothing yet.
  init(_ peeker: any FolderPeeking) {
    self.peeker = peeker
    changes = peeker.changes
  }

  deinit {
    following?.cancel()
    for look in looks.values { look.cancel() }
  }

  /// What is known of a folder; nil while nothing is.
  subscript(folder: Subfolder) -> FolderFinding? { known[folder.path] }

  /// Looks into these that nobody has looked into since they came into sight, and into no others.
  /// - Parameter folders: All that can be seen, the most wanted first.
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

  /// Lets all that can be seen be looked at again with the next wish.
  func lookAgain() { seen = [] }

  /// Has the folders watched that can be seen, and those of the photos that stand for them.
  private func followChanges() {
    guard let changes, !wanted.isEmpty || following != nil else { return }
    changes.watch(wanted.reduce(into: []) { $0.formUnion(folders(shownBy: $1)) })
    guard following == nil else { return }
    following = Task(executorPreference: WorkExecutor.forTasks) { [weak self] in
      await changes.follow { [weak self] folders in await self?.lookAgain(at: folders) }
    }
  }

  /// The folders of which something is seen on the card of one.
  private func folders(shownBy folder: Subfolder) -> Set<ByteString> {
    guard !folder.path.isAddressOfFolder else { return [] }
    return Set([folder.path] + (known[folder.path]?.cover ?? []).map(\.folder))
  }

  /// Looks again into the folders that can be seen of which something is in others that have changed.
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

  /// Takes what came of a look, unless nobody wants it any more.
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
  /// Looks into a folder.
  fileprivate init(of folder: Subfolder, by peeker: any FolderPeeking) async {
    do throws(CatalogError) {
      self = .peek(try await peeker.peek(into: folder.path))
    } catch {
      self = .unreadable(error)
    }
  }
}
