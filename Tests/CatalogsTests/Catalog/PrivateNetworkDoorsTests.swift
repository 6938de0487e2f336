import Base
import Glibc
import Testing

@testable import HTTP

/// An address in a URL and the connected address are judged alike.
@Suite("Private addresses in URLs and connections")
struct PrivateNetworkDoorsTests {
  @Test(arguments: [
    ("127.0.0.1", true), ("192.88.99.1", true), ("169.254.169.254", true), ("1.1.1.1", false),
    ("192.88.100.1", false), ("::1", true), ("3fff::1", true), ("5f00::1", true), ("fc00::1", true),
    ("2001:db8::1", true), ("64:ff9b::192.88.99.1", true), ("2002:c058:6301::1", true),
    ("::ffff:192.88.99.1", true), ("2606:4700::1111", false), ("3ffe::1", false),
    ("5f01::1", false), ("64:ff9b::1.1.1.1", false),
  ])
  func `a URL and a connection classify an address alike`(text: String, isPrivate: Bool) throws {
    let host = text.contains(":") ? "[\(text)]" : text
    #expect(try WebURL("http://\(host)/".utf8).isPrivateAddress == isPrivate)
    let connected = try #require(Self.connected(to: text))
    #expect(connected.isPrivate == isPrivate)
  }

  /// The address as the system hands it over for a connection.
  private static func connected(to text: String) -> IPAddress? {
    var (hints, found) = (addrinfo(), UnsafeMutablePointer<addrinfo>?.none)
    hints.ai_flags = AI_NUMERICHOST
    guard getaddrinfo(text, "80", &hints, &found) == 0, let place = found else { return nil }
    defer { freeaddrinfo(place) }
    return place.pointee.ai_addr.flatMap { IPAddress($0) }
  }
}
