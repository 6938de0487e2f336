import CNcurses
import CTerminalGuard
import Glibc
package import Imaging

/// The terminal while the program has it: opened once, and given back exactly once, by scope.
///
/// The main actor opens and ends it. A process has at most one.
package struct CursesSession: ~Copyable {
  /// Where frames are shown.
  package let screen: CursesScreen
  /// Where keys come from.
  package let input: CursesInput

  /// Why a terminal of this type could not be taken over; nil where it could.
  ///
  /// Callable on the main actor while no session is open; nothing is changed on the terminal.
  package static var obstacle: TerminalError? {
    do throws(TerminalError) {
      _ = try TerminalType(output: STDOUT_FILENO)
      return nil
    } catch {
      return error
    }
  }

  /// Takes the terminal over.
  /// - Parameter depth: The colours that the terminal is believed to show.
  /// - Throws: A `TerminalError`; nothing has been changed on the terminal.
  package init(depth: ColorDepth) throws(TerminalError) {
    let device = try TerminalDevice()
    let opening = try CursesOpening(device: device)
    let numbering = try opening.open(depth)
    let question = TerminalQuestion(device: device, isUnderstood: opening.understandsStrings)
    screen = CursesScreen(
      device: device, size: device.size ?? opening.size, numbering: numbering,
      pairLimit: opening.pairLimit, question: question)
    input = CursesInput(device: device, screen: screen, question: question)
    question.ask()
  }

  deinit {
    let (input, screen) = (input, screen)
    MainActor.assumeIsolated {
      input.stop()
      screen.close()
      ctg_close()
    }
  }
}
