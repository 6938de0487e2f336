package import Catalog
package import Imaging
package import Pipeline

/// What photos say of themselves, for one after another that is looked at.
///
/// ```swift
/// let facts = PhotoFacts(of: manager) { mailbox.post(.redraw) }
/// facts.follow(photo)
/// facts.content(of: photo)  // .reading, and in some milliseconds .known
/// ```
/// What is known is kept by its photo, so that nothing is ever told of another one.
@MainActor
package final class PhotoFacts {
  /// How much is known of a photo.
  package enum Content: Hashable, Sendable {
    /// It is being read.
    case reading
    /// What the photo says: all texts are a stranger's.
    case known(PhotoMetadata)
    /// Why nothing can be read, in a few words; some of them may be a stranger's.
    case failure(String)
  }

  /// So many photos are remembered, to go back and forth between.
  package static let memoryLimit = 16

  private var known: [(photo: Photo, content: Content)] = []
  private var inquiry: Inquiry<Photo, Content>?

  /// Makes one that follows no photo yet.
  /// - Parameters:
  ///   - loader: What reads the files.
  ///   - onChange: Is called when more is known.
  package init(of loader: any ImageLoading, onChange: @escaping @MainActor () -> Void) {
    inquiry = Inquiry(
      find: { photo in
        do throws(ImageError.Cause) {
          return .known(try await loader.metadata(of: photo))
        } catch {
          return .failure("\(error)")
        }
      },
      deliver: { [weak self] photo, content in
        self?.remember(content, of: photo)
        onChange()
      })
  }

  /// Reads what a photo says, unless it is the one that was followed already; nil for none any more.
  ///
  /// What is remembered of it is told meanwhile: its file may have changed.
  package func follow(_ photo: Photo?) {
    guard inquiry?.question != photo else { return }
    if let photo { inquiry?.ask(photo) } else { inquiry?.cancel() }
  }

  /// Reads again what is followed.
  package func readAgain() {
    if let photo = inquiry?.question { inquiry?.ask(photo) }
  }

  /// How much is known of a photo.
  package func content(of photo: Photo) -> Content {
    known.first { $0.photo == photo }?.content ?? .reading
  }

  private func remember(_ content: Content, of photo: Photo) {
    known = known.filter { $0.photo != photo }.suffix(Self.memoryLimit - 1) + [(photo, content)]
  }
}
