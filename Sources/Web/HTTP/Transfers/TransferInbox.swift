internal import CCurl
internal import Glibc
internal import Synchronization

/// The commands for the thread of the transfers, and what wakes it.
final class TransferInbox: Sendable {
  private let commands = Mutex<[TransferCommand]>([])
  /// Can be read while there are commands.
  let descriptor: Int32
  private let bell: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    let kind = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
    unsafe socketpair(AF_UNIX, Int32(kind), 0, &ends)
    descriptor = ends[0]
    bell = ends[1]
  }

  deinit {
    close(descriptor)
    close(bell)
  }

  /// Tells the thread something; from any thread.
  func post(_ command: TransferCommand) {
    let isFirst = commands.withLock { commands in
      commands.append(command)
      return commands.count == 1
    }
    if isFirst { _ = unsafe write(bell, [1], 1) }
  }

  /// Takes what has come.
  func take() -> [TransferCommand] {
    var rings = [UInt8](repeating: 0, count: 16)
    while unsafe read(descriptor, &rings, rings.count) > 0 {}
    return commands.withLock { commands in
      defer { commands = [] }
      return commands
    }
  }
}
