package import Addresses

/// Where a document came from: what its addresses are relative to, and what they may lead to.
package struct FeedOrigin: Hashable, Sendable {
  /// The address of the document; nil for a file of the user's.
  package let address: WebURL?
  /// What addresses are relative to; nil where that is nothing.
  private let base: WebURL?

  /// A file of the user's, or standard input: its addresses are absolute, and may lead everywhere.
  package static let file = FeedOrigin(address: nil)

  /// A document on the web; after redirects this is the last of the addresses.
  package init(address: WebURL?) {
    self.init(address: address, base: address)
  }

  private init(address: WebURL?, base: WebURL?) {
    self.address = address
    self.base = base
  }

  /// The same document where a part of it says what its addresses are relative to; what cannot be
  /// read, or may not be followed, changes nothing.
  func based(at reference: [UInt8]?) -> FeedOrigin {
    guard let reference, let base = try? resolve(reference) else { return self }
    return FeedOrigin(address: address, base: base)
  }

  /// Reads an address out of the document.
  /// - Throws: `FeedError.privateAddress` where a public document leads to a private address, and
  ///   the other errors about addresses.
  package func resolve(_ reference: some Collection<UInt8>) throws(FeedError) -> WebURL {
    let target = try FeedError.onAddress { () throws(AddressError) in
      if let base { try base.resolving(reference) } else { try WebURL(reference) }
    }
    guard address?.isPrivateAddress == false, target.isPrivateAddress else { return target }
    throw .privateAddress
  }
}
