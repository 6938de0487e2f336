import Imaging
import Testing

@testable import Terminal

/// Queries after the first replies.
@MainActor
@Suite("Further queries to the terminal", .timeLimit(.minutes(30)))
struct QuestionRoundsTests {
  private let line = TerminalLine()

  private static let outer = """
    \u{1B}Ptmux;\u{1B}\u{1B}[>q\u{1B}\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\u{1B}\\\
    \u{1B}\u{1B}[c\u{1B}\\
    """
  private static let sizes = "\u{1B}[16t\u{1B}[14t\u{1B}[c"

  private func size(_ width: Int, _ height: Int) -> PixelSize {
    PixelSize(width: width, height: height)
  }

  @Test func `each reply is stored in its field until the exchange ends`() {
    let question = line.question()
    question.ask()
    for answer in [
      TerminalAnswer.picture(id: 31, isTaken: true), .picture(id: 32, isTaken: false),
      .picture(id: 7, isTaken: false), .cell(size(9, 18)), .textArea(size(720, 432)),
      .sixelArea(size(720, 432)), .sixelArea(size(1000, 1000)), .sixelArea(size(1, 1)),
      .attributes([62, 4]),
    ] { question.take(answer) }
    var answers = TerminalAnswers(progress: .complete)
    answers.takesKittyPictures = true
    answers.readsSharedMemory = false
    answers.sizes.cell = size(9, 18)
    answers.sizes.textArea = size(720, 432)
    answers.sizes.sixelArea = size(720, 432)
    answers.sixelLimit = size(1000, 1000)
    answers.attributes = [62, 4]
    #expect(question.answers == answers && answers.hasSixel)
    question.take(.picture(id: 31, isTaken: false))
    question.take(.attributes([1]))
    #expect(question.answers == answers)
  }

  @Test func `a query repeated while one is outstanding gives one result`() {
    let question = line.question()
    question.ask()
    question.take(.version("kitty(0.41.1)"))
    question.ask()
    for _ in 0..<2 {
      question.take(.version("kitty(0.41.1)"))
      question.take(.picture(id: 31, isTaken: true))
      question.take(.attributes([62]))
    }
    #expect(question.answers.progress == .complete)
    #expect(question.answers.takesKittyPictures == true && question.answers.version != nil)
  }

  @Test(
    arguments: [
      (TerminalQuery.whole, "tmux 3.3a"), (.inTmux, "tmux 3.3a"), (.inTmux, nil),
      (.inScreen, "tmux 3.5a"),
    ] as [(TerminalQuery, String?)])
  func `the terminal outside tmux is queried through tmux`(set: TerminalQuery, version: String?) {
    let question = line.question(set)
    question.ask()
    _ = line.waiting(at: line.far)
    if let version { question.take(.version(version)) }
    question.take(.attributes([1, 2]))
    #expect(line.waiting(at: line.far) == Self.outer)
    #expect(question.isOpen && question.answers.outer == OuterAnswers())
    question.take(.version("kitty(0.41.1)"))
    question.take(.picture(id: 31, isTaken: true))
    #expect(question.answers.outer == OuterAnswers())
    question.take(.attributes([62, 52]))
    var outer = OuterAnswers()
    outer.progress = .complete
    outer.version = "kitty(0.41.1)"
    outer.takesKittyPictures = true
    #expect(question.answers.outer == outer && !question.isOpen)
    #expect(question.answers.version == version && question.answers.attributes == [1, 2])
    question.ask()
    question.take(.attributes([1, 2]))
    #expect(question.answers.outer == outer)
  }

  /// A querier to which the terminal outside tmux has replied as kitty.
  private func answeredThroughTmux() -> TerminalQuerier {
    let question = line.question(.inTmux)
    question.ask()
    question.take(.version("tmux 3.3a"))
    question.take(.attributes([1, 2]))
    takeKitty(question)
    _ = line.waiting(at: line.far)
    return question
  }

