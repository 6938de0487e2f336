import Base
package import Catalogs
import HTTP

extension WebPictureLoader {
  /// The largest rendition; the response is cached as usual.
  package func original(
    of photo: Photo, onProgress: @escaping @Sendable (LoadProgress) -> Void
  ) async throws(ImageError.Cause) -> PhotoOriginal {
    guard let found = photo.onWeb, let address = found.entry.largestRendition?.address else {
      throw .decoding(.notAFile)
    }
    let response = try await response(
      address, of: found, caching: .standard, onProgress: onProgress)
    return try await queue.load { _ throws(ImageError.Cause) in
      do throws(NetworkError) {
        return PhotoOriginal(
          try response.body.read(), of: found, at: address,
          isAsListed: response.isVersion(of: found))
      } catch {
        throw .network(error)
      }
    }
  }
}

extension HTTPResponse {
  /// As far as that can be told: the file may have been replaced since it was listed.
  func isVersion(of photo: WebPhoto) -> Bool {
    guard let file = photo.file else { return true }
    guard !isPart else { return false }
    return file.entityTag.map { headers.entityTag == $0 }
      ?? file.byteCount.map { body.byteCount == $0 } ?? true
  }
}
