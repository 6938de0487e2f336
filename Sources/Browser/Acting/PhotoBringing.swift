import Base
import Catalogs
import FileActions
import ImagePipeline
import Photos

nonisolated struct PhotoBringing: Sendable {
  let loader: any ImageLoading
  /// Nil to copy the originals.
  let exporter: PhotoExporter?
  let actions: FileActions
  let queue: WorkQueue

  /// Adds to `result`; one failure does not stop the others.
  func bring(
    _ photos: [Photo], into folder: ByteString, after result: ActionResult, _ control: ActionControl
  ) async -> ActionResult {
    var result = result
    let before = result.copies.count + result.presentCount + result.failures.count
    for (index, photo) in photos.enumerated() {
      guard !control.isCancelled else {
        result.failures.append(.cancelled(FileName(photo.name)))
        break
      }
      let progress = ActionProgress(done: before + index, total: before + photos.count)
      do throws(FileActionError) {
        result.add(
          try await bring(photo, number: index + 1, of: photos.count, into: folder) {
            control.report(progress.copying($0))
          })
      } catch {
        result.failures.append(control.isCancelled ? .cancelled(FileName(photo.name)) : error)
        if control.isCancelled { break }
      }
    }
    return result
  }

  private func bring(
    _ photo: Photo, number: Int, of count: Int, into folder: ByteString,
    note: @escaping @Sendable (Int) -> Void
  ) async throws(FileActionError) -> ActionResult {
    if let exporter {
      do throws(ExportError) {
        let file = try await exporter.file(of: photo, number: number, of: count)
        return await queue.run { [actions] in
          actions.write(file.bytes, at: file.path, below: folder)
        }
      } catch {
        throw .refused(FileName(photo.name), "could not be exported (\(error))")
      }
    }
    let original = try await original(of: photo, note: note)
    return await queue.run { [actions] in
      actions.write(original.bytes, as: original.name, modified: original.modified, into: folder)
    }
  }

  private func original(
    of photo: Photo, note: @escaping @Sendable (Int) -> Void
  ) async throws(FileActionError) -> PhotoOriginal {
    let original: PhotoOriginal
    do throws(ImageError.Cause) {
      original = try await loader.original(of: photo) { note($0.received) }
    } catch {
      throw .notHad(FileName(photo.name), reason: "\(error)")
    }
    guard original.isAsListed else { throw .replaced(FileName(photo.name)) }
    return original
  }
}
