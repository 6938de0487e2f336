package import Base
package import FileActions

/// Runs programs for the browser, in the terminal or in the background.
package protocol ProgramRunning: AnyObject {
  /// Starts a program and returns at once; `then` is called after the terminal is restored.
  func run(_ order: ProgramOrder, then: @escaping (ProgramEnd) -> Void)

  /// Sends an image file to the terminal's clipboard and returns at once; `type` is a media type.
  func copyPicture(at path: ByteString, type: String, byteCount: Int?) -> PictureCopying
}

nonisolated package enum PictureCopying: Hashable, Sendable {
  /// The terminal has no clipboard for images.
  case impossible
  case sent
  /// Sending would block the connection to the terminal for seconds.
  case tooLarge
}

nonisolated package struct ProgramOrder: Sendable {
  nonisolated package enum Manner: Hashable, Sendable {
    /// In the foreground; a key press returns to the browser.
    case shown
    /// In the foreground; the browser returns at once.
    case full
    /// In the background, with its output discarded.
    case beside
  }

  /// Makes the shell script; may block, and runs on a thread that allows it.
  package let script: @Sendable () throws(SystemError) -> ByteString
  /// The name used in messages; unsanitized.
  package let title: String
  package let manner: Manner
}

package struct ProgramSettings {
  /// In order of preference.
  package var rules: [OpenRule]
  package var hasDisplay: Bool
  /// The editor command; a path is appended to it.
  package var editor: String
  package var temporaryFolder: String
  package var clipboard: ClipboardProgram?
  package var workingFolder: [UInt8]

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

  nonisolated static func absolute(_ path: ByteString, in folder: [UInt8]) -> ByteString {
    let slash = UInt8(ascii: "/")
    return path.bytes.first == slash ? path : ByteString(folder + [slash] + path.bytes)
  }
}
