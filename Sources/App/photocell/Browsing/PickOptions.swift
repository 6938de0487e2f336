import ArgumentParser
import Catalog
import Glibc
import Values

/// What becomes of the photos that were marked.
struct PickOptions: ParsableArguments {
  @Flag(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Print the marked photos at the end, one a line.",
      discussion: """
        So it is wherever standard output is no terminal. With --null each is ended by a zero byte.
        """))
  var output = false

  @Option(
    defaultAsFlag: 1,
    help: ArgumentHelp(
      """
      Pick photos for another program: Enter takes the marked ones, or the one it is on; with a number \
      that many, and the last mark ends.
      """, valueName: "count"))
  var pick: Int?

  @Option(
    name: .customLong("cwd-file"),
    help: ArgumentHelp(
      "At the end, write the folder that one leaves on into this file, as 'photocell init' does.",
      valueName: "file"))
  var folderFile: PathArgument?

  func validate() throws {
    if let pick, pick < 1 { throw ValidationError("--pick takes a number from 1 on") }
  }

  /// Whether the marked photos are printed.
  var isPrinting: Bool { output || pick != nil || isatty(STDOUT_FILENO) != 1 }

  /// The same words with a value behind each `--pick` and `--stats` that has none, so that a folder may
  /// follow it.
  static func completed(_ words: [String]) -> [String] {
    let own = words.prefix { $0 != "--" }
    return own.indices.map { index in
      let next = index + 1 < own.endIndex ? own[index + 1] : ""
      return switch own[index] {
      case "--pick" where Int(next) == nil: "--pick=1"
      case "--stats" where SessionStatistics.Form(rawValue: next) == nil: "--stats=text"
      default: own[index]
      }
    } + words[own.endIndex...]
  }
}

/// The photos that were picked, as another program reads them.
struct PickedPhotos {
  let photos: [Photo]
  /// Whether each is ended by a zero byte, and not by the end of a line.
  let isZeroSeparated: Bool

  /// The path of each as it was given, or its address, in the order of the list.
  var bytes: [UInt8] {
    photos.flatMap { photo in
      (photo.path?.bytes ?? Array("\(photo)".utf8)) + [isZeroSeparated ? 0 : UInt8(ascii: "\n")]
    }
  }
}
