import Glibc

/// The user nobody, who owns no files: root may open locked ones, and tests often run as root.
enum Nobody {
  private typealias SetUser = @convention(c) (uid_t) -> Int32

  /// Runs a closure with the rights of nobody to files.
  static func perform<Result>(_ body: () -> Result) -> Result {
    // The Glibc module leaves it out. Unlike `seteuid` it changes the calling thread only, which
    // also loses root's right to override permissions.
    let setUser = unsafeBitCast(dlsym(nil, "setfsuid"), to: SetUser.self)
    _ = setUser(65_534)
    defer { _ = setUser(geteuid()) }
    return body()
  }
}
