import Concurrency
import Imaging
import Terminal

/// The queries sent to the terminal: what it is, what it can show and how large its cells are, each
/// round followed by its device attributes, which every terminal reports.
///
/// The replies are awaited only before the terminal is given back: later ones would be typed into
/// the shell.
final class TerminalQuestion {
  private let device: TerminalDevice
  private let write: ([UInt8]) -> Void
  private let firstSet: QuestionSet?
  private let patience: Duration
  private let expectancy: Duration
  private var asked: ContinuousClock.Instant?
  /// What was asked last.
  private var set = QuestionSet.whole
  private var sample: SharedMemorySample?
  /// What ends the sample where no reply does: a program that is killed must not leave one behind.
  private var sampleEnd: MainLoopAlarm?
  private var sixelAreaCount = 0
  /// What the terminal outside tmux has answered so far.
  private var outer = OuterAnswers()
  /// Whether the replies about the window that are outstanding are about an older one.
  private var areSizesStale = false
  private var areSizesWanted = false
  /// The image in the last query to the terminal outside tmux, and whether its reply says that it still has the image;
  /// nil before that reply.
  private var transmitted: (image: TransmittedImage, isThere: Bool?)?
  /// Whether a client was attached since the last reply: a missing reply about the image then counts as its loss.
  private var isNew = false
  /// Whether a reply may lead to another query.
  private var goesOn = true
  /// What has been answered to the last query.
  private(set) var answers = TerminalAnswers()

  /// Makes a query that has not been sent yet.
  /// - Parameters:
  ///   - device: The terminal.
  ///   - set: What it is asked first; where that is nil, nothing is ever sent.
  ///   - patience: How long after a query to wait for replies before the terminal is given back, and how
  ///     long those of the terminal outside tmux are expected.
  ///   - expectancy: How long after a query an escape may still begin a reply, rather than a key.
  ///   - write: What writes a query; nil where nobody else writes to the terminal.
  init(
    device: TerminalDevice, set: QuestionSet?, patience: Duration = .seconds(1),
    expectancy: Duration = .seconds(10), write: (([UInt8]) -> Void)? = nil
  ) {
    self.device = device
    self.write = write ?? { device.write($0) }
    firstSet = set
    self.patience = patience
    self.expectancy = expectancy
  }

  /// Whether a reply is outstanding; one that is overdue will never come.
  var isOpen: Bool { timeLeft > .zero }

  /// How long until the terminal outside tmux is known not to answer; nil where it is not being asked.
  var outerTimeLeft: Duration? { asked != nil && set == .outer ? max(.zero, timeLeft) : nil }

  private var timeLeft: Duration {
    guard let asked else { return .zero }
    // What tmux does not pass on is never answered, and Escape must not wait for that.
    return (set == .outer ? patience : expectancy) - asked.duration(to: .now)
  }

  /// Sends the query, and returns at once.
  func ask() {
    guard let firstSet else { return }
    transmitted = nil
    startAgain()
    send(firstSet)
  }

  /// What the terminal outside tmux has answered before holds until it answers again.
  private func startAgain() {
    let outer = answers.outer
    answers = TerminalAnswers(progress: .awaited)
    answers.outer = outer
  }

  /// Forgets what was said of a window that has changed since.
  /// - Parameter asksAgain: Whether the terminal is asked for the size of a cell, unless it has not
  ///   answered yet: then when it has, so that not every step of a drag is a query.
  func forgetSizes(asksAgain: Bool) {
    answers.sizes = SizeAnswers()
    guard let firstSet, firstSet != .inScreen else { return }
    if isOpen {
      areSizesStale = true
      areSizesWanted = asksAgain
    } else if asksAgain {
      send(.sizes)
    }
  }

  /// Asks the terminal outside tmux again, which may be another one by now; does nothing where no such
  /// terminal has been asked, or a reply is outstanding.
  /// - Parameters:
  ///   - image: An image that was transmitted to it; nil where there is none.
  ///   - isNew: Whether a client has just been attached to tmux.
  func askOutsideAgain(for image: TransmittedImage?, isNew: Bool = false) {
    if isNew { self.isNew = true }
    guard isThroughTmux, !isOpen else { return }
    transmitted = image.map { ($0, nil) }
    outer = OuterAnswers()
    send(.outer)
  }

  /// Whether the terminal outside tmux has been asked.
  var isThroughTmux: Bool { answers.outer != nil }

  /// Whether the terminal outside tmux has replied: tmux passes queries through.
  var isPassedOn: Bool { answers.outer?.progress == .complete }

  /// Whether the terminal outside tmux has replied that it no longer has the image; returns true once per query.
  func takeLoss() -> Bool {
    guard let transmitted, outer.progress == .complete else { return false }
    defer { (self.transmitted, isNew) = (nil, false) }
    return !(transmitted.isThere ?? !isNew)
  }

