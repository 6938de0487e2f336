import Testing

@testable import SharedTier

@Suite("Addresses of a shared tier")
struct AddressTests {
  @Test(arguments: [
    ("memcached://shelf", "memcached://shelf:11211"),
    ("MEMCACHED://Shelf:1/", "memcached://shelf:1"),
    ("memcached://a,b:2,10.0.0.1", "memcached://a:11211,b:2,10.0.0.1:11211"),
    ("redis://shelf", "redis://shelf:6379"),
    ("redis://[::1]:7000,[fe80::1]", "redis://[::1]:7000,[fe80::1]:6379"),
    ("rediss://team:p%40ss%3A@shelf:6380", "rediss://shelf:6380"),
  ])
  func `an address is parsed, and printed without its login`(text: String, printed: String) throws {
    #expect(try TierAddress(text).description == printed)
  }

  @Test(arguments: [
    ("shelf", TierAddressError.noScheme), ("shelf:11211", .noScheme), ("", .noScheme),
    ("http://shelf", .unknownScheme), ("memcached://me:secret@shelf", .loginWithoutUse),
    ("redis://secret@shelf", .badLogin), ("redis://me:@shelf", .badLogin),
    ("redis://me:%zz@shelf", .badLogin), ("redis://me:%ff@shelf", .badLogin),
    ("redis://", .badHost), ("redis://a,,b", .badHost), ("redis://a b", .badHost),
    ("redis://a/0", .badHost), ("redis://[::1", .badHost), ("redis://::1", .badHost),
    ("redis://a:", .badPort), ("redis://a:0", .badPort), ("redis://a:65536", .badPort),
    ("redis://a:+1", .badPort), ("redis://a,a:6379", .nodeTwice),
  ])
  func `each kind of invalid address has its own error`(text: String, error: TierAddressError) {
    #expect(throws: error) { try TierAddress(text) }
  }

  @Test func `an address has at most 64 nodes`() throws {
    let nodes = { (count: Int) in (0..<count).map { "n\($0)" }.joined(separator: ",") }
    #expect(try TierAddress("redis://" + nodes(64)).nodes.count == 64)
    #expect(throws: TierAddressError.tooManyNodes) { try TierAddress("redis://" + nodes(65)) }
  }

  @Test func `a login is decoded, and its password is never shown`() throws {
    let address = try TierAddress("redis://team:p%40ss%3A@shelf")
    #expect(address.login?.user == "team")
    #expect(address.login?.password == "p@ss:")
    #expect(try TierAddress("redis://:word@shelf").login?.user == "default")
    var dumped = ""
    dump(address, to: &dumped)
    #expect(!dumped.contains("p@ss"))
    #expect(!"\(address)".contains("p@ss"))
    #expect(!String(reflecting: address.login).contains("p@ss"))
  }

  @Test func `a secret has at least sixteen bytes and is never shown`() throws {
    #expect(TierSecret("fifteen bytes..".utf8) == nil)
    #expect(TierSecret("fifteen bytes..\n".utf8) == nil)
    let secret = try #require(TierSecret("sixteen bytes...\n".utf8))
    var dumped = ""
    dump(secret, to: &dumped)
    #expect(!dumped.contains("sixteen"))
    #expect("\(secret)" == "a secret")
  }
}
