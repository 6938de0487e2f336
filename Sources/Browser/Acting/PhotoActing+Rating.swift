import Catalogs
import Photos

/// Rating photos.
///
/// Label keys toggle, so their effect depends on the present label.
extension PhotoActing {
  /// Applies a rating, label or flag; it is shown at once and written in the background, in key
  /// order.
  ///
  /// Unknown present ratings are read first; a label is shown only after that. `count` is the size
  /// of the burst whose last remaining frame is picked; nil for an explicit pick.
  func note(
    _ note: CullingNote, of entries: [CatalogEntry], among count: Int? = nil
  ) -> LayerOutcome {
    let photos = entries.filter { $0.photo.path != nil }.map { NotedPhoto($0) }
    guard !photos.isEmpty else { return .said("what is on the web has no sidecar to be rated in") }
    let listed = grid.listedFiles(of: photos.map(\.entry.photo))
    let isKnown =
      grid.knowsRatings(of: photos.map(\.entry)) && !waiting.contains(where: \.lacksRatings)
    guard isKnown else {
      let outcome = perform([.note(note, photos, among: count)], on: listed)
      if isUnderWay, !note.isLabel { grid.begin(note, of: photos.map(\.id)) }
      return outcome
    }
    let (resolved, known) = resolved(note, photos)
    let outcome = perform([.note(resolved, known, among: count)], on: listed)
    if isUnderWay { grid.begin(resolved, of: photos.map(\.id)) }
    return outcome
  }

  /// Reads the ratings that the next action depends on, then resumes it; false if none are missing.
  func readsRatings() -> Bool {
    guard let action = waiting.first, action.lacksRatings,
      case .note(let note, let photos, let count) = action
    else { return false }
    Task.immediate { [weak self, grid] in
      await grid.readRatings(of: photos.map(\.entry))
      guard let self else { return }
      let (resolved, known) = resolved(note, photos)
      if note.isLabel { grid.begin(resolved, of: photos.map(\.id)) }
      orders[0].action = .note(resolved, known, among: count)
      beginNext()
    }
    return true
  }

  /// Turns a label that all photos already have into its removal, and adds the known ratings.
  private func resolved(
    _ note: CullingNote, _ photos: [NotedPhoto]
  ) -> (CullingNote, [NotedPhoto]) {
    var note = note
    if case .label(let label?) = note,
      photos.allSatisfy({ grid.facts(of: $0.id)?.label == label.name })
    {
      note = .label(nil)
    }
    return (note, photos.map { $0.knowing(grid.writtenFacts(of: $0.id)) })
  }
}
