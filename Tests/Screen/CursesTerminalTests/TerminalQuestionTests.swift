import Glibc
import Terminal
import Testing

@testable import CursesTerminal

@MainActor
@Suite("What the terminal is asked", .timeLimit(.minutes(5)))
struct TerminalQuestionTests {
  /// A terminal whose far end a test holds.
  private final class Line {
    let near: Int32
    let far: Int32

    init() {
      var ends: [Int32] = [-1, -1]
      precondition(
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0, "a test needs its line")
      (near, far) = (ends[0], ends[1])
    }

    deinit {
      close(near)
      close(far)
    }

    @MainActor func question(
      _ text: StaticString? = TerminalModes.question, patience: Duration = .seconds(50)
    ) -> TerminalQuestion {
      TerminalQuestion(
        device: TerminalDevice(input: near, output: near), text: text, patience: patience)
    }

    func answer(_ text: String) {
      #expect(write(far, text, text.utf8.count) == text.utf8.count)
    }

    /// What is there to be read at one end.
    func waiting(at end: Int32) -> String {
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = recv(end, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
  }

  private let line = Line()

  @Test func `all is asked for in one go, and last what every terminal answers`() {
    let question = line.question()
    #expect(!question.isOpen)
    question.ask()
    #expect(
      line.waiting(at: line.far) == """
        \u{1B}[>q\u{1B}[48;2;1;2;3m\u{1B}P$qm\u{1B}\\\u{1B}[0m\u{1B}]11;?\u{1B}\\\u{1B}[c
        """)
    #expect(question.isOpen)
    question.take(.attributes)
    #expect(!question.isOpen)
  }

  @Test func `who shows what it does not understand is not asked`() {
    let question = line.question(nil)
    question.ask()
    #expect(line.waiting(at: line.far) == "" && !question.isOpen)
    question.awaitEnd()
  }

  @Test(arguments: [
    "\u{1B}[?1;2c", "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?62;4c",
    "q\u{1B}]11;rgb:ffff/ffff/ffff\u{7}j\u{1B}[?64c", "ff\u{1B}\\\u{1B}[?64c",
  ])
  func `what is still to be answered never comes to the shell`(answer: String) {
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

  @Test func `what is answered is known when the last answer has come`() {
    let question = line.question()
    question.take(.rendition(isExact: true))
    question.take(.attributes)
    #expect(question.answers == TerminalAnswers())
    question.ask()
    line.answer("\u{1B}P>|XTerm(398)\u{1B}\\\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\j\u{1B}[?64c")
    #expect(question.answers == TerminalAnswers(progress: .awaited))
    question.awaitEnd()
    var answers = TerminalAnswers(progress: .complete)
    answers.version = "XTerm(398)"
    answers.keepsExactColors = true
    #expect(question.answers == answers)
    question.ask()
    #expect(question.answers == TerminalAnswers(progress: .awaited))
  }

  @Test func `who has not answered for long is not expected to`() {
    let question = TerminalQuestion(
      device: TerminalDevice(input: line.near, output: line.near),
      text: TerminalModes.question, expectancy: .zero)
    question.ask()
    #expect(!question.isOpen)
  }

  @Test func `an answer that never comes is not waited for for ever`() {
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
