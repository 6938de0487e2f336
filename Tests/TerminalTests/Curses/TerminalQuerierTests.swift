import Glibc
import Testing

@testable import Terminal

@MainActor
@Suite("Queries to the terminal", .timeLimit(.minutes(30)))
struct TerminalQuerierTests {
  private let line = TerminalLine()

  @Test func `all queries are sent at once, the device attributes last`() throws {
    let question = line.question()
    #expect(!question.isOpen)
    question.ask()
    let asked = line.waiting(at: line.far)
    let parts = asked.split(separator: "t=s,f=24;")
    try #require(parts.count == 2)
    #expect(
      parts[0] == """
        \u{1B}[>q\u{1B}[48;2;1;2;3m\u{1B}P$qm\u{1B}\\\u{1B}[0m\
        \u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}_Gi=32,s=1,v=1,a=q,
        """)
    #expect(
      parts[1].hasSuffix(
        """
        \u{1B}\\\u{1B}[16t\u{1B}[14t\u{1B}[?2;1;0S\u{1B}[?2;4;0S\u{1B}]11;?\u{1B}\\\u{1B}[c
        """))
    #expect(question.isOpen)
    question.take(.attributes([1, 2]))
    #expect(!question.isOpen)
  }

  @Test func `the pixel in shared memory exists only while its query is outstanding`() throws {
    let question = line.question()
    var names: Set<String> = []
    for end in [{ question.take(.attributes([62])) }, { question.ask() }, { question.awaitEnd() }] {
      question.ask()
      let asked = line.waiting(at: line.far)
      let name = try #require(
        asked.split(separator: "t=s,f=24;").last?.split(separator: "\u{1B}").first)
      let path = try "/dev/shm" + Shell.output(of: "printf %s '\(name)' | base64 -d")
      #expect(path.hasPrefix("/dev/shm/photocell-") && names.insert(path).inserted)
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_size == 3 && status.st_mode & 0o777 == 0o600)
      line.answer("\u{1B}[?62c")
      end()
      #expect(access(path, F_OK) != 0)
      _ = line.waiting(at: line.far)
    }
  }

  @Test(arguments: [
    (
      TerminalQuery.inTmux,
      "\u{1B}[>q\u{1B}[48;2;1;2;3m\u{1B}P$qm\u{1B}\\\u{1B}[0m\u{1B}[16t\u{1B}[14t"
    ),
    (.inScreen, "\u{1B}[>q"),
  ])
  func `a multiplexer gets only the queries that it understands`(
    set: TerminalQuery, beginning: String
  ) {
    line.question(set).ask()
    #expect(
      line.waiting(at: line.far) == "\(beginning)\u{1B}]11;?\u{1B}\\\u{1B}[c")
  }

  @Test func `a terminal that prints unknown sequences is not queried`() {
    let question = line.question(nil)
    question.ask()
    #expect(line.waiting(at: line.far) == "" && !question.isOpen)
    question.awaitEnd()
  }

  @Test func `replies that confirm a batch are not left for the shell`() {
    let question = line.question()
    question.delivery.begin(at: .now)
    #expect(question.delivery.isOpen)
    line.answer("\u{1B}[0n\u{1B}[0n")
    question.awaitEnd()
    #expect(!question.delivery.isOpen && line.waiting(at: line.near) == "")
  }

  @Test(arguments: [
    "\u{1B}[?1;2c", "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?62;4c",
    "q\u{1B}]11;rgb:ffff/ffff/ffff\u{7}j\u{1B}[?64c", "ff\u{1B}\\\u{1B}[?64c",
  ])
  func `pending replies are not left for the shell`(answer: String) {
    let question = line.question()
    question.ask()
    line.answer(answer)
    question.awaitEnd()
    #expect(!question.isOpen)
    #expect(line.waiting(at: line.near) == "")
    line.answer("ls")
    question.awaitEnd()
    #expect(line.waiting(at: line.near) == "ls")
  }

  @Test func `replies take effect when the last one has arrived`() {
    let question = line.question()
    question.take(.rendition(isExact: true))
    question.take(.attributes([1]))
    #expect(question.answers == TerminalAnswers())
    question.ask()
    line.answer("\u{1B}P>|XTerm(398)\u{1B}\\\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\j\u{1B}[?64c")
    #expect(question.answers == TerminalAnswers(progress: .awaited))
    question.awaitEnd()
    var answers = TerminalAnswers(progress: .complete)
    answers.version = "XTerm(398)"
    answers.keepsExactColors = true
    answers.attributes = [64]
    #expect(question.answers == answers)
    question.ask()
    #expect(question.answers == TerminalAnswers(progress: .awaited))
  }

  @Test func `an overdue reply is no longer expected`() {
    let question = TerminalQuerier(
      device: TerminalDevice(input: line.near, output: line.near),
      set: .whole, expectancy: .zero)
    question.ask()
    #expect(!question.isOpen)
  }

  @Test func `waiting for a reply ends after its time or when the terminal is gone`() {
    let silent = line.question(patience: .zero)
    silent.ask()
    silent.awaitEnd()
    let gone = line.question()
    gone.ask()
    shutdown(line.far, Int32(SHUT_WR))
    gone.awaitEnd()
    #expect(!gone.isOpen)
  }
}
