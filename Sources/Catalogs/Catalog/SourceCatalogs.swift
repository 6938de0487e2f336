package import Base
package import HTTP
import Imaging
import Synchronization

package struct SourceCatalogs: Sendable {
  private let isRecursive, isSurrounded, isPaged: Bool
  private let following: FolderFollowing?
  private let separator: ListSeparator
  private let mapping: JSONMapping
  private let providers: [any CatalogProvider]
  private let client: HTTPClient

  /// `isPaged` allows a single source to use pages.
  package init(
    isRecursive: Bool, isSurrounded: Bool = false, isPaged: Bool = false,
    following: FolderFollowing? = nil,
    separator: ListSeparator = .lineEnd, mapping: JSONMapping = JSONMapping(),
    providers: [any CatalogProvider] = [], client: HTTPClient
  ) {
    (self.isRecursive, self.isSurrounded, self.isPaged) = (isRecursive, isSurrounded, isPaged)
    (self.following, self.separator, self.mapping) = (following, separator, mapping)
    (self.providers, self.client) = (providers, client)
  }

  /// Does not access the sources. `demand` counts photos of all sources together.
  package func catalog(of sources: [PhotoSource], demand: CatalogDemand) -> any PhotoCatalog {
    let groups = Self.groups(of: sources)
    if groups.count == 1 { return part(groups[0], isAlone: true, demand: demand).catalog }
    return CompositeCatalog(groups.map { part($0, demand: CatalogDemand(0)) }, demand: demand)
  }

  /// With `isGlance` snapshots contain all entries loaded so far instead of pages.
  package func catalog(
    ofFolder folder: ByteString, isGlance: Bool = false, demand: CatalogDemand
  ) -> any PhotoCatalog {
    provided(providers.address(of: folder) ?? folder, isAlone: !isGlance, demand: demand)
  }

  /// Whether a provider lists a folder, given as a path prefix; else the folder reader does.
  package func isProvided(_ folder: ByteString) -> Bool {
    folder.isAddressOfFolder || providers.address(of: folder) != nil
  }

  /// Groups adjacent sources for one catalog: a thousand files are not a thousand catalogs.
  private static func groups(of sources: [PhotoSource]) -> [[PhotoSource]] {
    sources.reduce(into: []) { groups, source in
      if let last = groups.last?.last, last.isRead(with: source) {
        groups[groups.count - 1].append(source)
      } else {
        groups.append([source])
      }
    }
  }

  private func part(
    _ group: [PhotoSource], isAlone: Bool = false, demand: CatalogDemand
  ) -> CompositeCatalog.Part {
    let catalog: any PhotoCatalog =
      switch group[0] {
      case .path:
        FolderCatalog(
          arguments: group.compactMap(\.path), isRecursive: isRecursive,
          isSurrounded: isSurrounded && isAlone, following: following, demand: demand)
      case .picture: KnownPhotos(group.compactMap(\.picture).map { Photo(WebPhoto(address: $0)) })
      case .feedFile(let path):
        FeedCatalog(.file(path), mapping: mapping, client: client, demand: demand)
      case .address(let address):
        FeedCatalog(.address(address), mapping: mapping, client: client, demand: demand)
      case .provided(let address): provided(address, isAlone: isAlone, demand: demand)
      case .list(let place): ListCatalog(place, separator: separator)
      }
    return CompositeCatalog.Part(catalog, demand: demand)
  }

  private func provided(
    _ address: ByteString, isAlone: Bool, demand: CatalogDemand
  ) -> any PhotoCatalog {
    do throws(CatalogError) {
      guard let provider = providers.first(where: { $0.provides(address) }) else {
        throw .feed(.address(.otherScheme))
      }
      return try provider.catalog(
        of: address, isPaged: isPaged && isAlone, client: client, demand: demand)
    } catch {
      return KnownPhotos(
        CatalogSnapshot(notices: [
          CatalogNotice(
            source: AddressText.withoutLogin(inAddress: address.lossyText), problem: "\(error)",
            isFailure: true)
        ]))
    }
  }
}

extension PhotoSource {
  fileprivate var path: ByteString? {
    if case .path(let path) = self { path } else { nil }
  }

  fileprivate var picture: WebURL? {
    if case .picture(let address) = self { address } else { nil }
  }

  fileprivate func isRead(with other: PhotoSource) -> Bool {
    path != nil && other.path != nil || picture != nil && other.picture != nil
  }
}

