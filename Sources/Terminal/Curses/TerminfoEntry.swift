internal import Base
import CNcurses
import Glibc

/// Our own terminfo entry, which adds all colors to the user's terminal.
///
/// Colors below 0x1000000 are sRGB, followed by the palette of 256 and the 16 ANSI colors in the
/// form for terminals without that palette. All can be on screen at once, and the depth can change
/// at any time although ncurses cannot change its entry. `xterm-direct` reserves its first eight
/// colors for the palette and is rarely installed. Semicolons are understood by more terminals than
/// the colons of ISO 8613-6.
struct TerminfoEntry: Hashable {
  let base: String

  /// Increment to invalidate cached entries.
  private static let version = 3

  static let firstOfPalette: Int32 = 0x100_0000
  static let firstOfANSI: Int32 = 0x100_0100

  /// Nil if the type name cannot be written in terminfo source.
  init?(base: String) {
    let isPlain = base.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-+._".utf8.contains($0) }
    guard isPlain, (1...64).contains(base.utf8.count) else { return nil }
    self.base = base
  }

  var name: String { "photocell-\(Self.version)-\(base)" }

  var path: String { "p/\(name)" }

  var source: String {
    """
    \(name)|24-bit colour below 0x1000000 and the palette of 256 and of 16 above it,
    \tRGB, CO@, ccc@, initc@, oc@, setf@, setb@, kmous@, XM@,
    \tcolors#0x1000110, pairs#0x1000000, op=\\E[\(isLinux ? "22;" : "")39;49m,
    \tsetaf=\\E[\(parameters(extended: 38, dark: "3", bright: "9"))m,
    \tsetab=\\E[\(parameters(extended: 48, dark: "4", bright: "10"))m,\(scrolling)
    \tuse=\(base),

    """
  }

  /// ncurses scrolls rows wherever these are shorter, also without `idlok` and across images, which
  /// only kitty's placeholders follow.
  private var scrolling: String {
    let areScrolled = ["xterm-kitty", "xterm-ghostty", "tmux", "screen", "linux"]
    return areScrolled.contains { base.hasPrefix($0) }
      ? "" : "\n\tcsr@, ind@, indn@, ri@, rin@, il@, il1@, dl@, dl1@,"
  }

  /// The Linux console stays bold after SGR 90 to 97; after SGR 38 only if the color is bright.
  private var isLinux: Bool { base == "linux" || base.hasPrefix("linux-") }

  private func parameters(extended: Int, dark: String, bright: String) -> String {
    let direct = "2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d"
    let less = { (limit: Int32) in "%p1%{\(limit)}" }
    let (palette, ansi) = (less(Self.firstOfPalette), less(Self.firstOfANSI))
    let eighth = less(Self.firstOfANSI + 8)
    let sixteen =
      isLinux
      ? "\(extended);5;\(ansi)%-%d" : "%?\(eighth)%<%t\(dark)\(ansi)%-%d%e\(bright)\(eighth)%-%d%;"
    return "%?\(palette)%<%t\(extended);\(direct)"
      + "%e%?\(ansi)%<%t\(extended);5;\(palette)%-%d%e\(sixteen)%;%;"
  }
}

/// A cache of compiled terminfo entries, renamed into place so that concurrent starts are safe.
@MainActor
struct TerminfoCache {
  private let kept: String?
  private let temporary: String
  private let compiler: String

  private static let sourceName = "entry.ti"

  /// `compiler` is looked up in PATH.
  init(environment: (String) -> String?, compiler: String = "tic") {
    kept = BaseDirectory.cache.path(environment: environment).map { "\($0)/photocell/terminfo" }
    temporary = environment("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    self.compiler = compiler
  }

  /// Nil if compilation fails; the first call waits some milliseconds for the compiler.
  func folder(with entry: TerminfoEntry) -> String? {
    if let kept, unsafe access("\(kept)/\(entry.path)", R_OK) == 0 { return kept }
    return compileAndKeep(entry) ?? compiled(entry, in: temporary)
  }

  /// Removes a temporary folder, once the terminal is open.
  func discard(_ folder: String, of entry: TerminfoEntry) {
    if folder != kept { remove(folder, of: entry) }
  }

  private func compileAndKeep(_ entry: TerminfoEntry) -> String? {
    guard let kept else { return nil }
    FileSystem.makeFolders(above: Array("\(kept)/p/".utf8), mode: 0o700)
    guard let folder = compiled(entry, in: kept) else { return nil }
    defer { remove(folder, of: entry) }
    let moved = unsafe rename("\(folder)/\(entry.path)", "\(kept)/\(entry.path)") == 0
    return moved ? kept : nil
  }

  /// The path of a new folder with the compiled entry.
  private func compiled(_ entry: TerminfoEntry, in parent: String) -> String? {
    var template = Array("\(parent)/photocell-XXXXXX".utf8CString)
    let made: String? = unsafe template.withUnsafeMutableBufferPointer { name in
      guard let start = name.baseAddress, let made = unsafe mkdtemp(start) else { return nil }
      return unsafe String(cString: made)
    }
    guard let folder = made else { return nil }
    if compile(entry, into: folder) { return folder }
    remove(folder, of: entry)
    return nil
  }

  private func compile(_ entry: TerminfoEntry, into folder: String) -> Bool {
    let source = "\(folder)/\(Self.sourceName)"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    guard let file = Descriptor(opened: unsafe open(source, flags, 0o600)),
      writeAll(Array(entry.source.utf8), to: file.number) == nil,
      let process = QuietProgram.start([compiler, "-x", "-o", folder, source]),
      QuietProgram.hasSucceeded(process)
    else { return false }
    return unsafe access("\(folder)/\(entry.path)", R_OK) == 0
  }

  private func remove(_ folder: String, of entry: TerminfoEntry) {
    unsafe unlink("\(folder)/\(entry.path)")
    unsafe unlink("\(folder)/\(Self.sourceName)")
    unsafe rmdir("\(folder)/p")
    unsafe rmdir(folder)
  }
}
