package import Catalogs
package import ImagePipeline
package import Imaging

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
