import Base
import CSandbox
import Glibc

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
