import Glibc

/// The program under test, and its input.
enum TestedProgram {
  /// The folder of the tests and of the other products of the build.
  static let folder: String = {
    var target = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &target, target.count)
    let path = target.prefix(max(0, length)).map(UInt8.init(bitPattern:))
    return String(decoding: path.prefix(path.lastIndex(of: UInt8(ascii: "/")) ?? 0), as: UTF8.self)
  }()

  /// The folder of the program and its decoders: `PHOTOCELL_TESTED` names the one of another build.
  private static let programs = getenv("PHOTOCELL_TESTED").map { String(cString: $0) } ?? folder

  static var path: String { "\(programs)/photocell" }

  /// The root of the repository.
  static let repository: String =
    #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(3).joined(separator: "/")

  /// The demo photos, of which there are 24.
  static let photos = "\(repository)/Assets/photos"

  /// The names of the demo photos, in the order of the grid.
  static let photoNames: [String] = {
    guard let folder = opendir(photos) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix("photo-") { names.append(name) }
    }
    return names.sorted { number(of: $0) < number(of: $1) }
  }()

  /// A user's usual environment, independent of the one that the tests run in.
  /// - Parameter home: The folder for everything that programs leave behind.
  /// - Returns: The variables as `posix_spawn` takes them.
  static func environment(home: String) -> [String] {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return [
      "PATH=\(programs):\(folder):\(path)", "HOME=\(home)", "TMUX_TMPDIR=\(home)", "SHELL=/bin/sh",
      "LC_ALL=C.UTF-8", "TERM=tmux-256color", "COLORTERM=truecolor", "PS1=\(ShellSession.prompt) ",
    ]
  }

  private static func number(of name: String) -> Int {
    Int(name.split(separator: "-").dropFirst().first ?? "") ?? 0
  }
}
