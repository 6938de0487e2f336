package import Base

/// Where a document came from: the base of its relative addresses, and which hosts they may name.
package struct FeedOrigin: Hashable, Sendable {
  /// Nil for a local file.
  package let address: WebURL?
  private let base: WebURL?

  /// A local file or standard input: its addresses must be absolute, and may name any host.
  package static let file = FeedOrigin(address: nil)

  package init(address: WebURL?) {
    self.init(address: address, base: address)
  }

  private init(address: WebURL?, base: WebURL?) {
    (self.address, self.base) = (address, base)
  }

  /// With the base URL of a part of the document; invalid and forbidden references are ignored.
  func based(at reference: [UInt8]?) -> FeedOrigin {
    guard let reference, let base = try? resolve(reference) else { return self }
    return FeedOrigin(address: address, base: base)
  }

  /// Throws `FeedError.privateAddress` if a public document names a private address.
  package func resolve(_ reference: some Collection<UInt8>) throws(FeedError) -> WebURL {
    let target = try rethrowing(as: FeedError.address) { () throws(AddressError) in
      if let base { try base.resolving(reference) } else { try WebURL(reference) }
    }
    guard address?.isPrivateAddress == false, target.isPrivateAddress else { return target }
    throw .privateAddress
  }
}
