package import Base

/// A folder given by the user that was read to its end and has no photos.
package struct EmptyFolder: Hashable, Sendable {
  package let path: ByteString
  /// At any depth if `isRecursive`.
  package let subfolderCount: Int
  package let isRecursive: Bool
  /// Whether it has no entries at all, except hidden ones.
  package let isEmpty: Bool

  package init(
    path: ByteString, subfolderCount: Int = 0, isRecursive: Bool = false, isEmpty: Bool = false
  ) {
    (self.path, self.subfolderCount, self.isRecursive) = (path, subfolderCount, isRecursive)
    self.isEmpty = isEmpty
  }

  package var mayHoldMore: Bool { subfolderCount > 0 && !isRecursive }
}

package struct EmptyFolderMessage {
  private let folders: [EmptyFolder]
  private let home: ByteString?
  private let command: String

  package init(_ folders: [EmptyFolder], home: ByteString?, command: String = "photocell") {
    (self.folders, self.home, self.command) = (folders, home, command)
  }

  /// Not sanitized.
  package var sentences: [String] { folders.map(sentence) + (advice.map { [$0] } ?? []) }

  /// In lower case, to follow the program name; the advice ends the last. Not sanitized.
  package var lines: [String] {
    let lines = folders.map { folder in
      let sentence = sentence(about: folder)
      return sentence.prefix(1).lowercased() + sentence.dropFirst()
    }
    guard let advice, let last = lines.last else { return lines }
    return lines.dropLast() + ["\(last) \(advice)"]
  }

  private func sentence(about folder: EmptyFolder) -> String {
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
    let what = folders.count == 1 && first.subfolderCount == 1 ? "its photos" : "their photos"
    guard folders.count == 1, let word = HomePath(first.path, home: home).shellWord else {
      return "photocell -r shows \(what)."
    }
    return "\(command) -r\(first.isCurrent ? "" : " \(word)") shows \(what)."
  }
}

extension EmptyFolder {
  fileprivate var isCurrent: Bool { path.asFolder.bytes.isEmpty }
}
