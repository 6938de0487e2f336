package import Addresses
import Feeds
package import Values

/// Where photos come from, as somebody says it on the command line.
package enum PhotoSource: Hashable, Sendable {
  /// A file or a folder.
  case path(ByteString)
  /// A feed in a file.
  case feedFile(ByteString)
  /// A picture on the web, by the end of its address.
  case picture(WebURL)
  /// Something on the web that has to be looked at.
  case address(WebURL)
  /// An address that a provider knows.
  case provided(ByteString)
  /// A list.
  case list(ListPlace)

  /// Reads an argument: `-` is standard input, `./-` a file of that name.
  /// - Parameters:
  ///   - argument: The bytes.
  ///   - providers: Who know addresses of their own kinds.
  /// - Throws: `CatalogError.feed` where it is an address that cannot be read.
  package init(
    argument: ByteString, providers: [any CatalogProvider] = []
  ) throws(CatalogError) {
    guard !providers.contains(where: { $0.provides(argument) }) else {
      self = .provided(argument)
      return
    }
    guard argument != ByteString("-") else {
      self = .list(.standardInput)
      return
    }
    do throws(FeedError) {
      switch try PhotoPlace(argument.bytes) {
      case .path: self = Self.isFeed(argument) ? .feedFile(argument) : .path(argument)
      case .address(let address):
        let isPicture = PictureExtension(of: ByteString(address.path)) != nil
        self = isPicture ? .picture(address) : .address(address)
      }
    } catch {
      throw .feed(error)
    }
  }

  /// The names that files of feeds end in, in either case.
  private static let feedExtensions = [".json", ".rss", ".atom", ".rdf", ".xml"]

  private static func isFeed(_ path: ByteString) -> Bool {
    let text = path.lossyText.lowercased()
    return feedExtensions.contains { text.hasSuffix($0) }
  }
}
