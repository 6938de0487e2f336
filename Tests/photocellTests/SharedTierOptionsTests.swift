import ArgumentParser
import SharedTier
import TestSupport
import Testing

@testable import photocell

@Suite("Shared tier options")
struct SharedTierOptionsTests {
  private let folder = TemporaryFolder()

  private func options(_ words: String...) throws -> SharedTierOptions {
    try SharedTierOptions.parse(words)
  }

  @Test func `without options there is no shared tier`() throws {
    #expect(try options().tier() == nil)
  }

  @Test func `a shared tier has an address and a secret from a file`() throws {
    let file = folder.write(Array("a secret of the tests\n".utf8), as: "secret")
    let tier = try options(
      "--shared-tier", "redis://me:word@shelf,desk:1", "--shared-tier-secret", file
    ).tier()
    #expect(tier?.address.description == "redis://shelf:6379,desk:1")
    #expect(tier?.reports.map(\.text) == ["not queried yet", "not queried yet"])
    #expect(
      tier?.line
        == "0 hits, 0 misses, 0 given; 0 of 2 nodes connected; shelf:6379 not queried yet")
    let one = try options("--shared-tier", "memcached://shelf", "--shared-tier-secret", file).tier()
    #expect(one?.line == "0 hits, 0 misses, 0 given; shelf:11211 not queried yet")
  }

  @Test(arguments: ["", "too short", String(repeating: "x", count: 5_000)])
  func `an invalid secret is refused and not repeated`(secret: String) throws {
    let file = folder.write(Array(secret.utf8), as: "secret")
    let options = try options("--shared-tier", "redis://shelf", "--shared-tier-secret", file)
    let error = #expect(throws: ValidationError.self) { try options.tier() }
    #expect(error?.message.contains("secret of the shared tier") == true)
    #expect(secret.isEmpty || error?.message.contains(secret) == false)
  }

  @Test func `a missing secret file is refused`() throws {
    let options = try options(
      "--shared-tier", "redis://shelf", "--shared-tier-secret", folder.name("none"))
    #expect(throws: ValidationError.self) { try options.tier() }
  }

  @Test(arguments: ["shelf", "http://shelf", "redis://", "memcached://me:word@shelf"])
  func `an invalid address is refused`(address: String) {
    #expect(throws: (any Error).self) { try options("--shared-tier", address) }
  }
}
