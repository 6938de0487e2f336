import ArgumentParser
import Base
import Browser
import FileActions
import Glibc
import Photos
import Storage

/// Asks, copies, and erases; everything blocks.
struct ImportWork: Sendable {
  let plan: ImportPlan
  let journal: ImportJournal
  let changes: [TextChange]
  let isErasing: Bool
  let asks: Bool
  let isQuiet: Bool

  /// Returns the exit code.
  func run() -> Int32 {
    var run = ImportRun(journal, by: Storage.actions)
    var code: Int32 = plan.failures.isEmpty ? 0 : 1
    if plan.photoCount > 0 {
      guard plan.isChosen || isConfirmed("Import \(plan.photoCount.photos)?") else { return 2 }
      let (done, left) = ProgramEnding.hold { copy(by: &run) }
      if left > 0 { code = done > 0 ? 1 : 2 }
    } else if plan.isHopeless {
      code = 2
    }
    if isErasing, !erase(by: run) { code = max(code, 1) }
    return code
  }

  private func isConfirmed(_ question: String) -> Bool {
    guard asks else { return true }
    StandardError.write(report: "\(question) y/n: ")
    return readLine().map { ["y", "yes"].contains($0.lowercased()) } ?? false
  }

  /// Returns the number of photos that were imported and that are left.
  private func copy(by run: inout ImportRun) -> (done: Int, left: Int) {
    var progress = ImportProgress(
      photoCount: plan.photoCount, byteCount: plan.byteCount, shown: ProgressLine(isQuiet: isQuiet))
    var (done, renamed, full) = (0, 0, Set<Int>())
    var end: String?
    for group in plan.groups {
      if ProgramEnding.isAsked { end = "stopped" }
      if full.count == plan.destinations.count { end = "nothing more can be written" }
      guard end == nil else { break }
      var isWhole = true
      for copy in group.copies {
        guard !full.contains(copy.destination) else {
          isWhole = false
          continue
        }
        do throws(ImportFailure) {
          let wasRenamed = try run.copy(copy, of: group) {
            progress.show($0)
          } finish: {
            describe($0, of: copy)
          }
          if wasRenamed { renamed += 1 }
          progress.add(copy.files.reduce(0) { $0 + $1.byteCount })
        } catch {
          isWhole = false
          progress.shown.clear()
          switch error {
          case .journal(let reason):
            end = "what was imported cannot be recorded any more (\(reason))"
          case .files(let failures):
            for failure in failures { StandardError.write("\(failure)") }
            if failures.contains(where: \.isOfFullDisk) { full.insert(copy.destination) }
            if isCardGone { end = "the card has gone" }
          }
        }
        if end != nil { break }
      }
      if isWhole {
        done += group.newPhotos.count
        progress.doneCount = done
      }
    }
    progress.shown.clear()
    let left = plan.photoCount - done
    if !isQuiet || left > 0 {
      var text = "\(done.photos) imported, \(progress.rate)"
      if renamed > 0 { text += ", \(renamed.grouped) with another name than planned" }
      if let end { text += "; \(end)" }
      if left > 0 { text += "; \(left.grouped) left: the same command continues" }
      StandardError.write(text)
    }
    return (done, left)
  }

  private var isCardGone: Bool { DirectoryStream.names(at: plan.card).isEmpty }

  private func describe(_ copies: [ByteString], of copy: ImportCopy) -> [FileActionError] {
    guard !changes.isEmpty else { return [] }
    var writer = SidecarWriter(by: Storage.actions)
    var failures: [FileActionError] = []
    for (path, photo) in zip(copies, copy.photos) {
      for change in changes {
        do throws(FileActionError) {
          _ = try writer.write(
            change, of: path, known: plan.texts[photo.path] ?? PhotoDescription())
        } catch {
          failures.append(error)
        }
      }
    }
    return failures
  }

  /// Returns false if something that was to be erased was not.
  private func erase(by run: ImportRun) -> Bool {
    let count = plan.destinations.count
    let files = run.erasable(plan.allGroups, count)
    let photos = plan.allGroups.flatMap(\.photos)
    let erasable = Set(files)
    let photoCount = photos.count(where: erasable.contains)
    if photoCount < photos.count {
      StandardError.write(
        "\((photos.count - photoCount).photos) not erased: no verified copy is in place")
    }
    guard !files.isEmpty else { return photos.isEmpty }
    let bytes = files.reduce(0) { $0 + $1.byteCount }
    let others = files.count - photoCount
    let more = others > 0 ? " and \(others.grouped) files that belong to them" : ""
    guard
      isConfirmed(
        "Erase \(photoCount.photos)\(more), \(ByteCount(bytes)), from \(plan.card)? "
          + "Their copies are verified.")
    else { return false }
    var erased = 0
    ProgramEnding.hold {
      for file in files where !ProgramEnding.isAsked {
        do throws(FileActionError) {
          try run.erase(file, count)
          erased += 1
        } catch {
          StandardError.write("\(error)")
        }
      }
      if !isQuiet { StandardError.write("\(erased.grouped) files erased") }
    }
    return erased == files.count && photoCount == photos.count
  }
}

extension FileActionError {
  /// Whether other files will fail for the same reason.
  fileprivate var isOfFullDisk: Bool {
    guard case .failed(_, _, let reason) = self else { return false }
    return [ENOSPC, EDQUOT, EROFS].contains(reason.number)
  }
}

extension ImportStep: CustomStringConvertible {
  public var description: String {
    switch self {
    case .foundPhotos(let count): "\(count.photos) found"
    case .foundFiles(let count): "\(count.grouped) files in the destination"
    case .comparedFiles(let count, let all):
      "\(count.grouped) of \(all.grouped) files in the destination compared"
    case .checkedPhotos(let count, let all): "\(count.grouped) of \(all.photos) checked"
    }
  }
}

struct ImportProgress {
  let photoCount: Int
  let byteCount: Int
  var doneCount = 0
  private(set) var doneBytes = 0
  var shown: ProgressLine

  mutating func add(_ bytes: Int) {
    doneBytes += bytes
    show(0)
  }

  /// `bytes` are those of the current file.
  mutating func show(_ bytes: Int) {
    let progress = self
    shown.show(progress.line(copying: bytes))
  }

  /// `12 of 500 photos  60 MB of 2.5 GB  85 MB/s  29 s left`.
  func line(copying bytes: Int = 0) -> String {
    let done = doneBytes + bytes
    let line =
      "\(doneCount.grouped) of \(photoCount.photos)  \(ByteCount(done)) of \(ByteCount(byteCount))"
    let seconds = shown.elapsed() / .seconds(1)
    guard seconds > 1, done > 0 else { return line }
    let rate = Double(done) / seconds
    let left = Duration.seconds(Double(max(0, byteCount - done)) / rate)
    return line + "  \(ByteCount(Int(rate)))/s  \(left.wholeText) left"
  }

  /// `2.5 GB in 30 s (83 MB/s)`.
  var rate: String {
    let time = shown.elapsed()
    let rate = Double(doneBytes) / max(time / .seconds(1), 0.001)
    let text = time < .seconds(10) ? time.shortText : time.wholeText
    return "\(ByteCount(doneBytes)) in \(text) (\(ByteCount(Int(rate)))/s)"
  }
}
