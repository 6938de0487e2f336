package import Base

/// The message for folders without photos: what they contain and how to see photos in subfolders.
package struct BareFolderWords {
  private let folders: [BareFolder]
  private let home: ByteString?
  private let command: String

  /// `home` is written as `~`; `command` is the program name in suggested commands.
  package init(_ folders: [BareFolder], home: ByteString?, command: String = "photocell") {
    self.folders = folders
    self.home = home
    self.command = command
  }

  /// A sentence per folder, then the advice; not sanitized.
  package var sentences: [String] {
    folders.map(sentence) + (advice.map { [$0] } ?? [])
  }

  /// The sentences in lower case, to follow the program name; the advice ends the last.
  ///
  /// Not sanitized.
  package var lines: [String] {
    let lines = folders.map { folder in
      let sentence = sentence(about: folder)
      return sentence.prefix(1).lowercased() + sentence.dropFirst()
    }
    guard let advice, let last = lines.last else { return lines }
    return lines.dropLast() + ["\(last) \(advice)"]
  }

  private func sentence(about folder: BareFolder) -> String {
    let name = folder.isCurrent ? "this folder" : "\(HomePath(folder.path, home: home))"
    guard !folder.isEmpty else { return "No photos in \(name): the folder is empty." }
    switch (folder.subfolderCount, folder.isRecursive) {
    case (0, _): return "No photos in \(name)."
    case (_, true): return "No photos in \(name) or its subfolders."
    case (1, false): return "No photos in \(name) itself, but 1 subfolder."
    case (let count, false): return "No photos in \(name) itself, but \(count) subfolders."
    }
  }

  private var advice: String? {
    let folders = folders.filter(\.mayHoldMore)
    guard let first = folders.first else { return nil }
    let what =
      folders.count == 1 && first.subfolderCount == 1 ? "its photos" : "their photos"
    guard folders.count == 1, let word = HomePath(first.path, home: home).shellWord else {
      return "photocell -r shows \(what)."
    }
    return "\(command) -r\(first.isCurrent ? "" : " \(word)") shows \(what)."
  }
}

extension BareFolder {
  fileprivate var isCurrent: Bool { path.asFolder.bytes.isEmpty }
}