  private func takeKitty(
    _ question: TerminalQuerier, holding id: Int? = nil, _ isThere: Bool = true
  ) {
    question.take(.version("kitty(0.41.1)"))
    question.take(.picture(id: 31, isTaken: true))
    if let id { question.take(.picture(id: id, isTaken: isThere)) }
    question.take(.attributes([62]))
  }

  private static let transmitted = TransmittedImage(
    id: PictureID(number: 0x0102_0304), size: CellSize(columns: 20, rows: 8))

  @Test(
    arguments: [
      (false, true, false), (true, true, false), (false, false, true), (true, false, true),
      (false, nil, false), (true, nil, true),
    ] as [(Bool, Bool?, Bool)])
  func `the terminal outside tmux is asked whether it still has an image`(
    isNew: Bool, isThere: Bool?, isLost: Bool
  ) {
    let question = answeredThroughTmux()
    #expect(question.isPassedOn && !question.takeLoss())
    let id = Int(Self.transmitted.id.number)
    question.askOutsideAgain(for: Self.transmitted, isNew: isNew)
    let asked = "\u{1B}\u{1B}_Ga=p,U=1,i=\(id),p=1,c=20,r=8\u{1B}\u{1B}\\\u{1B}\u{1B}[c\u{1B}\\"
    #expect(line.waiting(at: line.far).hasSuffix(asked))
    #expect(!question.takeLoss() && question.isOpen)
    takeKitty(question, holding: isThere == nil ? nil : id, isThere ?? false)
    #expect(question.takeLoss() == isLost)
    #expect(!question.takeLoss() && !question.isOpen)
  }

  @Test func `a new terminal that has not replied yet still counts as new`() {
    let question = answeredThroughTmux()
    question.askOutsideAgain(for: Self.transmitted, isNew: true)
    _ = line.waiting(at: line.far)
    question.askOutsideAgain(for: Self.transmitted)
    #expect(line.waiting(at: line.far) == "")
    takeKitty(question)
    #expect(question.takeLoss())
    question.askOutsideAgain(for: Self.transmitted)
    takeKitty(question)
    #expect(!question.takeLoss())
  }

  @Test func `replies of another terminal outside tmux replace the previous ones`() {
    let question = answeredThroughTmux()
    question.askOutsideAgain(for: nil)
    #expect(line.waiting(at: line.far) == Self.outer)
    question.take(.version("XTerm(379)"))
    #expect(question.answers.outer?.version == "kitty(0.41.1)")
    question.take(.attributes([64]))
    #expect(question.answers.outer?.version == "XTerm(379)")
    #expect(question.answers.outer?.takesKittyPictures == nil && !question.takeLoss())
    question.askOutsideAgain(for: nil)
    takeKitty(question)
    #expect(question.answers.outer?.takesKittyPictures == true)
  }

  @Test func `without tmux no query is sent to a terminal outside`() {
    let question = line.question()
    question.ask()
    question.take(.version("kitty(0.41.1)"))
    question.take(.attributes([62]))
    _ = line.waiting(at: line.far)
    question.askOutsideAgain(for: Self.transmitted, isNew: true)
    #expect(line.waiting(at: line.far) == "" && !question.isOpen && !question.isPassedOn)
  }

  @Test func `a query that tmux does not pass on does not delay keys`() {
    let question = line.question(.inTmux, patience: .zero)
    question.ask()
    #expect(question.isOpen && question.outerTimeLeft == nil)
    question.take(.attributes([1, 2]))
    #expect(!question.isOpen && question.outerTimeLeft == .zero)
    question.take(.picture(id: 31, isTaken: true))
    question.take(.attributes([62]))
    #expect(question.answers.outer?.takesKittyPictures == true)
  }

