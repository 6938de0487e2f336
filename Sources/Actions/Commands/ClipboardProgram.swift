import Glibc
import System

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
      let process = start(reading: file)
    else { return false }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return false }
    }
    return status == 0
  }

  private var arguments: [String] {
    switch self {
    case .wlCopy: [rawValue]
    case .xclip: [rawValue, "-selection", "clipboard"]
    }
  }

  private func start(reading input: borrowing Descriptor) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawn_file_actions_adddup2(&actions, input.number, STDIN_FILENO)
    for number in [STDOUT_FILENO, STDERR_FILENO] {
      unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0)
    }
    unsafe posix_spawnattr_init(&attributes)
    // What ends this program by the keyboard leaves the clipboard alone.
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var arguments = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
      unsafe arguments.forEach { unsafe free($0) }
    }
    var process = pid_t()
    let failure = unsafe posix_spawnp(
      &process, rawValue, &actions, &attributes, &arguments, environ)
    return failure == 0 ? process : nil
  }
}
