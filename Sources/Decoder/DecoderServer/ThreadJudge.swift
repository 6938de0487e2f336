import CSandbox
import Glibc
import System

/// Decides for a child whether it may make another thread: its filter of system calls cannot count.
final class ThreadJudge {
  /// How many threads a child may have.
  ///
  /// libvips, libheif and its codecs start up to nine where they see one processor.
  private static let most: UInt32 = 16

  /// On which the child sends the listener of its filter.
  private var channel: SocketPair
  private var listener: Descriptor?
  private var allowedCount: UInt32 = 0
  /// What can be read when there is something to do; -1 where there will not be any more.
  private(set) var number: Int32

  /// Makes a judge before its child is made; nil where there are too many open files, and then the
  /// child's threads are refused.
  init?() {
    guard let channel = SocketPair(.messages) else { return nil }
    number = channel.near.number
    self.channel = channel
  }

  /// What the child sends its listener on; of the child alone once `begin` was called.
  var childEnd: Int32 { channel.far }

  /// Begins, after the child was made.
  func begin() {
    channel.closeFar()
  }

  /// Does what there is to do; never waits.
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
