package import Values

/// What is said where there are no photos: what there is instead, and how to see what lies deeper.
package struct BareFolderWords {
  private let folders: [BareFolder]
  private let home: ByteString?
  private let command: String

  /// Takes the folders that were asked for.
  /// - Parameters:
  ///   - folders: Those without photos.
  ///   - home: The home folder of the user, which is written as `~`.
  ///   - command: The words that the user begins a command with.
  package init(_ folders: [BareFolder], home: ByteString?, command: String = "photocell") {
    self.folders = folders
    self.home = home
    self.command = command
  }

  /// A sentence for each folder, and one more about what is in those inside; foreign text, not
  /// sanitised.
  package var sentences: [String] {
    folders.map(sentence) + (advice.map { [$0] } ?? [])
  }

  /// The same in lines as they stand behind the name of a program, what is advised at the end of the
  /// last; foreign text, not sanitised.
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
    case (_, true): return "No photos in \(name), nor in the folders inside."
    case (1, false): return "No photos in \(name) itself, but 1 folder inside."
    case (let count, false): return "No photos in \(name) itself, but \(count) folders inside."
    }
  }

  /// How to see the photos of the folders inside, where there may be any.
  private var advice: String? {
    let folders = folders.filter(\.mayHoldMore)
    guard let first = folders.first else { return nil }
    let what =
      folders.count == 1 && first.subfolderCount == 1 ? "what is in it" : "what is in them"
    guard folders.count == 1, let word = HomePath(first.path, home: home).shellWord else {
      return "With -r photocell shows \(what)."
    }
    return "\(command) -r\(first.isCurrent ? "" : " \(word)") shows \(what)."
  }
}

extension BareFolder {
  /// Whether it is the working folder, which nobody needs to name.
  fileprivate var isCurrent: Bool { path.asFolder.bytes.isEmpty }
}
