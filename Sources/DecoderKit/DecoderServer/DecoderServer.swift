import Base
import CSandbox
package import DecoderProtocol
import Glibc
package import Imaging

/// A decoder process: forks a child for every image; parses nothing itself but built-in samples.
///
/// Single-threaded: children inherit a consistent state. Ends with them when the socket is closed.
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
    let sandbox = Sandbox(hasThreads: Work.hasThreads, mayLack: allowsUnsandboxed)
    // If there is no memory for one child, exit; the interface starts another decoder.
    guard let sandbox else { exit(EX_TEMPFAIL) }
    self.sandbox = sandbox
    _ = control.send(ReadyMessage(parts: sandbox.parts).bytes)
  }

  /// Runs a decoder until the interface closes the socket.
  package static func run(_ work: Work.Type) -> Never {
    var status = stat()
    guard unsafe fstat(3, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
      let text = "this program is started by photocell\n"
      _ = unsafe write(STDERR_FILENO, text, text.utf8.count)
      exit(64)
    }
    var server = DecoderServer(
      work, allowsUnsandboxed: CommandLine.arguments.contains("--allow-unsandboxed"))
    while server.serve() {}
    for child in server.children { child.abandon() }
    for child in server.children { child.report() }
    exit(0)
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
    if let order = DecoderOrder(message) { begin(order) }
    return true
  }

  private mutating func begin(_ order: consuming DecoderOrder) {
    var judge: ThreadCreationSupervisor?
    if case .metadata = order.request {
      if !hasReadMetadata { WarmUp<Work>.readMetadata() }
      hasReadMetadata = true
    } else if Work.hasThreads {
      judge = ThreadCreationSupervisor()
    }
    if let part = sandbox.lackedPart {
      _ = order.reports.send(EndMessage.unsandboxed(missing: part).bytes)
      return
    }
    let process = csb_fork()
    guard process >= 0 else {
      _ = order.reports.send(EndMessage.notStarted(errno: errno).bytes)
      return
    }
    if process == 0 { return DecoderChild<Work>.run(order, in: sandbox, listener: judge?.childEnd) }
    judge?.begin()
    if let child = Child(process: process, reports: order.reports, threads: judge) {
      children.append(child)
    }
  }
}

struct DecoderOrder: ~Copyable {
  enum Request {
    case picture(RequestMessage)
    case frames(FramesRequest)
    case metadata(MetadataRequest)
    case archive(ArchiveRequest)

    init?(parsing bytes: [UInt8]) {
      if let request = MetadataRequest(parsing: bytes) {
        self = .metadata(request)
      } else if let request = RequestMessage(parsing: bytes) {
        self = .picture(request)
      } else if let request = FramesRequest(parsing: bytes) {
        self = .frames(request)
      } else if let request = ArchiveRequest(parsing: bytes) {
        self = .archive(request)
      } else {
        return nil
      }
    }

    var fileCount: Int {
      if case .metadata(let request) = self { request.fileByteCounts.count } else { 1 }
    }
  }

  let request: Request
  let answer: Descriptor
  /// For the report of the child's end; the client closes its end to cancel.
  let reports: Descriptor
  /// Owns the descriptors of the files, opened for reading.
  let message: ReceivedMessage

  init?(_ message: consuming ReceivedMessage) {
    guard let request = Request(parsing: message.bytes),
      message.descriptors.count == 2 + request.fileCount
    else { return nil }
    self.request = request
    answer = message.takeDescriptor()
    reports = message.takeDescriptor()
    self.message = message
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
      kill(process, SIGKILL)
      while waitpid(process, nil, 0) < 0, errno == EINTR {}
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
}

struct Sandbox {
  /// The parts that work, verified by trying them in a child.
  let parts: Set<SandboxPart>
  private let mayLack: Bool

  /// Sandboxes this process and prepares the rest; nil if no child could be forked for the test.
  ///
  /// `mayLack` allows decoding without unavailable parts.
  init?(hasThreads: Bool, mayLack: Bool) {
    let (base, most) = (DecodingAllowance.base, DecodingAllowance.most)
    var limits = csb_limits(
      seconds: UInt64(base.processorSeconds), most_seconds: UInt64(most.processorSeconds),
      bytes: UInt64(base.memory), most_bytes: UInt64(most.memory))
    let prepared = unsafe csb_prepare(&limits, hasThreads ? 1 : 0)
    var held: UInt32 = 0
    guard unsafe csb_prove(prepared, &held) == 0 else { return nil }
    parts = Set(bits: UInt8(held)) ?? []
    self.mayLack = mayLack
  }

  var lackedPart: SandboxPart? {
    mayLack ? nil : SandboxPart.allCases.first { !parts.contains($0) }
  }

  /// Sandboxes a child irrevocably; returns false if a part no longer works.
  ///
  /// `socket` receives the seccomp listener; -1 for none.
  func enter(socket: Int32) -> Bool { csb_enter(UInt32(parts.bits), socket) == UInt32(parts.bits) }
}

/// Decides whether a child may create another thread, since its seccomp filter cannot count.
final class ThreadCreationSupervisor {
  /// libvips, libheif and its codecs start up to nine if they see one processor.
  private static let most: UInt32 = 16

  /// The child sends its seccomp listener over this.
  private var channel: SocketPair
  private var listener: Descriptor?
  private var allowedCount: UInt32 = 0
  /// The descriptor to poll; -1 if there is nothing more to wait for.
  private(set) var number: Int32

