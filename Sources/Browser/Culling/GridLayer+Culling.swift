import Catalogs
import Photos

/// Rating photos in the grid: two-key sequences, or single keys in culling mode.
extension GridLayer {
  func cull(_ command: Command, count: Int?) -> LayerOutcome {
    switch command {
    case .cull: return toggleCulling()
    case .survey: return openSurvey()
    // A layer above the grid is closed first.
    case .close where isCulling && grid.follower == nil: return toggleCulling()
    default:
      guard let note = CullingNote(command) else { return .ignored }
      let chosen = grid.chosenEntries
      return acting.confirmingHidden {
        "\(note) for \($0)"
      } _: { [self] in
        self.note(note, of: chosen) { [grid] in
          guard chosen.count == 1, chosen[0].id == grid.selection.id else { return }
          // The next frame of the stack takes its place.
          if note == .reject, grid.hasOthers(inStackOf: chosen[0].id) { return }
          grid.move(.right)
        }
      }
    }
  }

  func toggleCulling() -> LayerOutcome {
    isCulling.toggle()
    guard isCulling else { return .handled }
    grid.showNotes()
    return .handled
  }

  /// Applies a note, and in culling mode calls `advance` to select the next photo.
  func note(
    _ note: CullingNote, of entries: [CatalogEntry], advance: () -> Void
  ) -> LayerOutcome {
    guard !entries.isEmpty else { return .ignored }
    let outcome = acting.note(note, of: entries)
    if isCulling, viewing.advances, case .handled = outcome { advance() }
    return outcome
  }

  func noteWords(of status: GridStatus) -> String? {
    guard let id = status.id else { return nil }
    let facts = grid.facts(of: id)
    let stars = facts?.rating.flatMap { rating -> String? in
      switch rating {
      case 0: nil
      case ..<0: "rejected"
      default: String(repeating: "★", count: rating)
      }
    }
    let sharpest = grid.sharpestCount(id).map { "sharpest of \($0)" }
    let words = [facts?.isPicked == true ? "picked" : nil, stars, facts?.label, sharpest]
    let text = words.compactMap(\.self).joined(separator: ", ")
    return text.isEmpty ? nil : text
  }
}
