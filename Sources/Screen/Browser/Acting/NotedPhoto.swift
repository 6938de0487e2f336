import Catalog
import Culling
import FileActions
import Imaging
import Values

/// A photo of which something is noted.
nonisolated package struct NotedPhoto: Hashable, Sendable {
  /// What tells it from every other entry.
  let id: PhotoID
  /// Where its file is.
  let path: ByteString
  /// What it was rated; nil where nobody knows.
  let rating: Int?
  /// What its label was; nil where nobody knows.
  let label: String?
}

extension CullingNote {
  /// Writes it beside photos, one after another; blocks.
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
  /// Turns photos in their own files, one after another; blocks.
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
