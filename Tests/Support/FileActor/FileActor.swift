import Base
import CLinux
import FileActions
import Glibc

/// Does something to files; for tests that kill it, or need another process that does the same.
///
/// Arguments: the folder of the user's data; `trash` and paths, `move` or `copy` with a folder and paths, `note` with a
/// photo, a text and paths of sidecars, `swap` with paths, `restore` with a folder, or `rename` with paths and names in
/// turns, or `import` with a card, a folder and a journal. Prints each failure as a line.
@main
struct FileActor {
  static func main() {
    var words = CommandLine.arguments.dropFirst()[...]
    guard let data = words.popFirst(), let verb = words.popFirst() else { exit(64) }
    // A thread of Dispatch, which tests start programs from, blocks most signals.
    var ending = sigset_t()
    sigemptyset(&ending)
    sigaddset(&ending, SIGTERM)
    pthread_sigmask(SIG_UNBLOCK, &ending, nil)
    // As the browser does, whose end waits for files that belong together.
    _ = signal(SIGTERM) { if cl_postpone_end($0) == 0 { _exit(1) } }
    let actions = FileActions(trash: Trash(dataHome: ByteString(data)))
    switch verb {
    case "swap":
      // The folders are listed before a line is read, and the files trashed behind it.
      var listed = ListedFiles()
      for path in words {
        let folder = ByteString(Array(path.utf8).dropLast(ByteString(path).lastName.bytes.count))
        if let opened = LongPath.openFolder(folder.bytes) {
          listed.directories[folder] = DirectoryIdentity(of: opened)
        }
      }
      print("ready")
      fflush(nil)
      _ = readLine()
      say(actions.checking(listed).putIntoTrash(words.map { ByteString($0) }).failures)
    case "restore":
      let entries = (try? actions.trashed(near: words.first.map { ByteString($0) }) { _ in true })
      for entry in entries ?? [] { print(entry.original ?? ByteString("?")) }
      say(actions.restore(entries ?? []).failures)
    case "erase": say(actions.erase(words.map { ByteString($0) }).failures)
    case "trash": say(actions.putIntoTrash(words.map { ByteString($0) }).failures)
    case "move", "copy":
      guard let folder = words.popFirst().map({ ByteString($0) }) else { exit(64) }
      let paths = words.map { ByteString($0) }
      say(
        verb == "move"
          ? actions.move(paths, into: folder).failures : actions.copy(paths, into: folder).failures)
    case "import":
      guard words.count == 3 else { exit(64) }
      let words = Array(words)
      bring(ByteString(words[0]), to: ByteString(words[1]), journal: words[2], by: actions)
    case "note":
      guard let photo = words.popFirst(), let text = words.popFirst() else { exit(64) }
      say(words.compactMap { note(text, of: ByteString(photo), in: ByteString($0), by: actions) })
    default: say(rename(words.map { ByteString($0) }, by: actions))
    }
  }

  private static func note(
    _ text: String, of photo: ByteString, in path: ByteString, by actions: FileActions
  ) -> FileActionError? {
    do throws(FileActionError) {
      _ = try actions.writeMetadata(to: path, of: photo) { _ throws(FileActionError) in
        Array(text.utf8)
      }
      return nil
    } catch {
      return error
    }
  }

  /// Imports the photos of a card and notes `noted` behind the sidecar of each copy.
  private static func bring(
    _ card: ByteString, to folder: ByteString, journal path: String, by actions: FileActions
  ) {
    do {
      let journal = try ImportJournal(writing: path) {}
      let survey = try ImportSurvey(
        of: card, into: [folder], journal, isWriting: true, isPhoto: { !$0.isSidecar })
      let groups = survey.groups.filter { !$0.copies.isEmpty }
      var names = ImportNames(
        try RenamePattern("new/{name}"), for: survey, count: groups.count)
      var run = ImportRun(journal, by: actions)
      var failures: [FileActionError] = []
      for var group in groups {
        _ = try names.name(&group, RenamedPhoto(group.photos[0].path))
        do throws(ImportFailure) {
          for copy in group.copies {
            _ = try run.copy(copy, of: group, onProgress: { _ in }) { copies in
              copies.compactMap {
                note("noted", of: $0, in: ByteString($0.bytes + ".note".utf8), by: actions)
              }
            }
          }
        } catch .files(let errors) {
          failures += errors
        } catch {
          print(error)
          exit(2)
        }
      }
      say(failures)
    } catch {
      print(error)
      exit(2)
    }
  }

  private static func rename(_ words: [ByteString], by actions: FileActions) -> [FileActionError] {
    let renames = stride(from: 0, to: words.count - 1, by: 2).map {
      FileRename(words[$0], to: words[$0 + 1])
    }
    return actions.rename(renames).failures
  }

  private static func say(_ failures: [FileActionError]) {
    for failure in failures {
      print(failure)
      // Two of this program may share an output: a line is written whole or not at all.
      fflush(nil)
    }
    exit(failures.isEmpty ? 0 : 1)
  }
}
