internal import CCommit

enum Version {
  /// The release; the single source, which `make` reads too.
  static let number = "0.1.0"
  /// With `+` for a modified tree; otherwise `development`.
  static var commit: String { unsafe String(cString: ccommit_text()) }
  static var text: String { "\(number) (\(commit))" }
}
