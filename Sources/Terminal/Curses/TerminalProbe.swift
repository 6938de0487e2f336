import CNcurses
import CTerminalGuard
import Glibc

/// What can be determined about the terminal without drawing on it.
@MainActor
package struct TerminalProbe {
  package let obstacle: TerminalError?
  package let notice: String?
  package let answers: TerminalAnswers

  /// Waits at most a second for each reply; keys typed meanwhile are lost.
  ///
  /// Can be called on the main actor while no session is open; leaves the terminal unchanged.
  package init() {
    do throws(TerminalError) {
      let type = try TerminalType(output: STDOUT_FILENO)
      obstacle = nil
      notice = type.notice
      answers = Self.answers(to: type.questions)
    } catch {
      (obstacle, notice, answers) = (error, nil, TerminalAnswers())
    }
  }

  private static func answers(to set: TerminalQuery?) -> TerminalAnswers {
    guard let set else { return TerminalAnswers() }
    // A background process would be stopped.
    guard isatty(STDOUT_FILENO) == 1, let device = try? TerminalDevice(),
      tcgetpgrp(device.output) == getpgrp(), unsafe ctg_open(device.output, "", 0) == 0
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
