package import Values

/// Something that was done to files, and that can be undone.
package struct ActionStep: Hashable, Sendable {
  /// What was done.
  package enum Kind: Sendable {
    case trash
    case move
    case rename
    /// Something was noted of photos, in files beside them or in their own.
    case note
    /// Photos were turned in their own files.
    case turn
  }

  /// What was done to one file.
  package struct Change: Hashable, Sendable {
    /// The path that it had, as it was given.
    package let from: ByteString
    /// The path that it got.
    package var to: ByteString
    /// Whether it only went along with a photo.
    package let isCompanion: Bool
    /// The file as it was left, at either place.
    var identity: FileIdentity
    /// What the trash has noted of its path; nil where it was not trashed.
    var noted: ByteString?
    /// What became of its content; nil where it only got another path.
    let content: ContentChange?

    init(
      from: ByteString, to: ByteString, isCompanion: Bool, identity: FileIdentity,
      noted: ByteString? = nil, content: ContentChange? = nil
    ) {
      self.from = from
      self.to = to
      self.isCompanion = isCompanion
      self.identity = identity
      self.noted = noted
      self.content = content
    }

    /// The photo's file as it was left, by the path that it has now, and by the one that it gets by undoing this; none
    /// where another file was written.
    package var left: [(ByteString, FileIdentity)] {
      guard content == nil || to == from else { return [] }
      return [(from, identity), (to, identity)]
    }

    init(_ file: TrashedFile, isCompanion: Bool) {
      self.init(
        from: file.original, to: file.path, isCompanion: isCompanion, identity: file.identity,
        noted: file.noted)
    }
  }

  /// What was done.
  package let kind: Kind
  /// To which files, in the order in which it was done.
  package var changes: [Change]

  /// Makes a step of what has been done.
  package init(kind: Kind, changes: [Change] = []) {
    (self.kind, self.changes) = (kind, changes)
  }

  /// The number of photos; what went along is none.
  package var photoCount: Int { changes.count { !$0.isCompanion } }
}

/// What came of an action on several files.
package struct ActionResult: Hashable, Sendable {
  /// What was done, of which nothing may be left out: it can be undone.
  package var step: ActionStep
  /// Why it was not done to the others, in their order.
  package var failures: [FileActionError] = []

  /// Takes what has been done, and why the rest was not.
  package init(step: ActionStep, failures: [FileActionError] = []) {
    (self.step, self.failures) = (step, failures)
  }
}

/// What came of copying several files.
package struct CopyResult: Hashable, Sendable {
  /// The absolute paths of the copies of photos; what went along is none.
  package var copies: [ByteString] = []
  /// Why the others were not copied, in their order.
  package var failures: [FileActionError] = []

  /// Takes what was not copied, and nothing that was.
  package init(failures: [FileActionError] = []) {
    self.failures = failures
  }
}
