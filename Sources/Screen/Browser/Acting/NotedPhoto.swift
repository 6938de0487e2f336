import Catalog
import Culling
import FileActions
import Finding
import Imaging
import Values

/// A photo of which something is noted.
nonisolated package struct NotedPhoto: Hashable, Sendable {
  /// Its entry, which has a path.
  let entry: CatalogEntry
  /// What its rating was; nil where it had none, or that has to be read.
  private(set) var rating: Int?
  /// What its label was; nil likewise.
  private(set) var label: String?
  /// Whether its rating and label have been read.
  private(set) var isKnown = false

  init(_ entry: CatalogEntry) {
    self.entry = entry
  }

  var id: PhotoID { entry.id }
  var path: ByteString { entry.photo.path ?? ByteString([]) }

  /// The same with what has been read of it; nil where there is nothing.
  func knowing(_ facts: PhotoFacts?) -> NotedPhoto {
    var photo = self
    (photo.rating, photo.label, photo.isKnown) = (facts?.rating, facts?.label, true)
    return photo
  }
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
