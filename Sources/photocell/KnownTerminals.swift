import Storage
import Terminal

/// The answers of terminals that were queried in earlier runs, by environment, newest first.
struct KnownTerminals {
  private static let fileName = "terminals"
  private static let limit = 32
  private static let byteLimit = 64 << 10

  let folder: String

  /// Nil without `XDG_STATE_HOME` or `HOME` as an absolute path.
  static var ofUser: KnownTerminals? { Storage.stateFolder.map(KnownTerminals.init) }

  /// The cell size is that of the last run if the window does not report it.
  func answers(in environment: TerminalEnvironment, window: WindowSize?) -> TerminalAnswers? {
    let start = environment.fingerprint + "\t"
    guard let line = lines.first(where: { $0.hasPrefix(start) }),
      var answers = TerminalAnswers(record: String(line.dropFirst(start.count)))
    else { return nil }
    if window?.hasPixels == true { answers.sizes = SizeAnswers() }
    return answers
  }

  /// Writes complete answers; failures are ignored.
  func note(_ capabilities: TerminalCapabilities, in environment: TerminalEnvironment) {
    var answers = capabilities.answers
    answers.sizes.cell = capabilities.cell
    guard let record = answers.record else { return }
    let start = environment.fingerprint + "\t"
    let (old, line) = (lines, start + record)
    guard old.first != line, let directory = try? PrivateDirectory(making: folder) else { return }
    let new = [line] + old.filter { !$0.hasPrefix(start) }.prefix(Self.limit - 1)
    directory.replace(Self.fileName, by: Array(new.map { $0 + "\n" }.joined().utf8))
  }

  private var lines: [String] {
    guard let directory = try? PrivateDirectory(path: folder),
      let bytes = directory.content(of: Self.fileName, byteLimit: Self.byteLimit)
    else { return [] }
    return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }
}
