package import Base
import Catalogs
import FileActions

struct FolderCompleter {
  private var recent: [String] = []
  private let queue = WorkQueue(label: "folders")

  private static let remembered = 9

  mutating func note(_ typed: String) {
    recent.removeAll { $0 == typed }
    recent.insert(typed, at: 0)
    recent.removeLast(max(0, recent.count - Self.remembered))
  }

  /// Completes `typed`, where `~` is the home folder; calls `completion` on any thread.
  ///
  /// An empty string yields the recent folders.
  func lookUp(
    _ typed: String, home: ByteString?, completion: @escaping @Sendable (LineCompletion) -> Void
  ) {
    guard !typed.isEmpty || recent.isEmpty else {
      return completion(LineCompletion(argument: typed, candidates: recent, text: recent[0]))
    }
    if typed == "~" { return completion(LineCompletion(argument: typed, candidates: ["~/"])) }
    let slash = typed.utf8.lastIndex(of: UInt8(ascii: "/"))
    let end = slash.map(typed.utf8.index(after:)) ?? typed.startIndex
    let (base, beginning) = (typed[..<end], typed[end...])
    queue.start {
      let names = Subfolders.names(
        in: ByteString(String(base), home: home), beginning: Array(beginning.utf8))
      // Names that are not valid UTF-8 cannot be typed.
      let texts = names.compactMap { String(validating: $0.bytes, as: UTF8.self) }
      completion(LineCompletion(argument: typed, candidates: texts.map { "\(base)\($0)/" }))
    }
  }
}

nonisolated extension ByteString {
  /// Expands a leading `~/`.
  package init(_ typed: String, home: ByteString?) {
    guard let home, typed == "~" || typed.hasPrefix("~/") else {
      self.init(typed)
      return
    }
    self.init(home.bytes + Array(typed.utf8.dropFirst()))
  }
}

nonisolated extension LineCompletion {
  /// Of the name of a collection, with or without `@`; blocks.
  init(
    _ argument: String, of collections: CollectionFolder?, preferring first: ByteString?,
    hasFilters: Bool
  ) {
    let sign = argument.hasPrefix("@") ? "@" : ""
    let typed = Array(argument.utf8.dropFirst(sign.utf8.count))
    let all = (hasFilters ? collections?.allNames() : collections?.names()) ?? []
    let names = all.filter { $0.bytes.starts(with: typed) }
    let sorted = names.filter { $0 == first } + names.filter { $0 != first }
    // Names that are not valid UTF-8 cannot be typed.
    let texts = sorted.compactMap { String(validating: $0.bytes, as: UTF8.self) }
    self.init(argument: argument, candidates: texts.map { sign + $0 })
  }
}
