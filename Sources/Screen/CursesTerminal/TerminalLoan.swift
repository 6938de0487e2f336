import CTerminalGuard
import Concurrency
import Glibc
package import Terminal

/// The terminal while another program has it.
struct TerminalLoan {
  /// The process group of the program; nil before it is started, and when it is over.
  var group: pid_t?
  /// The modes that the program had set when it was stopped.
  var modes: termios?
  /// What waits for a key when the program is over.
  var keys: MainLoopWatch?
}

/// Both ends of the terminal, for a program that gets it.
package struct TerminalEnds: Hashable, Sendable {
  /// The descriptor that keys are read from.
  package let input: Int32
  /// The descriptor that is written to.
  package let output: Int32
}

/// Lending the terminal to another program.
///
/// ```
/// lend -> guestHasStarted -> (guestHasStopped -> the shell -> fg ->)… guestHasEnded -> the grid again
/// ```
/// The program is a process group of its own, as a shell would start it: Ctrl-C ends it and not us. When
/// Ctrl-Z stops it we stop as well, so that the shell that we were started by has the terminal, and when that
/// has us go on, so does the program.
extension CursesInput {
  /// Leaves the screen to a program, and reads no key until it has ended.
  /// - Parameter caption: A line that is written above what the program writes; nil for none.
  /// - Returns: What the program is started on; nil where the terminal is lent already, or gone.
  package func lend(caption: DisplayText?) -> TerminalEnds? {
    guard isStarted, loan == nil else { return nil }
    ignoreKeys()
    screen.lend()
    loan = TerminalLoan()
    if let caption { device.write(Array("\(caption)\n".utf8)) }
    return TerminalEnds(input: device.input, output: device.output)
  }

  /// Hears that the program has been started, as a process group in front.
  package func guestHasStarted(_ group: Int32) {
    loan?.group = group
  }

  /// Stops together with the program, as it would have stopped alone.
  package func guestHasStopped() {
    guard let loan, let group = loan.group else { return }
    var modes = termios()
    if unsafe tcgetattr(device.input, &modes) == 0 { self.loan?.modes = modes }
    takeFront(from: group)
    screen.restoreModes()
    // Where there is nobody who could have us go on, the program must.
    if ctg_stop() != 0 { goOnLending() }
  }

  /// Has the program go on that was stopped with us; in the background this stops us again.
  func goOnLending() {
    guard let loan, let group = loan.group else {
      // Whoever waits for a key waits in his own modes.
      if loan?.keys != nil { screen.awaitKey() }
      return
    }
    if tcgetpgrp(device.input) != group {
      if var modes = loan.modes { unsafe tcsetattr(device.input, TCSADRAIN, &modes) }
      tcsetpgrp(device.input, group)
    }
    kill(-group, SIGCONT)
  }

  /// Takes the terminal back from a program that has ended.
  /// - Parameters:
  ///   - caption: A line after which a key is waited for, so that what the program has written can be read;
  ///     nil where the grid comes back at once.
  ///   - then: Is called when the grid is back.
  package func guestHasEnded(caption: DisplayText?, then: @escaping () -> Void) {
    guard let loan else { return }
    if let group = loan.group { takeFront(from: group) }
    self.loan?.group = nil
    guard let caption else { return end(then) }
    device.write(Array("\n\(caption)".utf8))
    screen.awaitKey()
    // What was typed for the program is none of ours, nor is what the terminal has told it.
    tcflush(device.input, TCIFLUSH)
    self.loan?.keys = MainLoop.watch(device.input) { [weak self] in
      guard let self else { return }
      let hasKey = device.read(before: .now) != nil
      if hasKey { device.write("\r\n") }
      if hasKey || device.isGone { end(then) }
    }
  }

  private func end(_ then: () -> Void) {
    loan?.keys?.cancel()
    loan = nil
    screen.endLoan()
    readKeys()
    resize()
    deliver?(.resumed)
    then()
  }

  /// Makes our group the one in front, where the program's is; in the background nobody may.
  private func takeFront(from group: pid_t) {
    guard tcgetpgrp(device.input) == group else { return }
    var (background, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&background)
    unsafe sigaddset(&background, SIGTTOU)
    unsafe pthread_sigmask(SIG_BLOCK, &background, &before)
    tcsetpgrp(device.input, getpgrp())
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