  /// Must be created before the fork; if nil, the child's threads are denied.
  init?() {
    guard let channel = SocketPair(.messages) else { return nil }
    number = channel.near.number
    self.channel = channel
  }

  /// The child's end of the socket; valid only in the child after `begin`.
  var childEnd: Int32 { channel.far }

  /// Must be called after the fork.
  func begin() {
    channel.closeFar()
  }

  /// Never blocks.
  func act(on child: pid_t) {
    guard number != channel.near.number else { return takeListener() }
    switch csb_judge_thread(number, child, Self.most, allowedCount) {
    case 1: allowedCount += 1
    case 0: break
    default: number = -1
    }
  }

  private func takeListener() {
    guard var message = ReceivedMessage(from: channel.near, atMost: 1, descriptorCount: 1),
      message.descriptors.count == 1
    else { return number = -1 }
    let taken = message.takeDescriptor()
    number = taken.number
    listener = .some(consume taken)
  }
}

/// Everything that parses images, in a sandboxed child: crashes and hangs affect no other image.
package protocol PictureWork {
  /// Whether the codecs create threads; otherwise a child that creates one is killed.
  static var hasThreads: Bool { get }

  /// Warms up the codecs in the parent process.
  static func prepare()

  /// Built-in images that the parent decodes, and reads metadata from, after `prepare`.
  static var samples: [[UInt8]] { get }

  /// `onSize` takes the number of pixels in the header, from any thread; it raises the limits once.
  init(_ request: RequestMessage, onSize: @escaping @Sendable (_ pixelCount: Int) -> Void)

  /// Decodes from the parts of a file that are needed; nil if it is to be read as a whole.
  func decodeParts(of file: ReceivedFile) throws(PictureError) -> DecodedPicture?

  /// Number of bytes to read before calling `decodeStart`; zero if that needs the whole file.
  static var startByteCount: Int { get }

  /// Number of bytes from the end of the file for `decodeStart`; zero if not needed.
  static var endByteCount: Int { get }

  /// Decodes from the first bytes of a larger file; nil if all of it is needed.
  ///
  /// `end` has fewer bytes than requested if they cannot be read.
  func decodeStart(_ bytes: [UInt8], end: [UInt8]) throws(PictureError) -> DecodedPicture?

  /// Decodes a mapped file after `decodeStart` returned nil; nil if the file must be read instead.
  ///
  /// The file may change meanwhile; the process dies if it is truncated.
  func decode(
    _ file: UnsafeBufferPointer<UInt8>, start: [UInt8]
  ) throws(PictureError) -> DecodedPicture?

  func decode(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture

  /// Reads metadata without decoding; `read` returns fewer bytes at the end of the file.
  static func metadata(
    for scope: MetadataScope, byteCount: Int, read: @escaping MetadataFile.Read
  ) -> MetadataResult

  /// Decompresses Brotli (RFC 7932) in JPEG XL; nil if that is not supported.
  static func unbrotli(_ packed: ArraySlice<UInt8>, limit: Int) -> [UInt8]?

  /// Opens an animation; throws `.unsupported` for an image without one.
  static func movingPicture(
    of file: ReceivedFile, in box: PixelSize,
    onSize: @escaping @Sendable (_ pixelCount: Int) -> Void
  ) throws(PictureError) -> any MovingPicture
}

extension PictureWork {
  package static var startByteCount: Int { 0 }

  package static var endByteCount: Int { 0 }

  package func decodeParts(of file: ReceivedFile) throws(PictureError) -> DecodedPicture? { nil }

  package func decodeStart(
    _ bytes: [UInt8], end: [UInt8]
  ) throws(PictureError) -> DecodedPicture? { nil }

  package func decode(
    _ file: UnsafeBufferPointer<UInt8>, start: [UInt8]
  ) throws(PictureError) -> DecodedPicture? { nil }

  package static func metadata(
    for scope: MetadataScope, byteCount: Int, read: @escaping MetadataFile.Read
  ) -> MetadataResult {
    let file = MetadataFile(byteCount: byteCount, read: read)
    let reader = MetadataReader(for: scope, unbrotli: unbrotli)
    return reader.metadata(of: file).map { .success($0) } ?? .failure(.notAnImage)
  }

  package static func unbrotli(_ packed: ArraySlice<UInt8>, limit: Int) -> [UInt8]? { nil }
}

/// Decodes samples before the first fork: children inherit resolved symbols, tables and types.
///
/// That is an eighth of the time for a small image.
enum WarmUp<Work: PictureWork> {
  /// Does everything that a child does except for the sandbox; errors are ignored.
  static func run() {
    for sample in Work.samples {
      guard let file = Descriptor.ofSealedFile(sample) else { return }
      let request = RequestMessage(
        box: PixelSize(width: 4, height: 4), fileByteCount: sample.count)
      let received = ReceivedFile(file, byteCount: sample.count)
      _ = received.decode(with: Work(request) { _ in }).header.bytes
    }
  }

  static func readMetadata() {
    for sample in Work.samples {
      let result = Work.metadata(for: .all, byteCount: sample.count) { count, offset in
        Array(sample.dropFirst(offset).prefix(count))
      }
      _ = MetadataAnswer(result).bytes
    }
  }
}
