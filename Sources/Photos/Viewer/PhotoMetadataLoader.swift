package import Catalogs
package import ImagePipeline
package import Imaging

/// The metadata of one photo at a time, stored by photo so that none is shown for another.
@MainActor
package final class PhotoMetadataLoader {
  package enum Content: Hashable, Sendable {
    case reading
    /// All text is untrusted.
    case known(PhotoMetadata)
    /// A short reason; may contain untrusted text.
    case failure(String)
  }

  package static let memoryLimit = 16

  private var known: [(photo: Photo, content: Content)] = []
  private var inquiry: Inquiry<Photo, Content>?

  /// `sidecarFaces` returns those in the sidecar of a photo, which replace its own.
  package init(
    of loader: any ImageLoading, gazetteer: Gazetteer? = nil,
    sidecarFaces: (@Sendable (Photo) async -> [Face])? = nil,
    onChange: @escaping @MainActor () -> Void
  ) {
    inquiry = Inquiry(
      find: { photo in
        do throws(ImageError.Cause) {
          var metadata = try await loader.metadata(of: photo)
          metadata.town = await gazetteer?.find(metadata.position)
          if let faces = await sidecarFaces?(photo), !faces.isEmpty {
            let turn = metadata.orientation ?? .topLeft
            metadata.faces = faces.map { $0.turned(by: turn) }
          }
          return .known(metadata)
        } catch {
          return .failure("\(error)")
        }
      },
      deliver: { [weak self] photo, content in
        self?.remember(content, of: photo)
        onChange()
      })
  }

  /// Nil for none. Remembered metadata is shown meanwhile, since the file may have changed.
  package func follow(_ photo: Photo?) {
    guard inquiry?.question != photo else { return }
    if let photo { inquiry?.ask(photo) } else { inquiry?.cancel() }
  }

  package func readAgain() {
    if let photo = inquiry?.question { inquiry?.ask(photo) }
  }

  package func content(of photo: Photo) -> Content {
    known.first { $0.photo == photo }?.content ?? .reading
  }

  private func remember(_ content: Content, of photo: Photo) {
    known = known.filter { $0.photo != photo }.suffix(Self.memoryLimit - 1) + [(photo, content)]
  }
}
