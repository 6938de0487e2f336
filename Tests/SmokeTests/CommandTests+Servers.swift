import TestServer
import TestSupport
import Testing

extension CommandTests {
  /// Photos on servers of every kind that has a scheme of its own.
  @CommandThread struct Servers {
    private let home = TemporaryFolder()

    private nonisolated static let names = ["photo-1-alpine-lake.jpg", "photo-20-dunes.jpg"]

    private func sheet(_ words: [String], _ variables: [String] = []) throws -> ProgramRun {
      try ProgramRun(
        [TestedProgram.path, "sheet", "--color", "none", "--symbols", "ascii"] + words,
        environment: TestedProgram.environment(home: home.path) + variables, folder: home.path)
    }

    private nonisolated static func bytes(_ name: String) -> [UInt8] {
      PhotoServer.bytes(of: "\(TestedProgram.photos)/\(name)")
    }

    /// The sheet of the same photos on disk.
    private func expected() throws -> String {
      try sheet(Self.names.map { "\(TestedProgram.photos)/\($0)" }).outputText
    }

    @Test func `a WebDAV folder gives the sheet of its photos, online and offline`() throws {
      let server = TestServer { request, connection in
        guard request.headers["authorization"] == "Basic bWU6czNjcmV0" else {
          return connection.answer("401 Unauthorized")
        }
        guard request.method == "PROPFIND" else {
          let name = String(request.path.dropFirst("/dav/".count))
          return connection.answer("200 OK", ["ETag: \"1\""], body: Self.bytes(name))
        }
        let items = Self.names.map { name in
          """
          <D:response><D:href>/dav/\(name)</D:href><D:propstat><D:prop><D:getetag>"1"</D:getetag>\
          </D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>
          """
        }
        connection.answer(
          "207 Multi-Status",
          text: "<D:multistatus xmlns:D=\"DAV:\">\(items.joined())</D:multistatus>")
      }
      let address = "webdav" + server.address("/dav").dropFirst("http".count)
      let login = ["WEBDAV_USER=me", "WEBDAV_PASSWORD=s3cret"]
      let run = try sheet([address], login)
      #expect(run.exitCode == 0)
      #expect(run.errorText == "")
      #expect(run.outputText == (try expected()))
      let count = server.asked.count
      #expect(try sheet(["--offline", address], login).outputText == run.outputText)
      #expect(server.asked.count == count)
      let header = try sheet(["--header", "Authorization: Basic bWU6czNjcmV0", address])
      #expect(header.outputText == run.outputText)
      let refused = try sheet([address])
      #expect(refused.exitCode == 2)
      #expect(refused.errorText.contains("login needed (401)"))
    }

    @Test func `an Immich album gives the sheet of its photos, and a wrong key is not repeated`()
      throws
    {
      let photos = Self.names.enumerated().map {
        ImmichServer.Photo($0.offset, $0.element, "2024-05-01T12:00:00", album: "Trip")
      }
      let server = TestServer(ImmichServer(photos) { photo, _ in Self.bytes(photo.name) }.answer)
      let address = "immich" + server.address("/albums/Trip").dropFirst("http".count)
      let key = home.write(Array("\(ImmichServer.key)\n".utf8), as: "key")
      let run = try sheet(["--immich-key", key, address])
      #expect(run.exitCode == 0)
      #expect(run.errorText == "")
      #expect(run.outputText == (try expected()))
      let refused = try sheet([address], ["IMMICH_API_KEY=wrong"])
      #expect(refused.exitCode == 2)
      #expect(refused.errorText.contains("login needed (401)"))
      #expect(!refused.errorText.contains("wrong"))
    }

    @Test func `an SFTP address is refused with the sshfs command to type`() throws {
      let run = try sheet(["sftp://me@nas/photos"])
      #expect(run.exitCode == 2)
      #expect(run.errorText.contains("sshfs me@nas:/photos DIR, then photocell DIR"))
    }
  }
}
