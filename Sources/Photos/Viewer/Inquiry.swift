import Base
package import Catalogs
package import ImagePipeline
package import Imaging

/// A new request cancels the former one. A response that still arrives is dropped by its number.
@MainActor
final class Inquiry<Question: Hashable & Sendable, Answer: Sendable> {
  private(set) var question: Question?
  private var number = 0
  private var task: Task<Void, Never>?

  private let find: @Sendable (Question) async -> Answer
  private let deliver: @MainActor (Question, Answer) -> Void

  /// `find` runs off the main actor; `deliver` receives the responses that are not stale.
  init(
    find: @escaping @Sendable (Question) async -> Answer,
    deliver: @escaping @MainActor (Question, Answer) -> Void
  ) {
    self.find = find
    self.deliver = deliver
  }

  deinit {
    task?.cancel()
  }

  func ask(_ question: Question) {
    cancel()
    self.question = question
    let number = number
    task = Task.immediate(executorPreference: WorkExecutor.forTasks) { [weak self, find] in
      let answer = await find(question)
      guard let self, number == self.number else { return }
      deliver(question, answer)
    }
  }

  func cancel() {
    number += 1
    task?.cancel()
    task = nil
    question = nil
  }
}

/// The metadata of one photo at a time, stored by photo so that none is shown for another.
@MainActor
package final class PhotoMetadataLoader {
  package enum Content: Hashable, Sendable {
    case reading
    case known(PhotoMetadata)
    /// A short reason; may contain untrusted text.
    case failure(String)
  }

  package static let memoryLimit = 16

  private var known: [(photo: Photo, content: Content)] = []
  private var inquiry: Inquiry<Photo, Content>?

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

/// Computed when the visible part of the focused photo changes, once for animations. Until then the
/// former one of the same photo is shown, as during pans.
@MainActor
package final class ViewHistogram {
  private var counted: (photo: Photo, histogram: ToneHistogram?)?
  private var inquiry: Inquiry<SeenPicture, ToneHistogram?>?

  package init(of loader: any ImageLoading, onChange: @escaping @MainActor () -> Void) {
    inquiry = Inquiry(
      find: { view in
        // The cell shows the error.
        do throws(ImageError.Cause) {
          return try await loader.histogram(of: view)
        } catch {
          return nil
        }
      },
      deliver: { [weak self] view, histogram in
        self?.counted = (view.request.photo, histogram)
        onChange()
      })
  }

  /// Computes the histogram of another view; nil keeps the current one.
  package func follow(_ view: SeenPicture?) {
    guard let view, inquiry?.question != view else { return }
    inquiry?.ask(view)
  }

  package func stop() {
    inquiry?.cancel()
    counted = nil
  }

  package func histogram(of photo: Photo) -> ToneHistogram? {
    counted?.photo == photo ? counted?.histogram : nil
  }
}
