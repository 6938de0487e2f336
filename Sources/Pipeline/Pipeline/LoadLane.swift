import Catalog

/// What a load spends its time with, by which so many may run at once.
enum LoadLane: Hashable, Sendable {
  /// Decoding: as many at once as are worth asking for, one more than there are processors.
  case file
  /// Waiting for servers: many at once, since they cost nothing but patience.
  case web
}

extension ImageRequest {
  /// The lane that it is loaded in.
  var lane: LoadLane { photo.onWeb == nil ? .file : .web }
}
