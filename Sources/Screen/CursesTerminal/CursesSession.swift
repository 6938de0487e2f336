import CNcurses
import CTerminalGuard
package import Terminal

/// The terminal while the program has it: opened once, and given back exactly once, by scope.
///
/// The main actor opens and ends it. A process has at most one.
package struct CursesSession: ~Copyable {
  /// Where frames are shown.
  package let screen: CursesScreen
  /// Where keys come from.
  package let input: CursesInput
  /// What is to be said once of the terminal, such as that its type is not known: one sentence.
  package let notice: String?

  /// Takes the terminal over.
  /// - Parameters:
  ///   - capabilities: What the terminal is believed to be capable of, before it is asked.
  ///   - showsCursor: Whether the cursor is seen where it stands.
  /// - Throws: A `TerminalError`; nothing has been changed on the terminal.
  package init(
    capabilities: TerminalCapabilities, showsCursor: Bool = false
  ) throws(TerminalError) {
    let device = try TerminalDevice()
    let opening = try CursesOpening(device: device)
    guard let sink = FrameSink(terminal: device.output),
      let output = TerminalOutput(descriptor: device.output)
    else { throw .notOpened }
    let colors = try opening.open(
      capabilities.colors, showsCursor: showsCursor, writingTo: sink.number)
    let question = TerminalQuestion(
      device: device, set: opening.type.questions,
      write: { output.append([.text($0)]) })
    screen = CursesScreen(
      device: device, output: output, sink: sink, capabilities: capabilities, opening: opening,
      colors: colors, question: question)
    notice = opening.type.notice
    input = CursesInput(device: device, screen: screen, question: question)
    question.ask()
  }

  /// Whether there is a terminal to read keys from and to draw on: the standard streams where they are one,
  /// and otherwise the controlling terminal.
  nonisolated package static var hasTerminal: Bool { TerminalDevice.isAvailable }

  deinit {
    let (input, screen) = (input, screen)
    MainActor.assumeIsolated {
      input.stop()
      screen.close()
      ctg_close()
    }
  }
}
