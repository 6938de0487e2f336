import Base
import CTerminalGuard
import Glibc

@MainActor
struct TerminalLoan {
  /// The program's process group; nil before its start and after its end.
  var group: pid_t?
  var modes: termios?
  var keys: MainLoopWatch?
}

package struct TerminalEnds: Hashable, Sendable {
  package let input: Int32
  package let output: Int32
}

/// Lending the terminal to another program.
///
/// ```
/// lend -> guestHasStarted -> (guestHasStopped -> the shell -> fg ->)… guestHasEnded -> the grid again
/// ```
/// The program has its own process group, as a shell would start it, so Ctrl-C ends it and not us.
/// If Ctrl-Z stops it, we stop too and our parent shell gets the terminal; when that continues us,
/// we continue the program.
extension CursesInput {
  /// Nil if the terminal is lent already or gone; `caption` is written above the program's output.
  package func lend(caption: DisplayText?) -> TerminalEnds? {
    guard isStarted, loan == nil else { return nil }
    ignoreKeys()
    screen.lend()
    loan = TerminalLoan()
    if let caption { device.write(Array("\(caption)\n".utf8)) }
    return TerminalEnds(input: device.input, output: device.output)
  }

  package func guestHasStarted(_ group: Int32) {
    loan?.group = group
  }

  package func guestHasStopped() {
    guard let loan, let group = loan.group else { return }
    var modes = termios()
    if unsafe tcgetattr(device.input, &modes) == 0 { self.loan?.modes = modes }
    takeFront(from: group)
    screen.restoreModes()
    // If no parent could continue us, continue the program instead.
    if ctg_stop() != 0 { resumeGuest() }
  }

  /// Continues the program that was stopped with us; in the background this stops us again.
  func resumeGuest() {
    guard let loan, let group = loan.group else {
      // Waiting for a key needs our own modes.
      if loan?.keys != nil { screen.awaitKey() }
      return
    }
    if tcgetpgrp(device.input) != group {
      if var modes = loan.modes { unsafe tcsetattr(device.input, TCSADRAIN, &modes) }
      tcsetpgrp(device.input, group)
    }
    kill(-group, SIGCONT)
  }

  /// With a caption, a key is awaited first.
  ///
  /// `then` is called when the grid is shown again.
  package func guestHasEnded(caption: DisplayText?, then: @escaping () -> Void) {
    guard let loan else { return }
    if let group = loan.group { takeFront(from: group) }
    self.loan?.group = nil
    guard let caption else { return end(then) }
    device.write(Array("\n\(caption)".utf8))
    screen.awaitKey()
    // Discard input typed for the program and replies sent to it.
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
