import Concurrency
import FileActions
import Values

/// Knows the folders that photos went to, and finds those that somebody begins to type.
struct FolderCompleter {
  /// The folders as they were typed, the last one first.
  private var recent: [String] = []
  private let queue = WorkQueue(label: "folders")

  /// How many folders are remembered.
  private static let remembered = 9

  /// Notes that photos go to a folder.
  mutating func note(_ typed: String) {
    recent.removeAll { $0 == typed }
    recent.insert(typed, at: 0)
    recent.removeLast(max(0, recent.count - Self.remembered))
  }

  /// Looks up what something that has been typed can become: while there is nothing, the folders that photos
  /// went to.
  /// - Parameters:
  ///   - typed: What has been typed, with `~` for the home folder.
  ///   - home: The home folder.
  ///   - tell: Hears the answer, on any thread, since disks may be slow.
  func lookUp(
    _ typed: String, home: ByteString?, tell: @escaping @Sendable (LineCompletion) -> Void
  ) {
    guard !typed.isEmpty || recent.isEmpty else {
      return tell(LineCompletion(argument: typed, candidates: recent, text: recent[0]))
    }
    // The home folder is one, and what is in it comes behind a slash.
    if typed == "~" { return tell(LineCompletion(argument: typed, candidates: ["~/"])) }
    let end = typed.utf8.lastIndex(of: UInt8(ascii: "/")).map(typed.utf8.index(after:))
    let (base, beginning) = (
      typed[..<(end ?? typed.startIndex)], typed[(end ?? typed.startIndex)...]
    )
    queue.start {
      let names = Subfolders.names(
        in: ByteString(String(base), home: home), beginning: Array(beginning.utf8))
      // What is no text cannot be typed.
      let texts = names.compactMap { String(validating: $0.bytes, as: UTF8.self) }
      tell(LineCompletion(argument: typed, candidates: texts.map { "\(base)\($0)/" }))
    }
  }
}

nonisolated extension ByteString {
  /// The path that somebody means, who may have typed `~` for the home folder.
  init(_ typed: String, home: ByteString?) {
    guard let home, typed == "~" || typed.hasPrefix("~/") else {
      self.init(typed)
      return
    }
    self.init(home.bytes + Array(typed.utf8.dropFirst()))
  }
}
