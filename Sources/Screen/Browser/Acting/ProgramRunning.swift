package import Commands
package import Values

/// Runs programs for the browser: with the terminal, or beside it.
package protocol ProgramRunning: AnyObject {
  /// Runs a program, and returns at once.
  /// - Parameters:
  ///   - order: What is run, and how.
  ///   - then: Hears how it has ended, when the terminal is back.
  func run(_ order: ProgramOrder, then: @escaping (ProgramEnd) -> Void)

  /// Hands the picture in a file to the terminal for its clipboard, and returns at once.
  /// - Parameters:
  ///   - path: The file's path.
  ///   - type: The media type of what is in it.
  ///   - byteCount: Its size in bytes; nil where nobody knows.
  /// - Returns: What the terminal does about it.
  func copyPicture(at path: ByteString, type: String, byteCount: Int?) -> PictureCopying
}

/// What a terminal does about a picture that is to be copied.
nonisolated package enum PictureCopying: Hashable, Sendable {
  /// It takes none.
  case impossible
  /// The picture has been sent.
  case sent
  /// The picture would hold up everything else for seconds.
  case tooLarge
}

/// A program that is to be run.
nonisolated package struct ProgramOrder: Sendable {
  /// What a program does to the screen.
  nonisolated package enum Manner: Hashable, Sendable {
    /// It has the terminal, and a key is waited for afterwards.
    case shown
    /// It has the terminal, and the grid comes back at once.
    case full
    /// It runs beside the browser, and what it writes is lost.
    case beside
  }

  /// Makes the script that the shell is given, on a thread that may block.
  package let script: @Sendable () throws(SystemError) -> ByteString
  /// What is said of it; foreign text.
  package let title: String
  /// What it does to the screen.
  package let manner: Manner
}

/// What programs there are on this machine.
package struct ProgramSettings {
  /// With what photos are opened, the first before the others.
  package var rules: [OpenRule]
  /// Whether there is a desktop, which knows what to open files with.
  package var hasDisplay: Bool
  /// The command that edits a file whose path stands behind it.
  package var editor: String
  /// Where files are made that are gone again soon.
  package var temporaryFolder: String
  /// What keeps the desktop's clipboard; nil where there is none.
  package var clipboard: ClipboardProgram?
  /// The folder that relative paths begin in, as bytes.
  package var workingFolder: [UInt8]

  /// Tells what there is.
  package init(
    rules: [OpenRule] = [], hasDisplay: Bool = false, editor: String = "vi",
    temporaryFolder: String = "/tmp", clipboard: ClipboardProgram? = nil,
    workingFolder: [UInt8] = []
  ) {
    self.rules = rules
    self.hasDisplay = hasDisplay
    self.editor = editor
    self.temporaryFolder = temporaryFolder
    self.clipboard = clipboard
    self.workingFolder = workingFolder
  }

  /// The path that means the same in every folder.
  nonisolated static func absolute(_ path: ByteString, in folder: [UInt8]) -> ByteString {
    let slash = UInt8(ascii: "/")
    return path.bytes.first == slash ? path : ByteString(folder + [slash] + path.bytes)
  }
}
