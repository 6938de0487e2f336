import Base
import Glibc
import Imaging

/// Sends queries to the terminal and collects the replies.
///
/// Waits for replies only before giving the terminal back: the shell would get later ones.
@MainActor
final class TerminalQuerier {
  private let device: TerminalDevice
  private let write: ([UInt8]) -> Void
  private let firstSet: TerminalQuery?
  private let patience: Duration
  private let expectancy: Duration
  private var asked: ContinuousClock.Instant?
  private var set = TerminalQuery.whole
  private var sample: SharedMemorySample?
  /// So that a killed program does not leave a sample behind.
  private var sampleEnd: MainLoopAlarm?
  private var sixelAreaCount = 0
  private var outer = OuterAnswers()
  private var areSizesStale = false
  private var areSizesWanted = false
  /// Queried outside tmux; `isThere` is nil before the reply.
  private var transmitted: (image: TransmittedImage, isThere: Bool?)?
  /// After an attach a missing reply about the image counts as its loss.
  private var isNew = false
  private var goesOn = true
  /// False if tmux drops what is meant for the terminal outside, which would not answer.
  var asksOutside = true
  var delivery = Delivery()
  private(set) var answers = TerminalAnswers()

  /// Without `set`, nothing is sent. `patience` is how long replies are awaited before the terminal
  /// is given back; `expectancy` is how long ESC may begin a reply rather than a key.
  init(
    device: TerminalDevice, set: TerminalQuery?, patience: Duration = .seconds(1),
    expectancy: Duration = .seconds(10), write: (([UInt8]) -> Void)? = nil
  ) {
    self.device = device
    self.write = write ?? { device.write($0) }
    firstSet = set
    self.patience = patience
    self.expectancy = expectancy
  }

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

  /// `asksAgain` queries the sizes after any outstanding reply, not for each step of a resize.
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

  func askOutsideAgain(for image: TransmittedImage?, isNew: Bool = false) {
    if isNew { self.isNew = true }
    guard isThroughTmux, !isOpen else { return }
    transmitted = image.map { ($0, nil) }
    outer = OuterAnswers()
    send(.outer)
  }

  var isThroughTmux: Bool { answers.outer != nil }

  var isPassedOn: Bool { answers.outer?.progress == .complete }

  func takeLoss() -> Bool {
    guard let transmitted, outer.progress == .complete else { return false }
    defer { (self.transmitted, isNew) = (nil, false) }
    return !(transmitted.isThere ?? !isNew)
  }

  private func send(_ set: TerminalQuery) {
    self.set = set
    sixelAreaCount = 0
    keepSample(set == .whole ? SharedMemorySample() : nil)
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
    case .sizes where answers.progress == .complete:
      if case .attributes = answer { end() } else { takeSize(answer) }
    default: takeFromTerminal(answer)
    }
  }

  private func takeFromTerminal(_ answer: TerminalAnswer) {
    switch answer {
    case .background, .ready, .drag: break
    case .version(let version): answers.version = version
    case .rendition(let isExact): answers.keepsExactColors = isExact
    case .picture(TerminalQuery.pictureID, let isTaken): answers.takesKittyPictures = isTaken
    case .picture(TerminalQuery.sharedPictureID, let isTaken): answers.readsSharedMemory = isTaken
    case .picture: break
    case .cell, .textArea, .sixelArea: takeSize(answer)
    case .attributes(let attributes):
      answers.attributes = attributes
      answers.progress = .complete
      end()
    }
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
    case .picture(TerminalQuery.pictureID, let isTaken): outer.takesKittyPictures = isTaken
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
      guard asksOutside else { return }
    case .whole: startAgain()
    default: break
    }
    send(next)
  }

  /// The terminal outside tmux, or everything if the environment was wrong.
  private var nextSet: TerminalQuery? {
    let isFirst = set != .sizes && set != .outer
    if isFirst, answers.isTmux || (set == .inTmux && answers.version == nil) { return .outer }
    if isFirst, set != .whole, answers.version != nil { return .whole }
    return areSizesWanted ? .sizes : nil
  }

  /// Also consumes keys typed before the replies; `goesOn` includes later queries.
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

/// A set of terminal queries, ending with DA1, which every terminal answers.
enum TerminalQuery: CaseIterable, Hashable {
  case whole
  /// In tmux, which takes kitty's query for a pane title and does not keep sixels.
  case inTmux
  /// In GNU screen, which makes its terminal print the contents of a DCS.
  case inScreen
  /// The cell size, if the kernel does not know the window's size in pixels.
  case sizes
  case outer

  static let pictureID = 31
  static let sharedPictureID = 32

  func text(sharedName: String?, transmitted: TransmittedImage? = nil) -> String {
    switch self {
    case .whole:
      Self.version + Self.style + Self.picture + (sharedName.map(Self.sharedPicture) ?? "")
        + Self.cell + Self.sixelAreas + Self.background + Self.attributes
    case .inTmux: Self.version + Self.style + Self.cell + Self.background + Self.attributes
    case .inScreen: Self.version + Self.background + Self.attributes
    case .sizes: Self.cell + Self.attributes
    case .outer:
      TmuxPassthrough.wrap(
        Self.version + Self.picture + (transmitted?.question ?? "") + Self.attributes)
    }
  }

  private static let version = "\u{1b}[>q"
  /// DECRQSS of SGR, with `TerminalModes.testColor` as the background.
  private static let style = "\u{1b}[48;2;1;2;3m\u{1b}P$qm\u{1b}\\\u{1b}[0m"
  /// kitty, Graphics Protocol, Querying support.
  private static let picture = "\u{1b}_Gi=\(pictureID),s=1,v=1,a=q,t=d,f=24;AAAA\u{1b}\\"
  /// XTWINOPS: cell size and text area; many terminals report only one.
  private static let cell = "\u{1b}[16t\u{1b}[14t"
  /// XTSMGRAPHICS: the current and the maximum sixel size.
  private static let sixelAreas = "\u{1b}[?2;1;0S\u{1b}[?2;4;0S"
  private static let background = "\u{1b}]11;?\u{1b}\\"
  private static let attributes = "\u{1b}[c"

  /// Always requests a reply: with `q=2`, Konsole takes the name for pixels.
  private static func sharedPicture(_ name: String) -> String {
    let name = String(decoding: Base64.encode(Array(name.utf8)[...]), as: UTF8.self)
    return "\u{1b}_Gi=\(sharedPictureID),s=1,v=1,a=q,t=s,f=24;\(name)\u{1b}\\"
  }
}

struct TransmittedImage: Hashable {
  let id: PictureID
  let size: CellSize

  /// Repeats the placement; a terminal without the image replies with an error (kitty, Display
  /// images on screen).
  fileprivate var question: String {
    "\u{1b}_Ga=p,U=1,i=\(id.number),p=1,c=\(size.columns),r=\(size.rows)\u{1b}\\"
  }
}

/// A pixel in shared memory (shm_overview(7)), which a terminal on this machine can read.
///
/// The name cannot be guessed, and other users cannot write to it. The terminal may unlink it.
@MainActor
final class SharedMemorySample {
  let name: String

  init?() {
    name = "/photocell-\(getpid())-\(String(UInt64.random(in: .min ... .max), radix: 16))"
    let memory = Descriptor(
      opened: unsafe shm_open(name, O_CREAT | O_EXCL | O_RDWR, S_IRUSR | S_IWUSR))
    guard let memory, ftruncate(memory.number, 3) == 0 else { return nil }
  }

  deinit {
    unsafe shm_unlink(name)
  }
}