package enum PhotoSource: Hashable, Sendable {
  case path(ByteString)
  case feedFile(ByteString)
  case picture(WebURL)
  /// An address whose content type is not known yet.
  case address(WebURL)
  case provided(ByteString)
  case list(ListPlace)

  /// Parses an argument: `-` is standard input, `@NAME` a collection, `./-` a file of that name.
  /// Throws `CatalogError.feed` for an invalid address.
  package init(argument: ByteString, providers: [any CatalogProvider] = []) throws(CatalogError) {
    if providers.contains(where: { $0.provides(argument) }) {
      self = .provided(argument)
    } else if let address = CollectionFolder.address(ofArgument: argument)
      ?? providers.address(of: argument)
    {
      self = .provided(address)
    } else if argument == ByteString("-") {
      self = .list(.standardInput)
    } else {
      let place = try rethrowing(as: CatalogError.feed) { () throws(FeedError) in
        try PhotoPlace(argument.bytes)
      }
      switch place {
      case .path:
        let isFeed = Self.feedExtensions.contains(where: argument.lossyText.lowercased().hasSuffix)
        self = isFeed ? .feedFile(argument) : .path(argument)
      case .address(let address):
        let isPicture = PictureFormat.isImage(fileName: Array(address.path.utf8))
        self = isPicture ? .picture(address) : .address(address)
      }
    }
  }

  private static let feedExtensions = [".json", ".rss", ".atom", ".rdf", ".xml"]
}

/// Concatenates catalogs; all are read concurrently.
package struct CompositeCatalog: PhotoCatalog {
  package struct Part: Sendable {
    let catalog: any PhotoCatalog
    let demand: CatalogDemand

    package init(_ catalog: any PhotoCatalog, demand: CatalogDemand = CatalogDemand(0)) {
      (self.catalog, self.demand) = (catalog, demand)
    }
  }

  private let parts: [Part]
  private let demand: CatalogDemand

  /// `demand` applies to the sum of the parts; it sets the demand of each.
  package init(_ parts: [Part], demand: CatalogDemand) {
    (self.parts, self.demand) = (parts, demand)
  }

  package func snapshots() -> AsyncStream<CatalogSnapshot> {
    SnapshotStream.start { [parts, demand] stream in
      let joined = JoinedSnapshots(demands: parts.map(\.demand), demand: demand)
      await withDiscardingTaskGroup { group in
        for (number, part) in parts.enumerated() {
          group.addTask {
            for await snapshot in part.catalog.snapshots() {
              joined.replace(number, by: snapshot, for: stream)
            }
          }
        }
      }
    }
  }
}

final class JoinedSnapshots: Sendable {
  private struct State {
    var parts: [CatalogSnapshot]
    var isPublishing = false
    var isStale = false

    mutating func next() -> [CatalogSnapshot]? {
      isPublishing = isStale
      isStale = false
      return isPublishing ? parts : nil
    }
  }

  private let demands: [CatalogDemand]
  private let demand: CatalogDemand
  private let state: Mutex<State>

  init(demands: [CatalogDemand], demand: CatalogDemand) {
    (self.demands, self.demand) = (demands, demand)
    let unknown = CatalogSnapshot(isComplete: false)
    state = Mutex(State(parts: demands.map { _ in unknown }))
    demand.pass(on: demands.map { ($0, 0) })
  }

  /// Callable from several threads; the last snapshot published is the newest. If another thread is
  /// publishing, it publishes this change too.
  func replace(_ part: Int, by snapshot: CatalogSnapshot, for receiver: some SnapshotReceiving) {
    let (counts, isPublishing) = state.withLock { state in
      defer { (state.isPublishing, state.isStale) = (true, true) }
      state.parts[part] = snapshot
      return (state.parts.map(\.entries.count), state.isPublishing)
    }
    var precedingCount = 0
    demand.pass(
      on: zip(demands, counts).map { demand, count in
        defer { precedingCount += count }
        return (demand, precedingCount)
      })
    guard !isPublishing else { return }
    while let parts = state.withLock({ $0.next() }) { receiver.receive(Self.joined(parts)) }
  }

  private static func joined(_ parts: [CatalogSnapshot]) -> CatalogSnapshot {
    var whole = CatalogSnapshot()
    whole.entries.reserveCapacity(parts.reduce(0) { $0 + $1.entries.count })
    for part in parts {
      whole.entries += part.entries
      whole.skipped += part.skipped
      whole.emptyFolders += part.emptyFolders
      whole.notices += part.notices
      whole.noted.merge(part.noted) { $1 }
      whole.directories.merge(part.directories) { $1 }
      whole.isComplete = whole.isComplete && part.isComplete
      whole.hasMore = whole.hasMore || part.hasMore
    }
    return whole
  }
}
