package import Catalog
import Concurrency
import DecoderMessages
package import Decoding
import System
import Thumbnails
import Values

/// Loads pictures of files: a thumbnail on disk first, then the file itself.
///
/// A file that had to be decoded whole becomes a thumbnail once there is time for it; one whose
/// camera has put a small picture inside that suffices is as quick without.
package struct FilePictureLoader: PictureLoading {
  private let decoder: any ImageDecoding
  private let thumbnails: ThumbnailAccess?
  private let queue = WorkQueue(label: "changes")

  /// Takes what turns files into bitmaps, and the thumbnails; nil where there are none to look for.
  package init(decoder: any ImageDecoding, thumbnails: ThumbnailAccess? = nil) {
    self.decoder = decoder
    self.thumbnails = thumbnails
  }

  /// Loads a picture, as `PictureLoading` says.
  package func picture(
    of photo: Photo, for request: DecodingRequest,
    onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> LoadedPicture {
    guard let path = photo.path?.bytes else { throw .decoding(.notAFile) }
    guard let thumbnails, let file = await thumbnails.file(at: path, for: request) else {
      return try await picture(path, for: request)
    }
    if let picture = try await thumbnails.picture(of: file, for: request) { return picture }
    return try await newPicture(path, of: file, for: request, thumbnails)
  }

  /// Tells whether a file was changed at that second or later, or is gone.
  package func hasChanged(_ photo: Photo, since moment: Int) async -> Bool {
    guard let path = photo.path?.bytes else { return false }
    let hasChanged = try? await queue.run(orThrow: DecodingError.noThread) {
      (try? FileVersion(path: path)).map { $0.changed.seconds >= moment } ?? true
    }
    return hasChanged ?? false
  }

  /// Forgets which files failed.
  package func retryFailures() {
    thumbnails?.forgetFailures()
    decoder.retryFailures()
  }

  /// Lets thumbnails be written while nothing is loaded.
  package func setLoading(_ isLoading: Bool) {
    thumbnails?.setLoading(isLoading)
  }

  /// Returns when the thumbnails are on disk that were to be kept.
  package func finish() async {
    await thumbnails?.finish()
  }

  private func picture(
    _ path: [UInt8], for request: DecodingRequest
  ) async throws(ImageError.Cause) -> LoadedPicture {
    do throws(DecodingError) {
      return LoadedPicture(try await decoder.decode(.file(path), for: request), origin: .file)
    } catch {
      throw .decoding(error)
    }
  }

  /// Decodes a file so that its bitmap serves as a thumbnail too, and has kept what came of it.
  private func newPicture(
    _ path: [UInt8], of file: LookedUpFile, for request: DecodingRequest,
    _ thumbnails: ThumbnailAccess
  ) async throws(ImageError.Cause) -> LoadedPicture {
    guard request.thumbnail != .only, let size = ThumbnailSize(filling: request.box) else {
      return try await picture(path, for: request)
    }
    var large = request
    large.wholeBox = size.box
    do throws(DecodingError) {
      let image = try await decoder.decode(.file(path), for: large)
      await thumbnails.keep(image, as: size, of: file.photo)
      return LoadedPicture(image, origin: .file)
    } catch {
      await thumbnails.keep(error, of: file.photo)
      throw .decoding(error)
    }
  }
}
