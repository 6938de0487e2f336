package import PhotoIndex
package import Values

/// The way through a list of a server's objects, in the order of the bytes of their keys, that goes on behind any
/// of them.
package protocol ListedRoute: FeedRoute {
  /// What tells the list from all others that are kept: where it is and what of it is listed, no secret, and not
  /// who asks.
  var source: ByteString { get }

  /// What to ask for what stands behind a key; nil for the beginning.
  /// - Throws: Why there is nothing to ask.
  func question(after key: ByteString?) throws(CatalogError) -> FeedQuestion

  /// The objects of a page that are photos, in their order.
  func objects(of page: LoadedPage) -> [ListedObject]

  /// The key of the object that a photo is; nil where it is none of the list.
  func key(of photo: Photo) -> ByteString?

  /// An object as a photo; nil where it can be none.
  func photo(of object: ListedObject) -> Photo?
}
