import Glibc

/// A cache of compiled terminfo entries, renamed into place so that concurrent starts are safe.
@MainActor
struct TerminfoCache {
  /// Nil if the environment has none.
  private let kept: String?
  private let temporary: String
  private let compiler: TerminfoCompiler

  /// Ignores relative paths, as the XDG Base Directory Specification requires.
  init(environment: (String) -> String?, compiler: TerminfoCompiler = TerminfoCompiler()) {
    let home = Self.absolute(environment("HOME"))
    let cache = Self.absolute(environment("XDG_CACHE_HOME")) ?? home.map { "\($0)/.cache" }
    kept = cache.map { "\($0)/photocell/terminfo" }
    temporary = Self.absolute(environment("TMPDIR")) ?? "/tmp"
    self.compiler = compiler
  }

  private static func absolute(_ path: String?) -> String? {
    path.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// Nil if compilation fails; the first call waits some milliseconds for the compiler.
  func folder(with entry: TerminfoEntry) -> TerminfoFolder? {
    if let kept, unsafe access("\(kept)/\(entry.path)", R_OK) == 0 {
      return TerminfoFolder(path: kept, isTemporary: false)
    }
    return compileAndKeep(entry) ?? compileForNow(entry)
  }

  func discard(_ folder: TerminfoFolder, of entry: TerminfoEntry) {
    guard folder.isTemporary else { return }
    remove(folder.path, of: entry)
  }

  private func compileAndKeep(_ entry: TerminfoEntry) -> TerminfoFolder? {
    guard let kept else { return nil }
    makeFolders(of: "\(kept)/p")
    guard let workshop = makeWorkshop(in: kept) else { return nil }
    defer { remove(workshop, of: entry) }
    guard compiler.compile(entry, into: workshop) else { return nil }
    let moved = unsafe rename("\(workshop)/\(entry.path)", "\(kept)/\(entry.path)") == 0
    return moved ? TerminfoFolder(path: kept, isTemporary: false) : nil
  }

  private func compileForNow(_ entry: TerminfoEntry) -> TerminfoFolder? {
    guard let workshop = makeWorkshop(in: temporary) else { return nil }
    guard compiler.compile(entry, into: workshop) else {
      remove(workshop, of: entry)
      return nil
    }
    return TerminfoFolder(path: workshop, isTemporary: true)
  }

  /// For the user alone; errors show up in later steps.
  private func makeFolders(of path: String) {
    guard unsafe access(path, F_OK) != 0 else { return }
    if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      makeFolders(of: String(path[..<slash]))
    }
    unsafe mkdir(path, 0o700)
  }

  private func makeWorkshop(in folder: String) -> String? {
    var template = Array("\(folder)/photocell-XXXXXX".utf8CString)
    return unsafe template.withUnsafeMutableBufferPointer { name in
      guard let start = name.baseAddress, let made = unsafe mkdtemp(start) else { return nil }
      return unsafe String(cString: made)
    }
  }

  private func remove(_ workshop: String, of entry: TerminfoEntry) {
    unsafe unlink("\(workshop)/\(entry.path)")
    unsafe unlink("\(workshop)/\(TerminfoCompiler.sourceName)")
    unsafe rmdir("\(workshop)/p")
    unsafe rmdir(workshop)
  }
}

struct TerminfoFolder: Hashable {
  let path: String
  /// Whether it must be removed once the terminal is open.
  let isTemporary: Bool
}
