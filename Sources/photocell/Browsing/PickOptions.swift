import ArgumentParser
import Base
import Catalogs
import Glibc

struct PickOptions: ParsableArguments {
  @Flag(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Print the paths of marked photos at the end, one per line.",
      discussion: """
        This is the default when standard output is not a terminal. With --null they are \
        separated by zero bytes.
        """))
  var output = false

  @Option(
    defaultAsFlag: 1,
    help: ArgumentHelp(
      """
      Pick photos for another program: Enter takes the marked photos, else this one. With a number, \
      that many; the last mark ends.
      """, valueName: "count"))
  var pick: Int?

  @Option(
    name: .customLong("cwd-file"),
    help: ArgumentHelp(
      "Write the last folder to this file at the end, for the function of 'photocell init'.",
      valueName: "file"))
  var folderFile: PathArgument?

  func validate() throws {
    if let pick, pick < 1 { throw ValidationError("--pick takes a number of at least 1") }
  }

  var isPrinting: Bool { output || pick != nil || isatty(STDOUT_FILENO) != 1 }

  /// Adds a value to each `--pick` and `--stats` without one, so that a folder argument may follow.
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

struct PickedPhotos {
  let photos: [Photo]
  let isZeroSeparated: Bool

  /// Each photo's path as it was given, or its address, in list order.
  var bytes: [UInt8] {
    photos.flatMap { photo in
      (photo.path?.bytes ?? Array("\(photo)".utf8)) + [isZeroSeparated ? 0 : UInt8(ascii: "\n")]
    }
  }
}
