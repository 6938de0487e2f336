import Glibc

/// The user who owns nothing: root may open what is locked, and tests often run as root.
enum Nobody {
  private typealias SetUser = @convention(c) (uid_t) -> Int32

  /// Does something with nobody's rights to files.
  static func perform<Result>(_ body: () -> Result) -> Result {
    // The Glibc module leaves it out. Unlike `seteuid` it changes the calling thread only, which
    // also loses root's right to override permissions.
    let setUser = unsafeBitCast(dlsym(nil, "setfsuid"), to: SetUser.self)
    _ = setUser(65_534)
    defer { _ = setUser(geteuid()) }
    return body()
  }
}
