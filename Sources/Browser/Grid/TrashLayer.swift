import Base
import Catalogs
import FileActions
import Imaging
import Photos
import Terminal

final class TrashLayer: Layer {
  nonisolated static let commands = CommandTable<TrashLayer>([
    Entry(
      .restore, "P", help: "put the marked photos, else this one, back where they were",
      hint: "restore"
    ).returns { layer in
      layer.below.act({ "Restore \($0)" }) { layer.below.acting.restore() }
    },
    LayerCommand(.delete) { $0.below.acting.trashRefusal ?? .ignored },
    LayerCommand(.trash) { _ in .message("This is the trash") },
    LayerCommand(.parentFolder) { $0.below.grid.viewer == nil ? .close : .ignored },
    LayerCommand(.close) { layer in
      let outcome = layer.below.stepBack()
      guard case .ignored = outcome, layer.below.grid.viewer == nil else { return outcome }
      return .close
    },
  ])

  var keys = BoundKeys(.trash) { didSet { below.acting.trashKeys = keys } }
  private let below: GridLayer

  init(over below: GridLayer) {
    self.below = below
  }

  func handle(_ action: MouseAction, at point: CellPoint) -> LayerOutcome {
    below.handle(action, at: point)
  }

  func draw(into frame: inout Frame, _ area: Rect, _ styles: Styles) {
    below.draw(into: &frame, area, styles)
  }

  func didClose() {
    below.grid.leaveTrash()
    below.acknowledge()
  }
}

extension GridLayer {
  func openTrash() -> LayerOutcome {
    guard grid.viewer == nil else {
      return .warning("Close the photo first: \(keys[.back])")
    }
    guard pickLimit == nil else {
      return .warning("Photos in the trash cannot be picked")
    }
    guard let actions = acting.actions else { return .warning("Files cannot be changed here") }
    grid.showTrash(by: actions)
    acknowledge()
    return .open(TrashLayer(over: self))
  }
}

extension GridStatus {
  func trashFacts(home: ByteString?) -> [String] {
    guard let trashed else { return [] }
    let place = trashed.original.map { "\(HomePath($0, home: home))" } ?? "original folder unknown"
    return [place] + (trashed.deletionTime.map { ["deleted \($0)"] } ?? [])
  }
}
