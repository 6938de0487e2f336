package import Catalog
package import Imaging
package import Pipeline

/// The tones of what is seen of the photo that is looked at.
///
/// They are counted when what is seen has changed, and for a picture that moves once. Until others have
/// been counted those of the same photo stay, as it is panned or zoomed.
@MainActor
package final class ViewHistogram {
  private var counted: (photo: Photo, histogram: ToneHistogram?)?
  private var inquiry: Inquiry<SeenPicture, ToneHistogram?>?

  /// Makes one that has looked at nothing.
  /// - Parameters:
  ///   - loader: What has the pictures.
  ///   - onChange: Is called when the tones are others.
  package init(of loader: any ImageLoading, onChange: @escaping @MainActor () -> Void) {
    inquiry = Inquiry(
      find: { view in
        // Why there is none the cell says.
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

  /// Counts what is seen, unless that has been done already; nil while there is nothing new to be seen.
  package func follow(_ view: SeenPicture?) {
    guard let view, inquiry?.question != view else { return }
    inquiry?.ask(view)
  }

  /// Looks at nothing any more.
  package func stop() {
    inquiry?.cancel()
    counted = nil
  }

  /// The tones of a photo; nil where it is not the one that has been counted.
  package func histogram(of photo: Photo) -> ToneHistogram? {
    counted?.photo == photo ? counted?.histogram : nil
  }
}
