enum BenchError: Error {
  /// A program or pseudo terminal, and `errno`.
  case notStarted(String, errno: Int32)
  /// A timeout; carries what was expected.
  case silent(String)
  /// A path and `errno`.
  case file(String, errno: Int32)
  case codec(String)
  case unknown(String)
}

extension BenchError: CustomStringConvertible {
  var description: String {
    switch self {
    case .notStarted(let what, let errno): "\(what) did not start (errno \(errno))"
    case .silent(let what): "waited in vain for \(what)"
    case .file(let path, let errno): "\(path): errno \(errno)"
    case .codec(let text): "TurboJPEG: \(text)"
    case .unknown(let name): "no benchmark is called \(name)"
    }
  }
}
