import Addresses
package import Feeds
package import HTTP
package import Values

/// Makes one catalog of everything that was asked for.
package struct SourceCatalogs: Sendable {
  private let isRecursive: Bool
  private let isSurrounded: Bool
  private let isPaged: Bool
  private let following: FolderFollowing?
  private let separator: ListSeparator
  private let mapping: JSONMapping
  private let providers: [any CatalogProvider]
  private let client: HTTPClient

  /// Takes how sources are read.
  /// - Parameters:
  ///   - isRecursive: Whether subfolders are read, and links to folders followed.
  ///   - isSurrounded: Whether the only source comes with what is around it: a file with the photos of its
  ///     folder, a folder with those inside, unless these are read.
  ///   - isPaged: Whether the only source may have its photos by pages.
  ///   - following: How folders are followed after they have been read; nil where they are not.
  ///   - separator: What stands behind the entries of lists.
  ///   - mapping: Where in JSON documents the photos are, if somebody said it.
  ///   - providers: Who know addresses of their own kinds.
  ///   - client: What loads from the web.
  package init(
    isRecursive: Bool, isSurrounded: Bool = false, isPaged: Bool = false,
    following: FolderFollowing? = nil,
    separator: ListSeparator = .lineEnd, mapping: JSONMapping = JSONMapping(),
    providers: [any CatalogProvider] = [], client: HTTPClient
  ) {
    self.isRecursive = isRecursive
    self.isSurrounded = isSurrounded
    self.isPaged = isPaged
    self.following = following
    self.separator = separator
    self.mapping = mapping
    self.providers = providers
    self.client = client
  }

  /// The photos of all sources, in their order.
  /// - Parameters:
  ///   - sources: Where the photos come from.
  ///   - demand: Says how many photos of feeds are wanted, those that come before counted, and when
  ///     what failed is to be tried again.
  /// - Returns: A catalog that has touched nothing yet.
  package func catalog(of sources: [PhotoSource], demand: CatalogDemand) -> any PhotoCatalog {
    let groups = Self.groups(of: sources)
    if groups.count == 1 { return part(groups[0], isAlone: true, demand: demand).catalog }
    return CompositeCatalog(groups.map { part($0, demand: CatalogDemand(0)) }, demand: demand)
  }

  /// The photos of a folder on a server, and the folders inside.
  /// - Parameters:
  ///   - folder: Its address, which a provider knows.
  ///   - isGlance: Whether somebody only looks into it, to whom all is given that has come.
  ///   - demand: Says how many photos are wanted.
  /// - Returns: A catalog that has asked nobody yet.
  package func catalog(
    ofFolder folder: ByteString, isGlance: Bool = false, demand: CatalogDemand
  ) -> any PhotoCatalog {
    provided(folder, isAlone: !isGlance, demand: demand)
  }

  /// Sources side by side that one catalog reads are one group: a thousand files are no thousand
  /// catalogs.
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
      case .picture:
        KnownPhotos(group.compactMap(\.picture).map { Photo(WebPhoto(address: $0)) })
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
      return isPaged && isAlone
        ? try provider.pagedCatalog(of: address, client: client, demand: demand)
        : try provider.catalog(of: address, client: client, demand: demand)
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
    guard case .path(let path) = self else { return nil }
    return path
  }

  fileprivate var picture: WebURL? {
    guard case .picture(let address) = self else { return nil }
    return address
  }

  /// Whether one catalog reads both.
  fileprivate func isRead(with other: PhotoSource) -> Bool {
    path != nil && other.path != nil || picture != nil && other.picture != nil
  }
}
