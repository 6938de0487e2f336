import Glibc

/// A folder that a test makes and that goes away with it.
struct TemporaryFolder: ~Copyable {
  let path: String

  init() throws {
    var template = Array("/tmp/photocell-curses-XXXXXX".utf8CString)
    struct NotMade: Error {}
    guard let made = mkdtemp(&template) else { throw NotMade() }
    path = String(cString: made)
  }

  /// Runs a command of the shell, and returns what it prints.
  static func output(of command: String) throws -> String {
    struct NotRun: Error {}
    guard let stream = popen(command, "r") else { throw NotRun() }
    defer { pclose(stream) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(stream), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  deinit {
    _ = try? Self.output(of: "chmod -R u+w \(path); rm -rf \(path)")
  }
}
