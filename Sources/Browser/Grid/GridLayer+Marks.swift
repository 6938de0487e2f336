import Base
import Catalogs
import Imaging
import Photos

extension GridLayer {
  func mark(_ command: Command, count: Int?) -> LayerOutcome {
    guard !grid.isEmpty else { return .ignored }
    let index = grid.selection.index
    guard grid.canMark(markedAtOnce(by: command, count)) else {
      return .said(
        "\(Marks.pagedLimit.grouped) photos can be marked at once: filter them first")
    }
    switch command {
    case .mark where grid.marks.isInRange: grid.mark { marks, _ in marks.endRange() }
    case .mark:
      let end = min(grid.arrangement.count, index + max(1, count ?? 1))
      guard end > grid.arrangement.photoIndices.lowerBound else { return .said(markRefusal) }
      grid.mark { marks, arrangement in marks.toggle(arrangement.photoIDs(in: index..<end)) }
    case .markThrough:
      guard grid.mark({ $0.extend(to: index, in: $1) }) else {
        return .said(
          "mark a photo by \(keys[.mark]) first: \(keys[.markThrough]) goes on from there")
      }
    case .markRange:
      grid.mark { marks, arrangement in
        marks.isInRange ? marks.endRange() : marks.beginRange(at: arrangement[index].id)
      }
    // A layer above the grid is closed first.
    case .close where grid.marks.isInRange && grid.follower == nil:
      grid.mark { marks, _ in marks.dropRange() }
    case .markAll: grid.mark { $0.markAll(in: $1) }
    case .invertMarks: grid.mark { $0.invert(in: $1) }
    case .clearMarks: grid.clearMarks()
    case .pick: return pick()
    default: return .ignored
    }
    return outcomeOfMarking
  }

  /// How many photos a command marks or unmarks, apart from an open range.
  private func markedAtOnce(by command: Command, _ count: Int?) -> Int {
    switch command {
    case .markAll, .invertMarks: grid.arrangement.count
    case .mark: count ?? 1
    case .markThrough: grid.marks.reach(to: grid.selection.index, in: grid.arrangement) ?? 1
    default: 1
    }
  }

  /// Dragging applies the same change to the photos it passes.
  func mark(at point: CellPoint, isDrag: Bool) -> LayerOutcome {
    guard let entry = grid.entry(at: point) else { return .handled }
    guard entry.photo != nil else { return isDrag ? .handled : .said(markRefusal) }
    let id = entry.id
    grid.mark { marks, _ in isDrag ? marks.extend(to: id) : marks.toggle([id]) }
    return outcomeOfMarking
  }

  private func pick() -> LayerOutcome {
    if let folder = grid.selectedFolder, grid.follower == nil { return enter(folder) }
    guard grid.markedCount == 0 else {
      return acting.confirmingHidden {
        "pick \($0)"
      } _: {
        .quit
      }
    }
    grid.mark { marks, arrangement in
      marks.toggle([arrangement[grid.selection.index].id])
    }
    return .quit
  }

  /// Quits once the wanted number of photos is marked.
  private var outcomeOfMarking: LayerOutcome {
    guard let pickLimit, !grid.marks.isInRange, grid.markedCount >= pickLimit else {
      return .handled
    }
    return .quit
  }
}
