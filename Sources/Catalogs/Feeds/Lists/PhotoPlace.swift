package import Addresses
import Values

/// Where a photo of a list is.
package enum PhotoPlace: Hashable, Sendable {
  /// A file: the bytes of its path, which hold no zero.
  case path([UInt8])
  /// Something on the web.
  case address(WebURL)

  /// Reads an entry of a list, or an argument.
  ///
  /// An entry is an address where it begins with `http:`, `https:`, any other scheme with two slashes
  /// behind it, or one of the schemes that are known to do harm or to lead elsewhere; those are
  /// refused. Everything else is a path, byte for byte; `./` before it makes a path of every entry.
  /// - Throws: `FeedError.zeroByte`, and the errors about addresses.
  package init(_ entry: some Collection<UInt8>) throws(FeedError) {
    guard !Self.isAddress(entry) else {
      self = .address(try FeedError.onAddress { () throws(AddressError) in try WebURL(entry) })
      return
    }
    guard !entry.contains(0) else { throw .zeroByte }
    self = .path(Array(entry))
  }

  private static func isAddress(_ entry: some Collection<UInt8>) -> Bool {
    let text = entry.prefix(100).drop(while: \.isSpace)
    let name = text.prefix { $0.isLetter || $0.isDigit || $0 == "+" || $0 == "-" || $0 == "." }
    let rest = text.dropFirst(name.count)
    guard name.first?.isLetter == true, rest.first == ":" else { return false }
    return rest.starts(with: "://".utf8)
      || schemes.contains(String(decoding: name.map(\.lowercased), as: UTF8.self))
  }

  private static let schemes: Set<String> = [
    "about", "blob", "data", "file", "ftp", "gopher", "http", "https", "javascript", "mailto",
    "vbscript", "view-source",
  ]
}
