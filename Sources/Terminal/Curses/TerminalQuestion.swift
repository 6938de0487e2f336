import Base
import Imaging

/// Sends queries to the terminal and collects the replies.
///
/// Replies are awaited only before the terminal is given back, as later ones would be typed into
/// the shell.
@MainActor
final class TerminalQuestion {
  private let device: TerminalDevice
  private let write: ([UInt8]) -> Void
  private let firstSet: QuestionSet?
  private let patience: Duration
  private let expectancy: Duration
  private var asked: ContinuousClock.Instant?
  private var set = QuestionSet.whole
  private var sample: SharedMemorySample?
  /// Removes the sample if no reply arrives, so that a killed program does not leave one behind.
  private var sampleEnd: MainLoopAlarm?
  private var sixelAreaCount = 0
  private var outer = OuterAnswers()
  private var areSizesStale = false
  private var areSizesWanted = false
  /// The image last queried outside tmux, and whether it is there; nil before the reply.
  private var transmitted: (image: TransmittedImage, isThere: Bool?)?
  /// After an attach a missing reply about the image counts as its loss.
  private var isNew = false
  private var goesOn = true
  /// The queries around batches of output.
  var delivery = Delivery()
  private(set) var answers = TerminalAnswers()

  /// If `set` is nil, nothing is ever sent.
  ///
  /// `patience` is how long replies are awaited before the terminal is given back; `expectancy` is
  /// how long ESC may begin a reply rather than a key.
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

  /// Whether a reply is outstanding and not overdue.
  var isOpen: Bool { timeLeft > .zero }

  /// Nil if the terminal outside tmux is not being queried.
  var outerTimeLeft: Duration? { asked != nil && set == .outer ? max(.zero, timeLeft) : nil }

  private var timeLeft: Duration {
    guard let asked else { return .zero }
    // A query that tmux does not pass on is never answered, and Escape must not wait for it.
    return (set == .outer ? patience : expectancy) - asked.duration(to: .now)
  }

  func ask() {
    guard let firstSet else { return }
    transmitted = nil
    startAgain()
    send(firstSet)
  }

  /// Previous replies of the terminal outside tmux remain valid until new ones arrive.
  private func startAgain() {
    let outer = answers.outer
    answers = TerminalAnswers(progress: .awaited)
    answers.outer = outer
  }

  /// Drops sizes of a window that has changed.
  ///
  /// With `asksAgain` they are queried after any outstanding reply, so that dragging a window edge
  /// does not send a query for every step.
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

  /// No effect if it was never queried or a reply is outstanding.
  func askOutsideAgain(for image: TransmittedImage?, isNew: Bool = false) {
    if isNew { self.isNew = true }
    guard isThroughTmux, !isOpen else { return }
    transmitted = image.map { ($0, nil) }
    outer = OuterAnswers()
    send(.outer)
  }

  var isThroughTmux: Bool { answers.outer != nil }

  var isPassedOn: Bool { answers.outer?.progress == .complete }

  /// True once per query.
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

  func take(_ answer: TerminalAnswer) {
    guard asked != nil else { return }
    switch set {
    case .outer: takeFromOutside(answer)
    // A name arriving now is a late reply of the terminal outside.
    case .sizes where answers.progress == .complete: takeFromWindow(answer)
    default: takeFromTerminal(answer)
    }
  }

  private func takeFromTerminal(_ answer: TerminalAnswer) {
    switch answer {
    case .background, .ready: break
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

  /// The current sixel size is reported before the maximum.
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

  /// Then queries the terminal outside tmux, or everything if the environment was wrong.
  private var nextSet: QuestionSet? {
    let isFirst = set != .sizes && set != .outer
    if isFirst, answers.isTmux || (set == .inTmux && answers.version == nil) { return .outer }
    if isFirst, set != .whole, answers.version != nil { return .whole }
    return areSizesWanted ? .sizes : nil
  }

  /// Also consumes keys typed before the replies; `goesOn` includes follow-up queries.
  func awaitEnd(goingOn goesOn: Bool = false) {
    self.goesOn = goesOn
    defer { self.goesOn = true }
    var decoder = InputDecoder()
    decoder.isAnswerDue = true
    while asked != nil || delivery.isOpen {
      let (asked, due) = (asked, delivery.dueReplies)
      let isAnswered = readReplies(
        before: asked.map { $0 + patience } ?? .now + patience * 4, with: &decoder
      ) {
        self.asked != asked || delivery.dueReplies != due
      }
      if !isAnswered {
        self.asked = nil
        delivery.giveUp()
      }
    }
    keepSample(nil)
  }

  /// Returns whether one of the awaited replies has arrived.
  private func readReplies(
    before firstEnd: ContinuousClock.Instant, with decoder: inout InputDecoder,
    until isAnswered: () -> Bool
  ) -> Bool {
    var end = firstEnd
    let lastEnd = end + patience * 4
    while let bytes = device.read(before: end) {
      for byte in bytes {
        for case .answer(let answer) in decoder.decode(.character(UInt32(byte))) {
          if answer == .ready { _ = delivery.takeReply(at: .now) } else { take(answer) }
        }
      }
      if isAnswered() { return true }
      // Wait longer for the rest of a reply, which arrives byte by byte on a slow line.
      if decoder.isInSequence { end = min(lastEnd, max(end, .now + patience / 4)) }
    }
    return false
  }
}
