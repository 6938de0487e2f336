package import Addresses
package import HTTP

extension WebAddress {
  /// The address to ask for what a feed names, or a person has typed.
  ///
  /// Two readers of one text can find two hosts in it. So the text that was checked must come out of
  /// the parser of the one who asks as it went in; libcurl has no word for an empty query. It is
  /// never given a host that is not ASCII.
  /// - Throws: `NetworkError.badAddress` where they differ, or the host has no name in ASCII;
  ///   `.libraryMissing` and its like.
  package init(asking url: WebURL) throws(NetworkError) {
    let url = try url.inASCII()
    try self.init(url.requestText)
    let mark = url.query?.isEmpty == true ? "?" : ""
    guard text + mark == url.publicText else { throw .badAddress }
  }
}

extension WebURL {
  /// The same address with the host as the name service has it.
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
