import Glibc

/// Starts a program with one descriptor, and `/dev/null` for the other standard streams.
enum ProgramStart {
  /// Returns the process, which the caller must wait for; nil if it could not be started.
  ///
  /// The program sees `descriptor` as `number`, and nothing of this process's environment. Signal
  /// mask and dispositions are reset, whatever this process blocks or ignores.
  static func start(
    _ path: String, arguments: [String] = [], environment: [String], passing descriptor: Int32,
    as number: Int32
  ) -> pid_t? {
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, number)
    for stream in STDIN_FILENO...STDERR_FILENO where stream != number {
      unsafe posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
    }
    resetSignals(&attributes)
    var arguments = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
      unsafe (arguments + variables).forEach { unsafe free($0) }
    }
    var process = pid_t()
    let failure = unsafe posix_spawn(&process, path, &actions, &attributes, &arguments, &variables)
    return failure == 0 ? process : nil
  }

  private static func resetSignals(_ attributes: inout posix_spawnattr_t) {
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
