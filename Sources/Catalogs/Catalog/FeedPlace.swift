package import Addresses
import Feeds
package import Values

/// Where the document of a feed is.
package enum FeedPlace: Hashable, Sendable {
  /// On the web.
  case address(WebURL)
  /// In a file: the path.
  case file(ByteString)
}

extension FeedPlace: CustomStringConvertible {
  /// What the document is called in a message: an address without passwords; not sanitised.
  package var description: String {
    switch self {
    case .address(let address): "\(address)"
    case .file(let path): path.lossyText
    }
  }
}
