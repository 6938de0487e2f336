import Base
import Catalogs
import FileActions
import Imaging
import Photos

/// A photo whose rating, label or flag is being written.
nonisolated package struct NotedPhoto: Hashable, Sendable {
  /// Always has a path.
  let entry: CatalogEntry
  /// The rating before the change; nil if there was none or it has not been read yet.
  private(set) var rating: Int?
  private(set) var label: String?
  private(set) var isKnown = false

  init(_ entry: CatalogEntry) {
    self.entry = entry
  }

  var id: PhotoID { entry.id }
  var path: ByteString { entry.photo.path ?? ByteString([]) }

  func knowing(_ facts: PhotoFacts?) -> NotedPhoto {
    var photo = self
    (photo.rating, photo.label, photo.isKnown) = (facts?.rating, facts?.label, true)
    return photo
  }
}

extension CullingNote {
  /// Writes the note to sidecars; blocks.
  nonisolated func written(of photos: [NotedPhoto], by actions: FileActions) -> ActionResult {
    var result = ActionResult(step: ActionStep(kind: .note))
    var writer = NoteWriter(by: actions)
    for photo in photos {
      do throws(FileActionError) {
        let change = try writer.write(
          self, of: photo.path, rating: photo.rating, label: photo.label)
        if let change { result.step.changes.append(change) }
        for raw in writer.raws(of: photo.path) {
          let change = try writer.write(
            self, of: raw, rating: photo.rating, label: photo.label, isCompanion: true)
          if let change { result.step.changes.append(change) }
        }
      } catch {
        result.failures.append(error)
      }
    }
    return result
  }
}

extension Orientation {
  /// Rotates the photo files themselves; blocks.
  nonisolated func made(of photos: [ByteString], by actions: FileActions) -> ActionResult {
    var result = ActionResult(step: ActionStep(kind: .turn))
    var writer = NoteWriter(by: actions)
    for photo in photos {
      do throws(FileActionError) {
        let change = try PhotoTurning.turn(photo, by: self, actions)
        if let change { result.step.changes.append(change) }
        for raw in writer.raws(of: photo) {
          let change = try PhotoTurning.turn(raw, by: self, isCompanion: true, actions)
          if let change { result.step.changes.append(change) }
        }
      } catch {
        result.failures.append(error)
      }
    }
    return result
  }
}
