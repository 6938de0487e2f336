import Base
import ExpiringCache
import Glibc
import HTTP
import TestServer
import TestSupport
import Testing

/// Encrypted connections, to servers with certificates that the tests make themselves.
@Suite(.integration, .timeLimit(.minutes(30)))
struct EncryptionTests {
  /// What may be wrong with the certificate of a host.
  enum Fault: CaseIterable {
    case expired, otherName, selfSigned, unknownAuthority
  }

  private static let hasIPv6 = LoopbackSocket(host: "::1").map { close($0.descriptor) } != nil
  private static let hosts = hasIPv6 ? ["127.0.0.1", "[::1]"] : ["127.0.0.1"]
  private static let pages = [
    "page": TLSServer.page("safe", ["Cache-Control: max-age=60"])
  ]

  /// The authority that signs certificates and that clients are told to trust.
  private let authority: CertificateAuthority

  init() async {
    authority = await CertificateAuthority()
  }

  private func certificate(with fault: Fault) async -> Certificate {
    switch fault {
    case .expired: await authority.certificate(until: "20210101000000Z")
    case .otherName: await authority.certificate(names: "DNS:photocell.test,IP:127.0.0.2")
    case .selfSigned: await authority.ownCertificate()
    case .unknownAuthority: await CertificateAuthority().certificate()
    }
  }

  @Test(arguments: Fault.allCases)
  func `an untrusted certificate is refused`(fault: Fault) async {
    let server = await TLSServer(await certificate(with: fault), pages: Self.pages)
    let stage = Stage(trust: ["SSL_CERT_FILE": authority.file])
    let failure = await stage.failure(server.address("/page"))
    #expect(failure == .untrustedHost)
    #expect(failure?.description == "certificate not trusted")
    await stage.isQuiet()
    #expect(await stage.cache.usage().count == 0)
    #expect(await server.end().isEmpty)
  }

  @Test(arguments: ["CURL_CA_BUNDLE", "SSL_CERT_DIR", "SSL_CERT_FILE"], hosts)
  func `an authority named by the environment is trusted`(
    variable: String, host: String
  ) async throws {
    let server = await TLSServer(host: host, await authority.certificate(), pages: Self.pages)
    #expect(await Stage().failure(server.address("/page")) == .untrustedHost)
    let stage = Stage(trust: [
      variable: variable == "SSL_CERT_DIR" ? authority.index : authority.file
    ])
    #expect(try await stage.load(server.address("/page")).text == "safe")
    await stage.isQuiet()
    #expect(try await stage.load(server.address("/page")).origin != .network)
    #expect(await server.end() == ["page"])
  }

  @Test func `a missing file of authorities is an error of its own`() async {
    let server = await TLSServer(await authority.certificate(), pages: Self.pages)
    let stage = Stage(trust: ["CURL_CA_BUNDLE": "\(authority.file).gone"])
    #expect(await stage.failure(server.address("/page")) == .nobodyTrusted)
    #expect(await server.end().isEmpty)
  }

  @Test func `a redirect may lead from HTTP to HTTPS but not back`() async throws {
    let open = TestServer { _, connection in connection.answer(text: "open") }
    let server = await TLSServer(
      await authority.certificate(),
      pages: Self.pages.merging([
        "back": TLSServer.page("", status: "302 Found", ["Location: \(open.address("/"))"])
      ]) { $1 })
    let entrance = TestServer { request, connection in
      connection.answer("302 Found", ["Location: \(server.address(request.path))"])
    }
    let stage = Stage(trust: ["SSL_CERT_FILE": authority.file])
    let response = try await stage.load(entrance.address("/page"))
    #expect(response.text == "safe")
    #expect(response.address.text == server.address("/page"))
    #expect(await stage.failure(entrance.address("/back")) == .insecureRedirect)
    #expect(open.asked.isEmpty)
    #expect(await server.end() == ["page", "back"])
  }

  @Test func `a silent handshake ends after the connection timeout`() async {
    let gate = Gate()
    let server = TestServer(greet: { _ in gate.wait() }, { _, _ in })
    let stage = Stage(
      timeouts: HTTPTimeouts(
        connecting: .milliseconds(150), answering: .seconds(86_400), stalling: .seconds(50),
        whole: .seconds(50)))
    let address = server.address("/").replacing("http:", with: "https:")
    #expect(await stage.failure(address) == .timedOut)
    #expect(stage.pauses.all.count == 2)
    gate.open()
  }

  /// Before the client has sent anything, it would only fail to connect.
  @Test func `a reset in the handshake is an encryption or connection error`() async throws {
    let server = TestServer(
      greet: { connection in
        connection.waitForWords()
        connection.reset()
      }, { _, _ in })
    let address = server.address("/").replacing("http:", with: "https:")
    let failure = try #require(await Stage().failure(address))
    #expect([.encryptionFailed, .connectionLost].contains(failure))
  }

  /// The other process has a configuration of OpenSSL that would allow it.
  @Test(arguments: [("-tls1_1", 0), ("-tls1_2", 1), ("-tls1_3", 1)])
  func `TLS versions before 1.2 are refused`(version: String, loads: Int) async {
    let folder = TemporaryFolder()
    let configuration = folder.write(Array(Self.weakConfiguration.utf8), as: "openssl.cnf")
    let server = await TLSServer(
      await authority.certificate(), pages: ["0": TLSServer.page("safe")],
      options: [version, "-cipher", "ALL:@SECLEVEL=0"])
    let done = await WorkQueue(label: "writers").run {
      let writer = WriterProcess(
        folder: folder.name("cache"), address: server.address(""), count: 1, width: 1,
        limit: "export OPENSSL_CONF=\(configuration) CURL_CA_BUNDLE=\(authority.file)")
      defer { writer.end() }
      return writer.wait(forLoads: 1)
    }
    #expect(done == loads)
    #expect(await server.end().count == loads)
  }

  private static let weakConfiguration = """
    openssl_conf = all
    [all]
    ssl_conf = ssl
    [ssl]
    system_default = weak
    [weak]
    MinProtocol = TLSv1
    CipherString = ALL:@SECLEVEL=0

    """

  @Test(.enabled(if: hasIPv6)) func `an IPv6 address is loaded`() async throws {
    let server = TestServer(host: "::1") { _, connection in connection.answer(text: "six") }
    #expect(try await Stage().load(server.address("/")).text == "six")
    #expect(server.asked.first?.headers["host"] == "[::1]:\(server.port)")
  }
}
