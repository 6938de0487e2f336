import ArgumentParser
import Base
import Catalogs
import Glibc

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
