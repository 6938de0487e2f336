import Catalog
import Culling
import Finding
import Grid

/// Rating photos. What a key does depends on their present ratings: the key of a label removes it from photos that have it.
extension PhotoActing {
  /// Notes something of photos, which are shown so at once; it is written behind, in the order of the keys.
  ///
  /// Where present ratings are not known they are read first; a label is shown when they are.
  /// - Parameters:
  ///   - note: What is said of them.
  ///   - entries: The photos.
  ///   - count: Of how many frames one is left that is picked by that; nil where somebody has picked it.
  /// - Returns: What came of that so far.
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

  /// Reads the ratings that the next action depends on, and then goes on with it.
  /// - Returns: False where none are lacking.
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

  /// The same note, or that a label is removed which all photos have already, with what is known of the photos.
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
