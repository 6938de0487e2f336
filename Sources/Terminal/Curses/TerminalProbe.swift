import CNcurses
import CTerminalGuard
import Glibc

/// What can be determined about the terminal without drawing on it: the standard streams, or the
/// controlling terminal where they are redirected.
@MainActor
package struct TerminalProbe {
  package let obstacle: TerminalError?
  package let notice: String?
  package let answers: TerminalAnswers
  package let window: WindowSize?

  /// Waits at most a second for each reply; keys typed meanwhile are lost.
  ///
  /// Can be called on the main actor while no session is open; leaves the terminal unchanged.
  package init() {
    let device = try? TerminalDevice()
    window = device.flatMap { WindowSize(of: $0.output) }
    do throws(TerminalError) {
      let type = try TerminalType(output: device?.output ?? STDOUT_FILENO)
      obstacle = nil
      notice = type.notice
      answers = Self.answers(to: type.questions, on: device)
    } catch {
      (obstacle, notice, answers) = (error, nil, TerminalAnswers())
    }
  }

  private static func answers(
    to set: TerminalQuery?, on device: TerminalDevice?
  ) -> TerminalAnswers {
    // A background process would be stopped.
    guard let set, let device, tcgetpgrp(device.output) == getpgrp(),
      unsafe ctg_open(device.output, "", 0) == 0
    else { return TerminalAnswers() }
    defer { ctg_close() }
    guard silence(device) else { return TerminalAnswers() }
    let question = TerminalQuerier(device: device, set: set)
    question.ask()
    question.awaitEnd(goingOn: true)
    return question.answers
  }

  private static func silence(_ device: TerminalDevice) -> Bool {
    var modes = termios()
    guard unsafe tcgetattr(device.input, &modes) == 0 else { return false }
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    return unsafe tcsetattr(device.input, TCSANOW, &modes) == 0
  }
}
