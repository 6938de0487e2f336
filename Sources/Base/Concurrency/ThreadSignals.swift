internal import Glibc

package enum ThreadSignals {
  /// Makes writes of this thread fail instead, to a closed connection or a file at its size limit.
  package static func block() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe sigaddset(&signals, SIGXFSZ)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
