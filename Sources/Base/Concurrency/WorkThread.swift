internal import Glibc

final class WorkThread {
  private let label: String
  private let givesWay: Bool
  private let work: @Sendable () -> Void

  private init(label: String, givesWay: Bool, work: @escaping @Sendable () -> Void) {
    self.label = label
    self.givesWay = givesWay
    self.work = work
  }

  static func start(
    label: String, givesWay: Bool, _ work: @escaping @Sendable () -> Void
  ) -> Bool {
    let held = unsafe Unmanaged.passRetained(
      WorkThread(label: label, givesWay: givesWay, work: work))
    var thread = pthread_t()
    let failure = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<WorkThread>.fromOpaque(context).takeRetainedValue().main()
        return nil
      }, held.toOpaque())
    guard failure == 0 else {
      unsafe held.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  private func main() {
    Self.nameThread(label)
    // On Linux niceness is per thread, contrary to POSIX (setpriority(2)).
    if givesWay { setpriority(Int32(PRIO_PROCESS.rawValue), 0, 19) }
    work()
  }

  private static func nameThread(_ label: String) {
    let comm = unsafe open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard comm >= 0 else { return }
    _ = unsafe write(comm, label, label.utf8.count)
    close(comm)
  }
}
