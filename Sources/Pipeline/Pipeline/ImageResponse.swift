/// What a load answers: perhaps one preview and how far it is, then exactly one end.
package enum ImageResponse: Hashable, Sendable {
  /// How far the transfer is; a few times a second at most.
  case progress(LoadProgress)
  /// A rough picture of the same request, until the real one is there.
  case preview(LoadedTile)
  /// The picture; the load is over.
  case tile(LoadedTile)
  /// There is no picture; the load is over.
  case failure(ImageError)
}
