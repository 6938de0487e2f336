import Glibc

/// The shell, for checks with the system's own tools.
enum Shell {
  struct NotRun: Error {}

  /// Runs a command, and returns what it prints.
  static func output(of command: String) throws -> String {
    guard let stream = popen(command, "r") else { throw NotRun() }
    defer { pclose(stream) }
    var bytes: [UInt8] = []
    while case let byte = fgetc(stream), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
