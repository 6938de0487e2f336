package import Base
package import HTTP
internal import Imaging

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
    provided(folder, isAlone: !isGlance, demand: demand)
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

  /// Parses an argument: `-` is standard input, `./-` a file of that name. Throws
  /// `CatalogError.feed` for an invalid address.
  package init(argument: ByteString, providers: [any CatalogProvider] = []) throws(CatalogError) {
    guard !providers.contains(where: { $0.provides(argument) }) else {
      self = .provided(argument)
      return
    }
    guard argument != ByteString("-") else {
      self = .list(.standardInput)
      return
    }
    let place = try rethrowing(as: CatalogError.feed) { () throws(FeedError) in
      try PhotoPlace(argument.bytes)
    }
    switch place {
    case .path: self = Self.isFeed(argument) ? .feedFile(argument) : .path(argument)
    case .address(let address):
      let isPicture = PictureFormat(fileName: Array(address.path.utf8)) != nil
      self = isPicture ? .picture(address) : .address(address)
    }
  }

  private static let feedExtensions = [".json", ".rss", ".atom", ".rdf", ".xml"]

  private static func isFeed(_ path: ByteString) -> Bool {
    let text = path.lossyText.lowercased()
    return feedExtensions.contains { text.hasSuffix($0) }
  }
}
