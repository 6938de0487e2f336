import Base
import Dispatch
import Glibc
import Synchronization

/// A simulated long-distance link: connections to `far` reach servers at `near` on this machine.
///
/// It is a TUN device. Packets to the far address are returned after half of the round trip with
/// both addresses exchanged, which does not change checksums (RFC 1071, section 2). Bandwidth is
/// unlimited.
final class LongLine: Sendable {
  /// The address at which servers listen.
  static let near = "10.231.8.1"
  /// The address to which clients connect.
  static let far = "10.231.8.2"

  /// A packet after its `struct virtio_net_hdr`, and its arrival time.
  private struct Packet {
    let due: ContinuousClock.Instant
    let bytes: [UInt8]
  }

  // Missing in the Glibc module (linux/if_tun.h, linux/virtio_net.h).
  private static let setDevice: UInt = 0x4004_54CA
  private static let setOffload: UInt = 0x4004_54D0
  /// `IFF_TUN | IFF_NO_PI | IFF_VNET_HDR`.
  private static let kind: UInt16 = 0x0001 | 0x1000 | 0x4000
  /// `TUN_F_CSUM | TUN_F_TSO4`: checksums are not computed and TCP segments not split.
  private static let offload: Int32 = 0x01 | 0x02
  private static let headerCount = 10
  private static let greatestPacket = headerCount + 65_535

  private let threads = WorkQueue(label: "line")
  private let underWay = Mutex([Packet]())
  private let arrivals = DispatchSemaphore(value: 0)
  private let isOver = Atomic(false)

  /// Creates the link; nil if the user or the system does not support it.
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

  func end() {
    isOver.store(true, ordering: .relaxed)
  }

  private static func prepare(_ device: Int32, _ name: String) -> Bool {
    // A `struct ifreq`: the name, followed by the flags.
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

  /// Queues packets from the kernel with a constant delay.
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

  /// Delivers packets when they are due, and closes the device at the end.
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

  private static func packet(from device: Int32) -> [UInt8]? {
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: greatestPacket) { buffer, count in
      count = unsafe max(0, read(device, buffer.baseAddress, greatestPacket))
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// Exchanges the addresses of an IPv4 packet; others are returned as they are and dropped.
  private static func returned(_ packet: [UInt8]) -> [UInt8] {
    let addresses = headerCount + 12..<headerCount + 20
    guard packet.count >= addresses.upperBound, packet[headerCount] >> 4 == 4 else { return packet }
    var packet = packet
    packet.replaceSubrange(
      addresses, with: Array(packet[addresses].suffix(4) + packet[addresses].prefix(4)))
    return packet
  }
}
