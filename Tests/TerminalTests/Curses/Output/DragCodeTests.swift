import Testing

@testable import Terminal

@Suite("Codes of drags")
struct DragCodeTests {
  private func codes(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\u{1B}\\").map(String.init)
  }

  @Test func `an offer has the type, the URIs, the text and the start`() {
    let uris = Array("file:///p/a.jpg\r\n".utf8)
    #expect(
      codes(DragCode.offer(uris, text: "a.jpg")) == [
        "\u{1B}]72;t=o:o=1;text/uri-list", "\u{1B}]72;t=p:x=0:m=0;ZmlsZTovLy9wL2EuanBnDQo",
        "\u{1B}]72;t=p:x=0;", "\u{1B}]72;t=p:x=-1:y=0:X=1:Y=1:o=1024:m=0;YS5qcGc",
        "\u{1B}]72;t=p:x=-1:y=0:X=1:Y=1:o=1024;", "\u{1B}]72;t=P:x=-1;",
      ])
  }

  @Test func `data is sent in pieces of 4096 encoded bytes`() {
    let data = codes(DragCode.data([UInt8](repeating: 65, count: 3073)))
    #expect(data.count == 3 && data[1] == "\u{1B}]72;t=e:y=0:m=0;QQ")
    #expect(data[0].utf8.count == "\u{1B}]72;t=e:y=0:m=1;".utf8.count + 4096)
    #expect(data[2] == "\u{1B}]72;t=e:y=0;")
  }

  @Test(
    arguments: [
      ([:], "kitty(0.47.0)", true), ([:], "kitty(0.46.2)", false), ([:], "foot(1.28)", false),
      ([:], nil, false), (["SSH_CONNECTION": "1"], "kitty(0.48.2)", false),
    ] as [([String: String], String?, Bool)])
  func `kitty 0.47 takes drags of this machine`(
    variables: [String: String], version: String?, takesDrags: Bool
  ) {
    var answers = TerminalAnswers(progress: .complete)
    answers.version = version
    let capabilities = TerminalCapabilities(
      environment: TerminalEnvironment(variables), answers: answers)
    #expect(capabilities.takesDrags == takesDrags)
  }
}
