package import Base
package import HTTP

/// Rejects SFTP addresses with a hint to mount them with sshfs.
///
/// A mounted folder has the kernel's cache, the same thumbnails, change events and file actions as
/// others. libcurl could only list folders as text for people.
package struct SFTPProvider: CatalogProvider {
  package init() {}

  package var scheme: String { "sftp" }

  package func catalog(
    of address: ByteString, isPaged: Bool, client: HTTPClient, demand: CatalogDemand
  ) throws(CatalogError) -> any PhotoCatalog {
    let rest = address.bytes.dropFirst("sftp://".utf8.count)
    let authority = rest.prefix { $0 != UInt8(ascii: "/") }
    let path = ByteString(rest.dropFirst(authority.count)).lossyText
    // A password must not be shown.
    let at = authority.lastIndex(of: UInt8(ascii: "@"))
    let user =
      at.map { authority[..<$0].prefix { $0 != UInt8(ascii: ":") } + [UInt8(ascii: "@")] } ?? []
    let place = at.map { authority[($0 + 1)...] } ?? authority
    let parts = place.split(separator: UInt8(ascii: ":"), maxSplits: 1)
    let host = ByteString(Array(user) + (parts.first.map(Array.init) ?? [])).lossyText
    let port = parts.dropFirst().first.map { "-p \(ByteString(Array($0)).lossyText) " } ?? ""
    throw .provider("mount it first: sshfs \(port)\(host):\(path) DIR, then photocell DIR")
  }
}
