import CNcurses
import CTerminalGuard

/// Closed exactly once, by scope; at most one per process.
@MainActor
package struct CursesSession: ~Copyable {
  package let screen: CursesScreen
  package let input: CursesInput
  package let notice: String?

  /// `capabilities` are assumed until the terminal has replied. On error nothing has changed.
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
    let question = TerminalQuerier(
      device: device, set: opening.type.questions,
      write: { output.append([.text($0)]) })
    screen = CursesScreen(
      device: device, output: output, sink: sink, capabilities: capabilities, opening: opening,
      colors: colors, question: question)
    notice = opening.type.notice
    input = CursesInput(device: device, screen: screen, question: question)
    question.ask()
  }

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
