package import Catalog
import Decoding
package import Imaging
package import System

/// Loads tiles for whoever asks, from any thread.
package protocol ImageLoading: PhotoExamining {
  /// The tile of a request if it is in memory, at once: a draw may ask.
  func cachedTile(for request: ImageRequest) -> LoadedTile?

  /// A rough picture of the photo for the room of a request, until its tile is there: what memory
  /// holds for another room or in another form. Nil where there is none; at once, as a draw may ask.
  func standIn(for request: ImageRequest) -> LoadedTile?

  /// Asks for a tile. The stream ends after a tile or a failure; who stops listening, or whose task
  /// is cancelled, has left, and a load that everyone has left is cancelled.
  func responses(for request: ImageRequest) async -> AsyncStream<ImageResponse>

  /// The frames of a photo that moves, for one who pulls them one by one; nil where nobody plays any. At
  /// once: nothing is opened before the first is pulled.
  func motion(for request: ImageRequest) -> (any PhotoMotion)?

  /// Loads the file of a photo that is not here; equal requests share a transfer.
  ///
  /// A cancelled task ends at the next step.
  /// - Parameters:
  ///   - photo: Whose file is wanted.
  ///   - onProgress: Told how far the transfer is, on a thread that must not wait.
  /// - Returns: The file.
  /// - Throws: Why it cannot be had: `.decoding(.notAFile)` for a file here.
  func original(
    of photo: Photo, onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> PhotoOriginal

  /// Forgets which photos failed, so that they are loaded again when they are asked for next.
  func retryFailures()

  /// Forgets the tiles whose photo's file has changed since they were loaded.
  /// - Parameter shown: Tiles by what was asked for.
  /// - Returns: The requests whose tile shows what is no more.
  func forgetChanged(among shown: [ImageRequest: LoadedTile]) async -> Set<ImageRequest>

  /// The version of a photo's file that its picture was read from last; nil where none was read, and for what is on the
  /// web. At once, as an action may ask.
  func shownVersion(of photo: Photo) -> FileVersion?

  /// Forgets what tiles of a photo are made of in memory, so that it is loaded again.
  func forgetBitmaps(of photo: Photo)

  /// Forgets what photos were seen close up in, which may be large.
  func forgetCloseUps()

  /// Forgets what tiles are made of in memory, of all photos.
  /// - Returns: How many bytes that gave back.
  func forgetBitmaps() -> Int

  /// Says in which order requests are wanted now, the most wanted first; those not named come last.
  /// - Parameters:
  ///   - requests: What is wanted, in that order.
  ///   - awaitedCount: How many of these, from the first on, are all that somebody looks at: the others are
  ///     seen by nobody yet, and must not slow these down.
  ///   - seenCount: How many of these, from the first on, can be seen; the others are loaded ahead.
  func prioritise(_ requests: [ImageRequest], awaiting awaitedCount: Int, seen seenCount: Int)
}

extension ImageLoading {
  /// Nothing, where only finished tiles are known.
  package func standIn(for request: ImageRequest) -> LoadedTile? { nil }

  /// Nothing, where only finished tiles are known.
  package func motion(for request: ImageRequest) -> (any PhotoMotion)? { nil }

  /// Nothing, where only finished tiles are known.
  package func original(
    of photo: Photo, onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> PhotoOriginal {
    throw .decoding(.notAFile)
  }

  /// None, where no files are read.
  package func shownVersion(of photo: Photo) -> FileVersion? { nil }

  /// Nothing to do where no bitmaps are held.
  package func forgetBitmaps(of photo: Photo) {}

  /// Nothing to do where no bitmaps are held.
  package func forgetCloseUps() {}

  /// Nothing to give back where no bitmaps are held.
  package func forgetBitmaps() -> Int { 0 }
}

/// What a load answers: perhaps a hint, previews and how far it is, then exactly one end.
package enum ImageResponse: Hashable, Sendable {
  /// How far the transfer is; a few times a second at most.
  case progress(LoadProgress)
  /// What is known of the photo's looks without any byte of its picture, before all previews.
  case hint(Tile)
  /// A rough picture of the same request, until the real one is there.
  case preview(LoadedTile)
  /// The picture; the load is over.
  case tile(LoadedTile)
  /// There is no picture; the load is over.
  case failure(ImageError)
}
