import Base
import FileActions
import Photos

extension GridViewModel {
  func show(_ answer: ActionAnswer) {
    let paths = answer.result?.step.changes.map(\.from) ?? []
    switch answer.action {
    case .trash(let wanted, _):
      let done = Set(paths)
      restore(wanted.filter { !done.contains($0) })
    case .move(let wanted, _):
      let done = Set(paths)
      restore(wanted.filter { !done.contains($0) })
    case .erase(let wanted, _):
      let gone = Set(answer.erased)
      restore(wanted.filter { !gone.contains($0) })
    case .copy: break
    case .note(_, let photos, _):
      let done = Set(paths)
      let isWhole = answer.failures.isEmpty
      finishNote(
        of: photos.map(\.id),
        written: Set(photos.filter { isWhole || done.contains($0.path) }.map(\.id)))
    // Rescan, since the folder may not be watched.
    case .rename, .renameListed: lookAgain()
    case .turn: showTurned(paths)
    case .undo, .redo:
      switch answer.result?.step.kind {
      case .rename: return lookAgain()
      case .turn: return showTurned(paths)
      case .note: return readNotes(of: paths)
      default: break
      }
      answer.isBack ? restore(paths) : withdraw(paths)
    }
  }

  private func showTurned(_ paths: [ByteString]) {
    readSidecars(of: paths)
    lookAgain()
  }
}
