import Glibc
import TestServer
import TestSupport
import Testing

@testable import HTTP

/// A libcurl that is too old, or refuses a safety setting, transfers nothing.
@Suite(.integration, .timeLimit(.minutes(30)))
struct StubbornLibraryTests {
  /// The output of another process that loads one address with a libcurl of the test's own.
  private static func output(_ setting: String, _ value: String, _ address: String) async
    -> [String]
  {
    let folder = TemporaryFolder()
    let library = ChildProcess.path(of: "CacheWriter").replacing(
      "/CacheWriter", with: "/libStubbornCurl.so")
    for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] { folder.link(name, to: library) }
    let variables =
      "LD_LIBRARY_PATH=\(folder.path) STUBBORN_CURL_REAL=\(realLibrary) \(setting)=\(value)"
    let process = ChildProcess(
      "\(variables) exec \"$0\" \"$@\" 2>&1; echo",
      [ChildProcess.path(of: "CacheWriter"), folder.name("cache"), address, "1", "1"])
    let log = ProcessLog(reading: process.output)
    await log.wait { _ in false }
    process.end()
    return log.lines
  }

  /// The path of the libcurl that this process has loaded.
  private static let realLibrary: String = {
    _ = try? NetworkLibrary.loadCurl()
    guard let maps = fopen("/proc/self/maps", "r") else { return "" }
    defer { fclose(maps) }
    var (text, capacity) = (UnsafeMutablePointer<CChar>?.none, 0)
    defer { free(text) }
    while getline(&text, &capacity, maps) >= 0, let line = text.map({ String(cString: $0) }) {
      if line.contains("/libcurl"), let path = line.split(separator: " ").last {
        return String(path.prefix { !$0.isNewline })
      }
    }
    return ""
  }()

  private static func server() -> TestServer {
    TestServer { _, connection in connection.answer(text: "x") }
  }

  @Test(arguments: [
    "PROTOCOLS_STR", "REDIR_PROTOCOLS_STR", "OPENSOCKETFUNCTION", "OPENSOCKETDATA",
    "PREREQFUNCTION", "PREREQDATA", "WRITEFUNCTION", "HEADERFUNCTION", "MAXFILESIZE_LARGE",
    "HTTP09_ALLOWED", "FOLLOWLOCATION", "SSL_VERIFYPEER", "SSL_VERIFYHOST", "SSLVERSION", "NETRC",
    "DISALLOW_USERNAME_IN_URL", "PROXY", "NOPROXY", "NOSIGNAL", "CONNECTTIMEOUT_MS", "TIMEOUT_MS",
  ])
  func `a refused safety setting ends the transfer before it connects`(option: String) async {
    let server = Self.server()
    let lines = await Self.output("STUBBORN_CURL_REFUSES", option, server.address(""))
    #expect(lines == ["libcurl refuses a safety setting"])
    #expect(server.connectionCount == 0 && server.asked.isEmpty)
  }

  @Test(arguments: ["PIPEWAIT", "BUFFERSIZE", "HTTP_VERSION", "none"])
  func `a refused performance setting is ignored`(option: String) async {
    let server = Self.server()
    #expect(await Self.output("STUBBORN_CURL_REFUSES", option, server.address("")) == ["."])
    #expect(server.asked.count == 1)
  }

  @Test(arguments: [
    ("071300", false), ("074f01", false), ("0754ff", false), ("075500", true), ("080000", true),
  ])
  func `an older library than 7.85.0 is not used`(version: String, isUsed: Bool) async {
    let server = Self.server()
    let lines = await Self.output("STUBBORN_CURL_VERSION", version, server.address(""))
    #expect(lines == [isUsed ? "." : "libcurl is older than 7.85.0"])
    #expect(server.asked.count == (isUsed ? 1 : 0))
  }
}
