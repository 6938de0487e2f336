import Glibc

/// Starts a bundled program, with one descriptor and a minimal environment.
enum ProgramStart {
  /// The descriptor's number in the program, after three of `/dev/null`.
  private static let passed: Int32 = 3
  /// Disables Swift's backtraces, which would examine a crash within the crashed process, and
  /// enables large pages in glibc: a child would otherwise take a page fault for every 4 KiB of
  /// file and pixels.
  private static let environment = [
    "SWIFT_BACKTRACE=enable=no", "GLIBC_TUNABLES=glibc.malloc.hugetlb=1",
  ]

  /// Returns the process, which the caller must wait for; nil if it could not be started.
  static func start(_ program: DecoderPrograms.Program, passing descriptor: Int32) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe prepare(&actions, passing: descriptor)
    prepare(&attributes)
    var arguments = unsafe ([program.path] + program.arguments).map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
      unsafe (arguments + variables).forEach { unsafe free($0) }
    }
    var process = pid_t()
    let failure = unsafe posix_spawn(
      &process, program.path, &actions, &attributes, &arguments, &variables)
    return failure == 0 ? process : nil
  }

  private static func prepare(
    _ actions: inout posix_spawn_file_actions_t, passing descriptor: Int32
  ) {
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, passed)
    for number in STDIN_FILENO...STDERR_FILENO {
      unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
    }
  }

  /// Resets signal mask and dispositions, whatever this process blocks or ignores.
  private static func prepare(_ attributes: inout posix_spawnattr_t) {
    unsafe posix_spawnattr_init(&attributes)
    var none = sigset_t()
    var all = sigset_t()
    unsafe sigemptyset(&none)
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
  }
}
