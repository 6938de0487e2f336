import Base
import Catalogs
import FileActions
import Photos

extension PhotoActing {
  /// Runs `perform`, after a confirmation prompt if some marked photos are not visible.
  ///
  /// `deed` describes the action, given the number of photos, or returns nil if it needs no prompt.
  func confirmingHidden(
    _ deed: (String) -> String?, _ perform: @escaping () -> LayerOutcome
  ) -> LayerOutcome {
    guard grid.markedCount > 0, let deed = deed(Self.photos(grid.markedCount)),
      let hidden = hiddenWords
    else { return perform() }
    let asked = grid.chosenEntries
    let photos = asked.map(\.photo)
    let files = AskedFiles(grid.listedFiles(of: photos), of: photos)
    queue.start { files.readVersions() }
    return .open(
      AnswerLayer("\(deed), \(hidden)? type y:") { [weak self, grid] answer in
        guard answer == "y" else { return .said("nothing was done") }
        // Act only on exactly the photos that the prompt named.
        guard grid.chosenEntries == asked else {
          return .said("the marked photos have changed: nothing was done")
        }
        self?.asked = files.files
        defer { self?.asked = nil }
        return perform()
      })
  }

  /// How many marked photos are not visible, and why, such as `2 of them hidden by the filter`; nil
  /// if all are visible.
  var hiddenWords: String? { grid.hiddenMarks.words(of: grid.markedCount) }

  /// Describes what `command` does to the marked photos; nil if it does not concern them.
  func deed(of command: Command, to photos: String, argument: String? = nil) -> String? {
    switch (command, argument) {
    case (.trash, _): "move \(photos) to the trash"
    case (.openWith, _): "open \(photos)"
    case (.rename, nil) where grid.markedPhotos.count > 1: "rename \(photos)"
    case (.copy, .some): "copy \(photos)"
    case (.move, .some): "move \(photos)"
    case (.turnFile, .some): "turn \(photos) for good"
    case (.shell, let argument?) where ShellTemplate(argument).takesPhotos:
      "run this on \(photos)"
    default: nil
    }
  }

  private static func photos(_ count: Int) -> String {
    count == 1 ? "1 photo" : "\(count.grouped) photos"
  }
}

extension HiddenMarks {
  fileprivate func words(of all: Int) -> String? {
    let parts = [
      (byFilter, "hidden by the filter"),
      (inBursts, inBursts == 1 ? "in a folded burst" : "in folded bursts"),
      (unlisted, "not listed yet"),
      (inOtherFolders, inOtherFolders == 1 ? "in another folder" : "in other folders"),
      (behindViewer, "not shown here"),
    ].filter { $0.0 > 0 }
    guard let first = parts.first else { return nil }
    let isAll = parts.count == 1 && first.0 == all
    let start = isAll ? (all == 1 ? "which is" : "all") : "\(first.0.grouped) of them"
    return (["\(start) \(first.1)"] + parts.dropFirst().map { "\($0.0.grouped) \($0.1)" })
      .joined(separator: ", ")
  }
}
