package import Base
internal import Imaging

/// A source of photos, as given on the command line.
package enum PhotoSource: Hashable, Sendable {
  case path(ByteString)
  case feedFile(ByteString)
  /// An image on the web, recognized by its extension.
  case picture(WebURL)
  /// An address whose content type is not known yet.
  case address(WebURL)
  /// An address with the scheme of a provider.
  case provided(ByteString)
  case list(ListPlace)

  /// Parses an argument: `-` is standard input, `./-` a file of that name.
  ///
  /// Throws `CatalogError.feed` for an invalid address.
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
