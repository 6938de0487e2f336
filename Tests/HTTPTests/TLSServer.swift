import TestSupport

/// OpenSSL's server on loopback: it sends files that are whole responses, one for each
/// connection, and speaks HTTP/1.1 only.
struct TLSServer: Sendable {
  private let folder = TemporaryFolder()
  private let process: ServerProcess
  private let origin: String

  /// Starts listening.
  /// - Parameters:
  ///   - host: An address of this machine, in brackets where it is one of IPv6.
  ///   - certificate: Its certificate.
  ///   - pages: The responses with their headers, by their paths.
  ///   - options: Further options of the command.
  init(
    host: String = "127.0.0.1", _ certificate: Certificate, pages: [String: String],
    options: [String] = []
  ) async {
    for (name, text) in pages { _ = folder.write(Array(text.utf8), as: name) }
    process = await ServerProcess(
      in: folder.path,
      ["openssl", "s_server", "-HTTP", "-accept", "\(host):0", "-cert", certificate.file]
        + ["-key", certificate.key] + options
    ) { $0.hasPrefix("ACCEPT") }
    let port = process.lines.first { $0.hasPrefix("ACCEPT") }?.split(separator: ":").last ?? "0"
    origin = "https://\(host):\(port)"
  }

  /// An address of it.
  func address(_ path: String) -> String { origin + path }

  /// Ends it, and returns which pages were requested.
  func end() async -> [String] {
    await process.end().filter { $0.hasPrefix("FILE:") }.map { String($0.dropFirst(5)) }
  }

  /// A response with a body.
  static func page(_ text: String, status: String = "200 OK", _ lines: [String] = []) -> String {
    (["HTTP/1.1 \(status)"] + lines + ["Content-Length: \(text.utf8.count)", "", text])
      .joined(separator: "\r\n")
  }
}
