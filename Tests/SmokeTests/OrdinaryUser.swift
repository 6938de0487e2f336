import Glibc
import TestSupport

/// A user whom permissions hold for: whoever runs the tests, or nobody where that is root.
enum OrdinaryUser {
  private static let number = 65534

  /// What goes before a command that this user runs.
  static let prefix =
    geteuid() == 0
    ? "setpriv --reuid \(number) --regid \(number) --clear-groups --inh-caps=-all " : ""

  /// Gives the user a folder below another one, with all that is in it.
  static func own(_ name: String, in home: TemporaryFolder) throws {
    guard geteuid() == 0 else { return }
    chmod(home.path, 0o755)
    _ = try ProgramRun(
      ["chown", "-R", "-h", "\(number):\(number)", home.name(name)],
      environment: ["PATH=/usr/bin:/bin"])
  }
}
