import Catalogs
import Photos

extension GridLayer {
  func open() -> LayerOutcome {
    if grid.openStack() { return .handled }
    guard let folder = grid.selectedFolder else {
      return grid.isEmpty ? .handled : .open(ViewerLayer(over: self))
    }
    return enter(folder)
  }

  func enter(_ folder: Subfolder) -> LayerOutcome {
    forgetReadNotices()
    grid.enter(folder)
    return .handled
  }

  func goUp(_ command: Command, count: Int?) -> LayerOutcome {
    // The layer above the grid shows a photo of this folder.
    guard command == .parentFolder, grid.follower == nil else { return .ignored }
    if grid.foldStack() { return .handled }
    for _ in 0..<max(1, count ?? 1) {
      switch grid.goUp() {
      case .gone: forgetReadNotices()
      case .isTop: return .said("there is no folder above this one")
      case .isNowhere: return .said("these photos are not of one folder alone: there is none above")
      }
    }
    return .handled
  }

  /// Why the command cannot be applied to the selected folder.
  func refusal(of command: Command) -> String? {
    guard grid.selectedFolder != nil, grid.follower == nil, grid.markedCount == 0 else {
      return nil
    }
    switch command {
    case .trash, .erase, .rename, .copyPath, .copyPicture, .copy, .move, .openWith:
      return "that is done to photos only: \(keys[.open]) goes in"
    default: return nil
    }
  }

  var markRefusal: String { "folders cannot be marked: \(keys[.open]) goes in" }
}

nonisolated extension Command {
  static let parentFolder = Command(rawValue: "parent-folder")
}
