import CNcurses
import CTerminalGuard
import Glibc
package import Terminal

/// What can be learnt of the terminal of this process without drawing on it.
package struct TerminalProbe {
  /// Why it could not be taken over; nil where it could.
  package let obstacle: TerminalError?
  /// What is to be said of its type: one sentence, or nil.
  package let notice: String?
  /// What it answers.
  package let answers: TerminalAnswers

  /// Asks the terminal, and in tmux the one outside, and waits a second at most for each; keys that are typed meanwhile are lost.
  ///
  /// Callable on the main actor while no session is open; the terminal is left as it was.
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

  private static func answers(to set: QuestionSet?) -> TerminalAnswers {
    guard let set else { return TerminalAnswers() }
    // A program in the background would be stopped.
    guard isatty(STDOUT_FILENO) == 1, let device = try? TerminalDevice(),
      tcgetpgrp(device.output) == getpgrp(), unsafe ctg_open(device.output, "", 0) == 0
    else { return TerminalAnswers() }
    defer { ctg_close() }
    guard silence(device) else { return TerminalAnswers() }
    let question = TerminalQuestion(device: device, set: set)
    question.ask()
    question.awaitEnd(goingOn: true)
    return question.answers
  }

  /// Has the terminal pass on what it answers at once, and not show it.
  private static func silence(_ device: TerminalDevice) -> Bool {
    var modes = termios()
    guard unsafe tcgetattr(device.input, &modes) == 0 else { return false }
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    return unsafe tcsetattr(device.input, TCSANOW, &modes) == 0
  }
}
