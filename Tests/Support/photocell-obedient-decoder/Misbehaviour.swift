import CLacking
import CSandbox
import DecoderProtocol
import Glibc
import Imaging

/// Actions of a faulty or compromised decoder.
enum Misbehaviour: String {
  case crash, abort, trap, hang, spin, allocate, open, connect, exec, fork, signal, code, scribble,
    overwrite
  case quit, starve, free, status, share, grow, namespace

  /// Performs the action; if it is refused without ending the process, the answer names it.
  func act(in box: PixelSize) -> PictureAnswer {
    switch self {
    case .crash: UnsafeMutablePointer<UInt8>(bitPattern: 8)?.pointee = 1
    case .abort: Glibc.abort()
    case .trap: preconditionFailure("as requested")
    case .hang: hang()
    case .spin: while true {}
    case .allocate: if malloc(2 << 30) == nil { return .failure(.outOfMemory) }
    case .open: if Glibc.open("/etc/passwd", O_RDONLY) < 0 { return refused(EACCES) }
    case .connect:
      if socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) < 0 { return refused(EACCES) }
    case .exec: run("/bin/true")
    case .fork: _ = csb_fork()
    case .signal: kill(getppid(), SIGKILL)
    case .code: mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    case .scribble:
      return .failure(.unsupported("\(scribbled) descriptors"))
    case .overwrite: if write(4, "x", 1) < 0 { return refused(EPERM) }
    case .quit: _exit(3)
    case .starve: if malloc(2 << 30) == nil { preconditionFailure("as requested") }
    case .free: corrupt()
    case .status: return statuses()
    case .share: map(MAP_SHARED)
    case .grow: map(MAP_PRIVATE | MAP_GROWSDOWN)
    case .namespace: cla_try_namespace()
    }
    return .whole(box)
  }

  /// Waits for bytes that are never sent.
  private func hang() {
    var byte: UInt8 = 0
    while true { _ = read(3, &byte, 1) }
  }

  /// Makes glibc detect a damaged heap.
  private func corrupt() {
    var bytes = [UInt8](repeating: 0, count: 64)
    bytes.withUnsafeMutableBytes { Glibc.free($0.baseAddress?.advanced(by: 8)) }
  }

  private func map(_ flags: Int32) {
    mmap(nil, 4096, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0)
  }

  /// Expects that only the status of an open file is available.
  private func statuses() -> PictureAnswer {
    var status = stat()
    guard fstat(4, &status) == 0, status.st_size > 0, stat("/etc/passwd", &status) < 0,
      lstat("/etc/passwd", &status) < 0
    else { return .failure(.damaged) }
    return cla_try_status("/etc/passwd") < 0 ? refused(EACCES) : .failure(.damaged)
  }

  private func run(_ path: String) {
    var arguments = [strdup(path), nil]
    execv(path, &arguments)
  }

  private func refused(_ reason: Int32) -> PictureAnswer {
    errno == reason ? .failure(.unsupported(rawValue)) : .failure(.unreadable(errno: errno))
  }

  /// How many descriptors can be written to, except the child's own.
  private var scribbled: Int {
    (5..<1024).count { write($0, "x", 1) > 0 }
  }
}
