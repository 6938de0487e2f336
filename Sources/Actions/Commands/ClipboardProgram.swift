import Glibc
import System
package import Values

/// A program that keeps the clipboard of a desktop, for terminals that do not write to it themselves.
package enum ClipboardProgram: String, Sendable {
  /// For Wayland.
  case wlCopy = "wl-copy"
  /// For X11.
  case xclip

  /// The program for the desktop that an environment speaks of, whether it is installed or not; nil where it
  /// speaks of none.
  package init?(environment: (String) -> String?) {
    if environment("WAYLAND_DISPLAY")?.isEmpty == false {
      self = .wlCopy
    } else if environment("DISPLAY")?.isEmpty == false {
      self = .xclip
    } else {
      return nil
    }
  }

  /// Puts text on the clipboard; blocks until the program has taken it.
  /// - Returns: Whether it has.
  @discardableResult
  package func take(_ text: [UInt8]) -> Bool {
    guard let file = Descriptor.ofSealedFile(text), lseek(file.number, 0, SEEK_SET) == 0,
      let nowhere = Descriptor.ofNowhere
    else { return false }
    let streams = ProgramStreams(
      input: file.number, output: nowhere.number, errors: nowhere.number)
    // What ends this program by the keyboard leaves the clipboard alone.
    guard let process = try? Program(rawValue, arguments).start(on: streams) else { return false }
    return ProgramChange.next(of: process) == .ended(.exited(0))
  }

  /// The command that puts the content of a file on the clipboard.
  /// - Parameters:
  ///   - path: The file's path.
  ///   - type: The media type of what is in it.
  /// - Returns: A script for the shell.
  package func script(for path: ByteString, type: String) -> ByteString {
    let beginning =
      switch self {
      case .wlCopy: "wl-copy --type \(type) < "
      case .xclip: "xclip -selection clipboard -t \(type) -i "
      }
    return ByteString(Array(beginning.utf8) + path.quoted)
  }

  private var arguments: [String] {
    switch self {
    case .wlCopy: []
    case .xclip: ["-selection", "clipboard"]
    }
  }
}
