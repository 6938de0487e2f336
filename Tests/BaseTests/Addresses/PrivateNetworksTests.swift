import Base
import Testing

struct PrivateNetworksTests {
  /// Networks with their first and last address, and forms by which one can hide in another.
  @Test(arguments: [
    "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255",
    "127.0.0.1", "127.255.255.255", "169.254.0.0", "169.254.169.254", "172.16.0.0",
    "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.0", "192.88.99.255", "192.168.0.0",
    "192.168.255.255", "198.18.0.0", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1",
    "240.0.0.1", "255.255.255.255",
    "::", "::1", "100::1", "2001::1", "2001:1ff::", "2001:db8::1", "3fff::1", "3fff:fff::1",
    "5f00::1", "5f00:ffff::", "fc00::1", "fd00::1", "fdff::1", "fe80::1", "febf::1", "fec0::1",
    "ff02::1", "64:ff9b:1::1",
    "::127.0.0.1", "::a00:1", "::ffff:10.0.0.1", "::ffff:7f00:1", "64:ff9b::10.0.0.1",
    "64:ff9b::c0a8:1", "2002:7f00:1::", "2002:c0a8:101::1", "2002:a9fe:a9fe::", "2002:a00:1::1",
    "::ffff:192.88.99.1", "64:ff9b::192.88.99.1",
  ])
  func `addresses outside public networks are private`(text: String) throws {
    #expect(try #require(IPAddress(text)).isPrivate)
  }

  @Test(arguments: [
    "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
    "126.255.255.255", "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255",
    "172.32.0.0", "192.0.1.0", "192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0",
    "198.17.255.255", "198.20.0.0", "223.255.255.255",
    "2606:4700::1111", "2001:200::1", "2001:4860:4860::8888", "2003::1", "3ffe::1", "3fff:1000::",
    "5eff::1", "5f01::", "fbff::1", "fe00::1", "::ffff:1.1.1.1", "::ffff:8.8.8.8",
    "64:ff9b::1.1.1.1", "64:ff9b::1:101:101", "2002:101:101::", "2002:808:808::1", "::1.1.1.1",
  ])
  func `public addresses are not private`(text: String) throws {
    #expect(try !#require(IPAddress(text)).isPrivate)
  }

  @Test(arguments: [
    "", "1.1.1", "1.1.1.256", "01.1.1.1", "1.1.1.1.", " 1.1.1.1", "0x7f.1", "127.1", "1.1.1.1/8",
    "[::1]", "::1%eth0", ":::", "1::2::3", "12345::", "::1.1.1", "a", "localhost",
  ])
  func `malformed addresses are rejected`(text: String) {
    #expect(IPAddress(text) == nil)
  }

  @Test func `an IPv4 address equals its IPv4-mapped IPv6 form`() {
    #expect(IPAddress("1.2.3.4") == IPAddress("::ffff:1.2.3.4"))
    #expect(IPAddress(bytes: [1, 2, 3, 4]) == IPAddress("1.2.3.4"))
    #expect(IPAddress(bytes: [1, 2, 3]) == nil)
  }

  @Test(arguments: [
    (0, true), (8, true), (9, true), (15, true), (16, false), (24, false), (32, false),
  ])
  func `hasPrefix compares only the given number of bits`(bits: Int, isPrefix: Bool) throws {
    let address = try #require(IPAddress("10.129.0.0"))
    #expect(address.hasPrefix([10, 128], bits: bits, from: 12) == isPrefix)
  }
}
