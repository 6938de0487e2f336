package import Base
import Glibc

package enum ClipboardProgram: String, Sendable {
  case wlCopy = "wl-copy"
  case xclip

  package init?(environment: (String) -> String?) {
    if environment("WAYLAND_DISPLAY")?.isEmpty == false {
      self = .wlCopy
    } else if environment("DISPLAY")?.isEmpty == false {
      self = .xclip
    } else {
      return nil
    }
  }

  /// Copies text to the clipboard, false on failure; blocks until the program has read it.
  @discardableResult
  package func take(_ text: [UInt8]) -> Bool {
    guard let file = Descriptor.ofSealedFile(text), lseek(file.number, 0, SEEK_SET) == 0,
      let nowhere = Descriptor.ofNowhere
    else { return false }
    let streams = ProgramStreams(
      input: file.number, output: nowhere.number, errors: nowhere.number)
    // A process group of its own: Ctrl-C in the terminal must not end the clipboard's owner.
    guard let process = try? Program(rawValue, arguments).start(on: streams) else { return false }
    return ProgramChange.next(of: process) == .ended(.exited(0))
  }

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
