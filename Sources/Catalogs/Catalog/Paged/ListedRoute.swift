package import Base
package import Storage

/// A list of a server's objects in byte order of their keys; it can be resumed after any key.
package protocol ListedRoute: FeedRoute {
  /// Identifies the list in the index: location and filter, without secrets or user.
  var source: ByteString { get }

  /// The request for the objects after `key`; nil starts at the beginning.
  func question(after key: ByteString?) throws(CatalogError) -> FeedQuestion

  func objects(of page: LoadedPage) -> [ListedObject]

  /// Nil if the photo is not an object of this list.
  func key(of photo: Photo) -> ByteString?

  /// Nil if the object is not a photo.
  func photo(of object: ListedObject) -> Photo?
}
