import Catalog
import Culling
import Finding
import Grid
import Terminal

/// Saying of photos which are good: by two keys now and then, and by one in a mode for many.
extension GridLayer {
  /// Carries out a command about that in the grid.
  func cull(_ command: Command, count: Int?) -> LayerOutcome {
    switch command {
    case .cull: return toggleCulling()
    case .survey: return openSurvey()
    // What lies over the grid is closed first.
    case .close where isCulling && grid.follower == nil: return toggleCulling()
    default:
      guard let note = CullingNote(command) else { return .ignored }
      let chosen = grid.chosenEntries
      return acting.confirmingHidden {
        "\(note) for \($0)"
      } _: { [self] in
        self.note(note, of: chosen) { [grid] in
          guard chosen.count == 1, chosen[0].id == grid.selection.id else { return }
          // The next frame of the stack comes in its place.
          if note == .reject, grid.hasOthers(inStackOf: chosen[0].id) { return }
          grid.move(.right)
        }
      }
    }
  }

  /// Begins the mode in which keys rate photos, or ends it.
  func toggleCulling() -> LayerOutcome {
    isCulling.toggle()
    guard isCulling else { return .handled }
    grid.showNotes()
    return .handled
  }

  /// Notes something of photos, and goes on to the next in the mode where each key is about one.
  func note(
    _ note: CullingNote, of entries: [CatalogEntry], advance: () -> Void
  ) -> LayerOutcome {
    guard !entries.isEmpty else { return .ignored }
    let outcome = acting.note(note, of: entries)
    if isCulling, viewing.advances, case .handled = outcome { advance() }
    return outcome
  }

  /// What is noted of the photo that a status is about, as the status line says it; nil where nothing is to be said.
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
