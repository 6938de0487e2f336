import Glibc

extension Launch {
  /// The peer of the pixel grid: timg's contact sheet in kitty's protocol.
  static func timg(_ paths: [String], columns: Int, rows: Int) -> Launch {
    Launch(
      arguments: ["timg", "-pk", "--grid=\(columns)x\(rows)"] + paths,
      variables: ["TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"])
  }

  var isInstalled: Bool {
    guard let path = unsafe getenv("PATH").map({ unsafe String(cString: $0) }) else { return false }
    return path.split(separator: ":").contains { folder in
      unsafe access("\(folder)/\(arguments[0])", X_OK) == 0
    }
  }
}
