import Glibc
import TestSupport

/// A user whom permissions apply to: the one that runs the tests, or `nobody` if that is root.
enum OrdinaryUser {
  private static let number = 65534

  /// The prefix of a command that runs as this user.
  static let prefix =
    geteuid() == 0
    ? "setpriv --reuid \(number) --regid \(number) --clear-groups --inh-caps=-all " : ""

  /// Makes the user the owner of a folder in `home` and of its contents.
  static func own(_ name: String, in home: TemporaryFolder) throws {
    guard geteuid() == 0 else { return }
    chmod(home.path, 0o755)
    _ = try ProgramRun(
      ["chown", "-R", "-h", "\(number):\(number)", home.name(name)],
      environment: ["PATH=/usr/bin:/bin"])
  }
}
