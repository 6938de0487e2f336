import Concurrency
import Dispatch
import Glibc
import Synchronization

/// A line to a machine that is some way off, and is this one: whoever connects to `far` reaches whoever listens at
/// `near`, and each packet is under way for half of the round trip, those that open a connection as well.
///
/// A device for packets (TUN) is all there is to it. What the kernel sends to the far address is given back to it
/// later with both addresses exchanged, which no checksum notices (RFC 1071, section 2). The line carries as much as
/// one likes.
final class LongLine: Sendable {
  /// Where servers of this machine listen that are to be at the other end.
  static let near = "10.231.8.1"
  /// Where programs reach them.
  static let far = "10.231.8.2"

  /// A packet behind its `struct virtio_net_hdr`, and when it arrives.
  private struct Packet {
    let due: ContinuousClock.Instant
    let bytes: [UInt8]
  }

  // The Glibc module leaves these out (linux/if_tun.h, linux/virtio_net.h).
  private static let setDevice: UInt = 0x4004_54CA
  private static let setOffload: UInt = 0x4004_54D0
  /// A device for packets without a header of its own, but with the one that tells how long they may be at once.
  private static let kind: UInt16 = 0x0001 | 0x1000 | 0x4000
  /// Checksums are not reckoned, and segments of TCP not cut: nothing is lost on this line.
  private static let offload: Int32 = 0x01 | 0x02
  private static let headerCount = 10
  private static let greatestPacket = headerCount + 65_535

  private let threads = WorkQueue(label: "line")
  private let underWay = Mutex([Packet]())
  private let arrivals = DispatchSemaphore(value: 0)
  private let isOver = Atomic(false)

  /// Lays a line; nil where this user or this system cannot.
  /// - Parameter roundTrip: How long an answer takes at least.
  init?(roundTrip: Duration) {
    let device = unsafe open("/dev/net/tun", O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard device >= 0 else { return nil }
    let name = "photocell\(getpid() % 100_000)"
    guard Self.prepare(device, name) else {
      close(device)
      return nil
    }
    threads.start { [self] in take(from: device, roundTrip / 2) }
    threads.start { [self] in give(to: device) }
  }

  /// Takes the line away.
  func end() {
    isOver.store(true, ordering: .relaxed)
  }

  private static func prepare(_ device: Int32, _ name: String) -> Bool {
    // A `struct ifreq`: the name, and behind it the kind.
    var request = [UInt8](repeating: 0, count: 40)
    request.replaceSubrange(0..<name.utf8.count, with: name.utf8)
    request[16] = UInt8(truncatingIfNeeded: kind)
    request[17] = UInt8(truncatingIfNeeded: kind >> 8)
    guard unsafe ioctl(device, setDevice, &request) == 0,
      ioctl(device, setOffload, offload) == 0
    else { return false }
    let script = "ip address add \"$0/24\" dev \"$1\" && ip link set \"$1\" up"
    let launch = Launch(arguments: ["sh", "-c", script, near, name])
    return (try? launch.run()) != nil
  }

  /// Takes what the kernel sends; all of it is under way for the same time.
  private func take(from device: Int32, _ way: Duration) {
    var state = pollfd(fd: device, events: Int16(POLLIN), revents: 0)
    while !isOver.load(ordering: .relaxed) {
      guard unsafe poll(&state, 1, 50) == 1, let bytes = Self.packet(from: device) else { continue }
      let packet = Packet(due: .now + way, bytes: Self.returned(bytes))
      underWay.withLock { $0.append(packet) }
      arrivals.signal()
    }
    arrivals.signal()
  }

  /// Gives each packet back when it is due, and the device at the end.
  private func give(to device: Int32) {
    defer { close(device) }
    while true {
      arrivals.wait()
      guard let packet = underWay.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
      let left = ContinuousClock.now.duration(to: packet.due)
      if left > .zero { usleep(UInt32(left / .microseconds(1))) }
      _ = unsafe write(device, packet.bytes, packet.bytes.count)
    }
  }

  /// The next packet that the kernel has sent; nil where there is none now.
  private static func packet(from device: Int32) -> [UInt8]? {
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: greatestPacket) { buffer, count in
      count = unsafe max(0, read(device, buffer.baseAddress, greatestPacket))
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// A packet of IPv4 from whom it was sent to; any other as it is, which the kernel drops.
  private static func returned(_ packet: [UInt8]) -> [UInt8] {
    let addresses = headerCount + 12..<headerCount + 20
    guard packet.count >= addresses.upperBound, packet[headerCount] >> 4 == 4 else { return packet }
    var packet = packet
    packet.replaceSubrange(
      addresses, with: Array(packet[addresses].suffix(4) + packet[addresses].prefix(4)))
    return packet
  }
}
