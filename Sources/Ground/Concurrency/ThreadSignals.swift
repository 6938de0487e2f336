internal import Glibc

/// The signals by which the system ends a program that writes where nothing can be written.
package enum ThreadSignals {
  /// Makes writes of the calling thread fail instead, to a connection that has ended as to a file that
  /// has reached its limit.
  package static func block() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe sigaddset(&signals, SIGXFSZ)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
