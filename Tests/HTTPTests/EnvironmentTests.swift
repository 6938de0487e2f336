import Base
import Glibc
import HTTP
import TestServer
import TestSupport
import Testing

/// Proxies and logins from the user's environment.
@Suite(.integration, .timeLimit(.minutes(30)))
struct EnvironmentTests {
  @Test func `a proxy receives the whole address`() async throws {
    let proxy = TestServer { _, connection in connection.answer(text: "by proxy") }
    let stage = Stage(proxies: ["http_proxy": proxy.address("")])
    #expect(try await stage.load("http://photocell.invalid/a?b").text == "by proxy")
    #expect(proxy.asked.map(\.target) == ["http://photocell.invalid/a?b"])
  }

  @Test func `a no_proxy host is connected to directly`() async throws {
    let proxy = TestServer { _, connection in connection.answer(text: "by proxy") }
    let server = TestServer { _, connection in connection.answer(text: "directly") }
    let stage = Stage(proxies: ["http_proxy": proxy.address(""), "no_proxy": "127.0.0.0/8"])
    #expect(try await stage.load(server.address("/")).text == "directly")
    #expect(proxy.asked.isEmpty)
  }

  @Test func `a redirect received through a proxy may not lead to a private network`() async throws
  {
    let proxy = TestServer { request, connection in
      guard request.target.hasPrefix("http://photocell.invalid") else {
        return connection.answer(text: "secret")
      }
      connection.answer("302 Found", ["Location: http://192.168.0.1/"])
    }
    let stage = Stage(proxies: ["http_proxy": proxy.address("")])
    #expect(await stage.failure("http://photocell.invalid/") == .privateAddress)
    #expect(proxy.asked.count == 1)
  }

  @Test func `a netrc login is sent to its own host only`() async {
    let folder = TemporaryFolder()
    _ = folder.write(Array("machine 127.0.0.1 login me password secret\n".utf8), as: ".netrc")
    let server = TestServer { _, connection in connection.answer(text: "in") }
    let other = TestServer(host: "127.0.0.2") { _, connection in connection.answer(text: "in") }
    for address in [server.address(""), other.address("")] {
      let done = await WorkQueue(label: "writers").run {
        let writer = WriterProcess(
          folder: folder.name("cache"), address: address, count: 1, width: 1,
          limit: "export HOME=\(folder.path)")
        defer { writer.end() }
        return writer.wait(forLoads: 1)
      }
      #expect(done == 1)
    }
    // "me:secret" in the Base64 of RFC 4648.
    #expect(server.asked.map { $0.headers["authorization"] } == ["Basic bWU6c2VjcmV0"])
    #expect(other.asked.map { $0.headers["authorization"] } == [nil])
  }
}
