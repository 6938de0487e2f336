package import Base

package struct ActionStep: Hashable, Sendable {
  package enum Kind: Sendable {
    case trash
    case move
    case rename
    /// A rating or other metadata was written to sidecars or photos.
    case note
    case turn
    /// Undo moves the copies to the trash, as the originals may not exist any more.
    case copy
    /// Photos were restored from the trash; their changes are those of copies.
    case restore
  }

  package struct Change: Hashable, Sendable {
    /// The original path, as it was given.
    package let from: ByteString
    package var to: ByteString
    package let isCompanion: Bool
    /// The file as it was left, at either path.
    var identity: FileIdentity
    /// The original path in the trash's records; nil if it was not trashed.
    var recordedPath: ByteString?
    /// Nil if only the path has changed.
    var content: ContentChange?

    /// The photo's file by its current path and its path after undo; empty if a sidecar changed.
    package var left: [(ByteString, FileIdentity)] {
      guard content == nil || to == from else { return [] }
      return [(from, identity), (to, identity)]
    }
  }

  package let kind: Kind
  /// In the order in which they were made.
  package var changes: [Change]

  package init(kind: Kind, changes: [Change] = []) {
    (self.kind, self.changes) = (kind, changes)
  }

  package var photoCount: Int { changes.count { !$0.isCompanion } }
}

package struct ActionResult: Hashable, Sendable {
  /// Must be complete, as it is used for undo.
  package var step: ActionStep
  package var failures: [FileActionError]
  /// The paths in the trash of restored photos and sidecars.
  package var restored: [ByteString] = []
  /// New names of copied and restored photos whose original name was in use.
  package var renamed: [FileName] = []
  package var madeFolders: [ByteString] = []
  /// Number of photos that were not copied because identical files exist in the folder.
  package var presentCount = 0

  package init(_ kind: ActionStep.Kind, failures: [FileActionError] = []) {
    (step, self.failures) = (ActionStep(kind: kind), failures)
  }

  package var copies: [ByteString] { step.changes.filter { !$0.isCompanion }.map(\.to) }

  /// Adds the new files of a group whose photos have these names, photos first; no changes mean
  /// that the group was skipped.
  mutating func add(_ changes: [ActionStep.Change], of names: [ByteString]) {
    if changes.isEmpty { presentCount += names.count }
    for (name, change) in zip(names, changes) where change.to.lastName != name {
      renamed.append(FileName(lastOf: change.to))
    }
    step.changes += changes.map {
      ActionStep.Change(
        from: $0.to, to: $0.to, isCompanion: $0.isCompanion, identity: $0.identity)
    }
  }

  package mutating func add(_ other: ActionResult) {
    step.changes += other.step.changes
    presentCount += other.presentCount
    renamed += other.renamed
    failures += other.failures
  }
}