  private func send(_ set: QuestionSet) {
    self.set = set
    sixelAreaCount = 0
    keepSample(set == .whole ? .make() : nil)
    (areSizesStale, areSizesWanted) = (false, false)
    write(Array(set.text(sharedName: sample?.name, transmitted: transmitted?.image).utf8))
    asked = .now
  }

  private func keepSample(_ sample: SharedMemorySample?) {
    sampleEnd?.cancel()
    self.sample = sample
    sampleEnd = sample.map { _ in
      MainLoop.alarm(after: patience) { [weak self] in self?.sample = nil }
    }
  }

  /// Records a reply, however late; the last one ends the query, or leads to the next.
  func take(_ answer: TerminalAnswer) {
    guard asked != nil else { return }
    switch set {
    case .outer: takeFromOutside(answer)
    // A name that comes now is that of the terminal outside, and late.
    case .sizes where answers.progress == .complete: takeFromWindow(answer)
    default: takeFromTerminal(answer)
    }
  }

  private func takeFromTerminal(_ answer: TerminalAnswer) {
    switch answer {
    case .background: break
    case .version(let version): answers.version = version
    case .rendition(let isExact): answers.keepsExactColors = isExact
    case .picture(QuestionSet.pictureID, let isTaken): answers.takesKittyPictures = isTaken
    case .picture(QuestionSet.sharedPictureID, let isTaken): answers.readsSharedMemory = isTaken
    case .picture: break
    case .cell, .textArea, .sixelArea: takeSize(answer)
    case .attributes(let attributes):
      answers.attributes = attributes
      answers.progress = .complete
      end()
    }
  }

  private func takeFromWindow(_ answer: TerminalAnswer) {
    if case .attributes = answer { end() } else { takeSize(answer) }
  }

  /// Of the two sizes of sixel graphics the one that they have now comes first.
  private func takeSize(_ answer: TerminalAnswer) {
    switch answer {
    case .cell(let size) where !areSizesStale: answers.sizes.cell = size
    case .textArea(let size) where !areSizesStale: answers.sizes.textArea = size
    case .sixelArea(let size):
      sixelAreaCount += 1
      if sixelAreaCount == 1, !areSizesStale { answers.sizes.sixelArea = size }
      if sixelAreaCount == 2 { answers.sixelLimit = size }
    default: break
    }
  }

  private func takeFromOutside(_ answer: TerminalAnswer) {
    switch answer {
    case .version(let version): outer.version = version
    case .picture(QuestionSet.pictureID, let isTaken): outer.takesKittyPictures = isTaken
    case .picture(let id, let isTaken) where id == (transmitted?.image.id.number).map(Int.init):
      transmitted?.isThere = isTaken
    case .attributes:
      outer.progress = .complete
      answers.outer = outer
      end()
    default: break
    }
  }

  private func end() {
    asked = nil
    keepSample(nil)
    guard goesOn, let next = nextSet else { return }
    switch next {
    case .outer:
      outer = OuterAnswers()
      if answers.outer == nil { answers.outer = outer }
    case .whole: startAgain()
    default: break
    }
    send(next)
  }

  /// What is to be asked after the last reply: who turns out to be tmux, for the terminal outside, and
  /// who turns out not to be what the environment says, for everything.
  private var nextSet: QuestionSet? {
    let isFirst = set != .sizes && set != .outer
    if isFirst, answers.isTmux || (set == .inTmux && answers.version == nil) { return .outer }
    if isFirst, set != .whole, answers.version != nil { return .whole }
    return areSizesWanted ? .sizes : nil
  }

  /// Consumes the outstanding replies, and whatever is typed before them.
  /// - Parameter goesOn: Whether what follows from them is asked and awaited as well.
  func awaitEnd(goingOn goesOn: Bool = false) {
    self.goesOn = goesOn
    defer { self.goesOn = true }
    var decoder = InputDecoder()
    decoder.isAnswerDue = true
    while let asked {
      readReplies(sentSince: asked, with: &decoder)
      if self.asked == asked { self.asked = nil }
    }
    keepSample(nil)
  }

  /// Reads replies to one query until the last of them has come, or none does any more.
  private func readReplies(
    sentSince asked: ContinuousClock.Instant, with decoder: inout InputDecoder
  ) {
    var end = asked + patience
    let lastEnd = end + patience * 4
    while let bytes = device.read(before: end) {
      for byte in bytes {
        for case .answer(let answer) in decoder.decode(.character(UInt32(byte))) { take(answer) }
      }
      if self.asked != asked { return }
      // The rest of an answer that has begun is on its way, byte by byte where the line is slow.
      if decoder.isInSequence { end = min(lastEnd, max(end, .now + patience / 4)) }
    }
  }
}
