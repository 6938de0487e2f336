import CSandbox
import DecoderMessages
import Glibc
import System

/// A decoder process: it never parses anything but samples of its own, and makes a child for every
/// picture.
///
/// One thread only, so that a child gets everything whole. It ends when the socket to the interface
/// does, and its children with it.
package struct DecoderServer<Work: PictureWork>: ~Copyable {
  /// The descriptor that the interface leaves for it.
  private let control = Descriptor(taking: 3)
  private let sandbox: Sandbox
  private var children: [Child] = []
  private var hasReadMetadata = false

  /// Gets everything ready, and says so to the interface; then pictures are decoded, where all of the
  /// sandbox is available or is not asked for.
  private init(_: Work.Type, allowsUnsandboxed: Bool) {
    csb_leave(control.number)
    Work.prepare()
    WarmUp<Work>.run()
    let sandbox = Sandbox(
      systemCalls: Work.systemCalls, hasThreads: Work.hasThreads, mayLack: allowsUnsandboxed)
    // Without room for one child there is none for others: the interface starts another decoder.
    guard let sandbox else { exit(EX_TEMPFAIL) }
    self.sandbox = sandbox
    _ = control.send(ReadyMessage(parts: sandbox.parts).bytes)
  }

  /// Runs a decoder with the arguments of the process until the interface has gone.
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

  /// Waits for what happens next; false when the interface has gone.
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
    let judge = Work.hasThreads ? ThreadJudge() : nil
    guard let process = fork(reportingTo: order.reports) else { return }
    if process == 0 {
      return PictureChild<Work>.run(order, in: sandbox, listener: judge?.childEnd)
    }
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

  /// Makes a child, and returns in both: zero in the child, nil where there is none, which has been
  /// reported.
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

/// A request that has arrived, with the three descriptors that belong to it.
struct DecodeRequest: ~Copyable {
  /// What is asked for.
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
  /// The file of the picture, open for reading.
  let file: Descriptor
  /// Where the answer goes.
  let answer: Descriptor
  /// Where is told how it ended; closed on the other side as soon as nobody wants it any more.
  let reports: Descriptor

  /// Takes a request out of a message; nil where it is none.
  init?(_ message: consuming ReceivedMessage) {
    guard message.descriptorCount == 3, let request = Request(parsing: message.bytes)
    else { return nil }
    self.request = request
    file = message.takeDescriptor()
    answer = message.takeDescriptor()
    reports = message.takeDescriptor()
  }
}
