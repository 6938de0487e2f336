internal import CCommit

/// Which photocell this is.
enum Version {
  /// The release; the one place where it stands, from which `make` takes it too.
  static let number = "0.1.0"
  /// The commit that a release was built from, with a plus behind it where the tree held changes;
  /// `development` in all other builds.
  static var commit: String { unsafe String(cString: ccommit_text()) }
  /// What `--version` prints.
  static var text: String { "\(number) (\(commit))" }
}