  @Test func `nothing is sent through tmux if it drops that`() {
    let question = line.question(.inTmux)
    question.asksOutside = false
    question.ask()
    _ = line.waiting(at: line.far)
    question.take(.version("tmux 3.3a"))
    question.take(.attributes([1, 2]))
    #expect(line.waiting(at: line.far) == "" && !question.isOpen)
    #expect(question.answers.outer == OuterAnswers())
  }

  @Test(arguments: [TerminalQuery.inTmux, .inScreen])
  func `a terminal that only inherited multiplexer variables gets the whole query`(
    set: TerminalQuery
  ) {
    let question = line.question(set)
    question.ask()
    _ = line.waiting(at: line.far)
    question.take(.version("kitty(0.41.1)"))
    question.take(.attributes([62]))
    #expect(line.waiting(at: line.far).contains("a=q,t=d"))
    #expect(question.answers == TerminalAnswers(progress: .awaited))
    question.take(.version("kitty(0.41.1)"))
    question.take(.attributes([62]))
    #expect(question.answers.progress == .complete && line.waiting(at: line.far) == "")
  }

  @Test(arguments: [false, true])
  func `closing the terminal sends no further query; a query-only session continues`(goesOn: Bool) {
    let question = line.question(.inTmux)
    question.ask()
    _ = line.waiting(at: line.far)
    line.answer("\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[?1;2c")
    line.answer("\u{1B}P>|kitty(0.41.1)\u{1B}\\\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62c")
    question.awaitEnd(goingOn: goesOn)
    #expect(!question.isOpen && question.answers.isTmux)
    #expect(line.waiting(at: line.far) == (goesOn ? Self.outer : ""))
    #expect(question.answers.outer?.version == (goesOn ? "kitty(0.41.1)" : nil))
  }

  @Test func `the cell size is queried again for a window without pixels`() {
    let question = line.question()
    question.ask()
    question.take(.cell(size(9, 18)))
    question.take(.attributes([62]))
    _ = line.waiting(at: line.far)
    question.forgetSizes(asksAgain: true)
    #expect(line.waiting(at: line.far) == Self.sizes)
    #expect(question.answers.sizes == SizeAnswers())
    question.take(.cell(size(10, 20)))
    question.take(.version("late"))
    question.take(.attributes([1]))
    #expect(question.answers.sizes.cell == size(10, 20))
    #expect(question.answers.version == nil && question.answers.attributes == [62])
    #expect(question.answers.progress == .complete && !question.isOpen)
  }

  @Test func `any number of resizes leaves one size query outstanding`() {
    let question = line.question()
    question.ask()
    _ = line.waiting(at: line.far)
    for _ in 0..<100 { question.forgetSizes(asksAgain: true) }
    #expect(line.waiting(at: line.far) == "")
    question.take(.cell(size(9, 18)))
    question.take(.attributes([62]))
    #expect(line.waiting(at: line.far) == Self.sizes)
    for _ in 0..<100 { question.forgetSizes(asksAgain: true) }
    #expect(line.waiting(at: line.far) == "")
    question.take(.cell(size(8, 16)))
    #expect(question.answers.sizes == SizeAnswers())
    question.take(.attributes([62]))
    #expect(line.waiting(at: line.far) == Self.sizes)
    question.take(.cell(size(10, 20)))
    question.take(.attributes([62]))
    #expect(line.waiting(at: line.far) == "" && question.answers.sizes.cell == size(10, 20))
  }

  @Test
  func `no size query is sent with the kernel's pixels, in GNU screen or without a first query`() {
    for (set, asksAgain) in [(TerminalQuery.whole, false), (nil, true), (.inScreen, true)] {
      let question = line.question(set)
      question.ask()
      question.take(.cell(size(9, 18)))
      question.take(.attributes([62]))
      _ = line.waiting(at: line.far)
      question.forgetSizes(asksAgain: asksAgain)
      #expect(line.waiting(at: line.far) == "" && question.answers.sizes == SizeAnswers())
    }
  }
}
