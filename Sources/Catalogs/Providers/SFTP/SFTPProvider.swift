package import Catalog
package import HTTP
package import Values

/// Tells how folders on servers that speak SFTP are looked at: mounted, as any other folder.
///
/// The kernel then keeps what was read, file managers see the same folder, and its thumbnails, changes and actions are
/// those of files. libcurl could list no folder, but as lines for people.
package struct SFTPProvider: CatalogProvider {
  /// Makes it.
  package init() {}

  /// `sftp`.
  package var scheme: String { "sftp" }

  /// None.
  /// - Throws: What to type instead.
  package func catalog(
    of address: ByteString, client: HTTPClient, demand: CatalogDemand
  ) throws(CatalogError) -> any PhotoCatalog {
    let rest = address.bytes.dropFirst("sftp://".utf8.count)
    let authority = rest.prefix { $0 != UInt8(ascii: "/") }
    let path = ByteString(rest.dropFirst(authority.count)).lossyText
    // A password, if there is one, is no part of what is shown.
    let at = authority.lastIndex(of: UInt8(ascii: "@"))
    let user =
      at.map { authority[..<$0].prefix { $0 != UInt8(ascii: ":") } + [UInt8(ascii: "@")] } ?? []
    let place = at.map { authority[($0 + 1)...] } ?? authority
    let parts = place.split(separator: UInt8(ascii: ":"), maxSplits: 1)
    let host = ByteString(Array(user) + (parts.first.map(Array.init) ?? [])).lossyText
    let port = parts.dropFirst().first.map { "-p \(ByteString(Array($0)).lossyText) " } ?? ""
    throw .provider(
      "sftp is read by way of sshfs: sshfs \(port)\(host):\(path) DIR, "
        + "and then photocell DIR")
  }
}
