/// Why something could not be measured.
enum BenchError: Error {
  /// A program or a pseudo terminal could not be started; carries what, and `errno`.
  case notStarted(String, errno: Int32)
  /// A program did not do in time what is being measured.
  case silent(String)
  /// A file or folder could not be made or read; carries its path and `errno`.
  case file(String, errno: Int32)
  /// TurboJPEG gave up; carries its text.
  case codec(String)
  /// There is no benchmark of that name.
  case unknown(String)
}

extension BenchError: CustomStringConvertible {
  /// One line for standard error.
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
