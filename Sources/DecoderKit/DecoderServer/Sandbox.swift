import Base
import CSandbox
import DecoderProtocol
import Glibc

/// The sandbox of a decoder process and its children.
struct Sandbox {
  /// The parts that work, verified by trying them in a child.
  let parts: Set<SandboxPart>
  private let mayLack: Bool

  /// Sandboxes this process and prepares the rest; nil if no child could be forked for the test.
  ///
  /// `mayLack` allows decoding without unavailable parts.
  init?(systemCalls: [String], hasThreads: Bool, mayLack: Bool) {
    var names = unsafe systemCalls.map { unsafe UnsafePointer(strdup($0)) } + [nil]
    defer { unsafe names.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
    var limits = csb_limits(.base, atMost: .most)
    let prepared = unsafe csb_prepare(&limits, &names, hasThreads ? 1 : 0)
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

extension csb_limits {
  fileprivate init(_ base: DecodingAllowance, atMost most: DecodingAllowance) {
    self.init(
      seconds: UInt64(base.processorSeconds), most_seconds: UInt64(most.processorSeconds),
      bytes: UInt64(base.memory), most_bytes: UInt64(most.memory))
  }
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
      message.descriptorCount == 1
    else { return number = -1 }
    let taken = message.takeDescriptor()
    number = taken.number
    listener = .some(consume taken)
  }
}
