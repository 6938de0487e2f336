import Base
import CSandbox
import DecoderProtocol
import Glibc

/// A decoder process: forks a child for every image; parses nothing itself but built-in samples.
///
/// Single-threaded, so that children inherit a consistent state. It ends, with its children, when
/// the socket to the interface is closed.
package struct DecoderServer<Work: PictureWork>: ~Copyable {
  private let control = Descriptor(taking: 3)
  private let sandbox: Sandbox
  private var children: [Child] = []
  private var hasReadMetadata = false

  /// Refuses to decode if a required sandbox part is missing.
  private init(_: Work.Type, allowsUnsandboxed: Bool) {
    csb_leave(control.number)
    Work.prepare()
    WarmUp<Work>.run()
    let sandbox = Sandbox(
      systemCalls: Work.systemCalls, hasThreads: Work.hasThreads, mayLack: allowsUnsandboxed)
    // If there is no memory for one child, exit; the interface starts another decoder.
    guard let sandbox else { exit(EX_TEMPFAIL) }
    self.sandbox = sandbox
    _ = control.send(ReadyMessage(parts: sandbox.parts).bytes)
  }

  /// Runs a decoder until the interface closes the socket.
  package static func run(_ work: Work.Type) -> Never {
    guard isSocket(3) else {
      let text = "this program is started by photocell\n"
      _ = unsafe write(STDERR_FILENO, text, text.utf8.count)
      exit(64)
    }
    var server = DecoderServer(
      work, allowsUnsandboxed: CommandLine.arguments.contains("--allow-unsandboxed"))
    while server.serve() {}
    server.endChildren()
    exit(0)
  }

  private static func isSocket(_ number: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// Handles the next events; returns false when the interface is gone.
  private mutating func serve() -> Bool {
    let isReadable = Polling.wait(for: children.flatMap(\.watched) + [control.number])
    var remaining: [Child] = []
    for (index, child) in children.enumerated() {
      let first = index * Child.watchedCount
      if isReadable[first] {
        child.report()
      } else {
        if isReadable[first + 1] { child.abandon() }
        if isReadable[first + 2] { child.judgeThread() }
        remaining.append(child)
      }
    }
    children = remaining
    return isReadable[isReadable.count - 1] ? takeRequest() : true
  }

  private mutating func takeRequest() -> Bool {
    guard
      let message = ReceivedMessage(
        from: control,
        atMost: max(
          RequestMessage.byteCount, MetadataRequest.byteLimit, FramesRequest.byteCount),
        descriptorCount: 2 + MetadataRequest.fileLimit)
    else { return errno == EMSGSIZE }
    guard !message.bytes.isEmpty else { return false }
    if let request = MetadataRequest(parsing: message.bytes) {
      if let order = MetadataOrder(request, message) { begin(order) }
    } else if let order = DecodeRequest(message) {
      begin(order)
    }
    return true
  }

  private mutating func begin(_ order: consuming DecodeRequest) {
    let judge = Work.hasThreads ? ThreadCreationSupervisor() : nil
    guard let process = fork(reportingTo: order.reports) else { return }
    if process == 0 { return PictureChild<Work>.run(order, in: sandbox, listener: judge?.childEnd) }
    judge?.begin()
    if let child = Child(process: process, reports: order.reports, threads: judge) {
      children.append(child)
    }
  }

  private mutating func begin(_ order: consuming MetadataOrder) {
    if !hasReadMetadata { WarmUp<Work>.readMetadata() }
    hasReadMetadata = true
    guard let process = fork(reportingTo: order.reports) else { return }
    if process == 0 { return MetadataChild<Work>.run(order, in: sandbox) }
    if let child = Child(process: process, reports: order.reports, threads: nil) {
      children.append(child)
    }
  }

  /// Forks and returns in both processes: zero in the child, nil after a reported failure.
  private func fork(reportingTo reports: borrowing Descriptor) -> pid_t? {
    if let part = sandbox.lackedPart {
      _ = reports.send(EndMessage.unsandboxed(missing: part).bytes)
      return nil
    }
    let process = csb_fork()
    guard process >= 0 else {
      _ = reports.send(EndMessage.notStarted(errno: errno).bytes)
      return nil
    }
    return process
  }

  private func endChildren() {
    for child in children { child.abandon() }
    for child in children { child.report() }
  }
}

struct DecodeRequest: ~Copyable {
  enum Request {
    case picture(RequestMessage)
    case frames(FramesRequest)

    init?(parsing bytes: [UInt8]) {
      if let request = RequestMessage(parsing: bytes) {
        self = .picture(request)
      } else if let request = FramesRequest(parsing: bytes) {
        self = .frames(request)
      } else {
        return nil
      }
    }
  }

  let request: Request
  /// Opened for reading.
  let file: Descriptor
  let answer: Descriptor
  /// For the report of the child's end; the client closes its end to cancel.
  let reports: Descriptor

  init?(_ message: consuming ReceivedMessage) {
    guard message.descriptorCount == 3, let request = Request(parsing: message.bytes)
    else { return nil }
    self.request = request
    answer = message.takeDescriptor()
    reports = message.takeDescriptor()
    file = message.takeDescriptor()
  }
}

/// A child that decodes one image, as seen by its parent process.
final class Child {
  private let process: pid_t
  private let ending, reports: Descriptor
  private let threads: ThreadCreationSupervisor?
  private var isWanted = true

  /// Kills the child and returns nil if it cannot be watched; it must not have been waited for.
  ///
  /// `threads` is nil if the child may have no threads.
  init?(process: pid_t, reports: consuming Descriptor, threads: ThreadCreationSupervisor?) {
    guard let ending = Descriptor.ofProcess(process) else {
      let message = EndMessage.notStarted(errno: errno)
      Self.end(process)
      _ = reports.send(message.bytes)
      return nil
    }
    self.ending = ending
    self.reports = reports
    (self.process, self.threads) = (process, threads)
  }

  static let watchedCount = 3

  /// Descriptors to poll: end of the child, cancellation by the client, and thread requests.
  var watched: [Int32] { [ending.number, isWanted ? reports.number : -1, threads?.number ?? -1] }

  func judgeThread() {
    threads?.act(on: process)
  }

  /// Kills the child, whose process ID stays valid until it has been waited for.
  func abandon() {
    isWanted = false
    kill(process, SIGKILL)
  }

  /// Reaps the child after it has ended, and reports how.
  func report() {
    var (status, usage): (Int32, rusage) = (0, rusage())
    while unsafe wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    let signal = status & 0x7F
    let message: EndMessage =
      signal == 0
      ? .exited(code: status >> 8 & 0xFF, kilobytes: UInt32(clamping: usage.ru_maxrss))
      : .killed(signal: signal)
    _ = reports.send(message.bytes)
  }

  private static func end(_ process: pid_t) {
    kill(process, SIGKILL)
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
  }
}
