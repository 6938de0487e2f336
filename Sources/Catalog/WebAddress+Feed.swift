package import Feeds
package import Networking

extension WebAddress {
  /// The address to ask for what a feed names, or a person has typed.
  ///
  /// Two readers of one text can find two hosts in it. So the text that was checked must come out of
  /// the parser of the one who asks as it went in; libcurl has no word for an empty query.
  /// - Throws: `NetworkError.badAddress` where they differ, `.libraryMissing`.
  package init(asking url: WebURL) throws(NetworkError) {
    try self.init(url.requestText)
    let mark = url.query?.isEmpty == true ? "?" : ""
    guard text + mark == url.publicText else { throw .badAddress }
  }
}
