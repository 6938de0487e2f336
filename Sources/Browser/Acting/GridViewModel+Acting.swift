import Base
import Catalogs
import FileActions
import ImagePipeline
import Photos

extension GridViewModel {
  func listedFiles(of photos: some Sequence<Photo>) -> ListedFiles {
    var files = ListedFiles()
    files.directories = listedDirectories
    for photo in photos {
      // Few versions are known, and a path is a new string.
      guard let version = loader.shownVersion(of: photo) else { continue }
      if let path = photo.path { files.versions[path] = version }
    }
    return files
  }

  func show(_ answer: ActionAnswer) {
    let step = answer.result?.step
    let paths = step?.changes.map(\.from) ?? []
    let photos = step?.changes.filter { !$0.isCompanion }.map(\.from) ?? []
    noteTrashChange()
    // The list has the new paths.
    defer { if step?.kind == .move, CollectionFolder.name(of: place) != nil { lookAgain() } }
    switch answer.action {
    case .trash, .move, .erase, .restore, .eraseTrashed:
      let gone = Set(paths + (answer.result?.restored ?? []) + answer.erased)
      restore(answer.action.paths.filter { !gone.contains($0) })
    case .copy, .export, .listNames: break
    case .note(_, let photos, _):
      let done = Set(paths)
      let isWhole = answer.failures.isEmpty
      browsedFacts.finishRating(
        of: photos.map(\.id),
        written: Set(photos.filter { isWhole || done.contains($0.path) }.map(\.id)))
    case .describe(_, let photos): browsedFacts.finishTexts(of: photos.entries)
    case .rename, .renameByPattern, .renameListed, .collect:
      if step?.kind == .rename, let renamed = step?.changes.first {
        select(inCollection: renamed.to)
      }
      lookAgain()
    case .turn: showTurned(paths)
    case .undo, .redo:
      switch step?.kind {
      case .rename, .copy, .restore, .collect: return lookAgain()
      case .turn: return showTurned(paths)
      case .note:
        if photos.count == 1 { select(photos[0]) }
        return browsedFacts.readRatingsAgain(of: paths)
      case .describe:
        if photos.count == 1 { select(photos[0]) }
        return browsedFacts.readTextsAgain(of: paths)
      default: break
      }
      guard answer.isBack else { return withdraw(paths) }
      if !restore(paths) { select(whenListed: paths) }
    }
  }

  private func showTurned(_ paths: [ByteString]) {
    browsedFacts.readSidecars(of: paths)
    lookAgain()
  }
}

extension Photo {
  var site: String {
    isInArchive ? "in archives" : "on the web"
  }
}

extension [Photo] {
  var site: String { first?.site ?? "on the web" }
}

extension HiddenMarks {
  func words(of all: Int) -> String? {
    let parts = [
      (byFilter, "hidden by the filter"),
      (inBursts, inBursts == 1 ? "in a stacked burst" : "in stacked bursts"),
      (unlisted, "not listed yet"),
      (inOtherFolders, inOtherFolders == 1 ? "in another folder" : "in other folders"),
    ].filter { $0.0 > 0 }
    guard let first = parts.first else { return nil }
    let isAll = parts.count == 1 && first.0 == all
    let start = isAll ? (all == 1 ? "which is" : "all") : "\(first.0.grouped) of them"
    return (["\(start) \(first.1)"] + parts.dropFirst().map { "\($0.0.grouped) \($0.1)" })
      .joined(separator: ", ")
  }
}
