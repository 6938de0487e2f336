package import Base
package import HTTP

extension WebAddress {
  /// The address for a URL of a feed, or one typed by the user.
  ///
  /// Two parsers may find different hosts in the same text, so the checked text must be unchanged
  /// by libcurl's parser (which drops an empty query). libcurl never gets a host that is not ASCII.
  /// Throws `NetworkError.badAddress` if the results differ or the host has no ASCII form, or
  /// `.libraryMissing` and similar.
  package init(asking url: WebURL) throws(NetworkError) {
    let url = try url.inASCII()
    try self.init(url.requestText)
    let mark = url.query?.isEmpty == true ? "?" : ""
    guard text + mark == url.publicText else { throw .badAddress }
  }
}

extension WebURL {
  /// With an internationalized host converted to ASCII.
  fileprivate func inASCII() throws(NetworkError) -> WebURL {
    let ascii = try InternationalName.ascii(host)
    guard ascii != host else { return self }
    do throws(AddressError) {
      return try withHost(ascii)
    } catch {
      throw .badAddress
    }
  }
}
