import Glibc

/// A program that was run without a terminal, to its end.
struct ProgramRun {
  /// The exit code, or 128 and the signal.
  let exitCode: Int32
  /// Its standard output, which was a pipe.
  let output: [UInt8]
  /// Its standard error.
  let errorText: String

  struct NotStarted: Error {
    let program: String
  }

  var outputText: String { String(decoding: output, as: UTF8.self) }

  /// Runs a program with nothing on standard input and without a controlling terminal; one that takes longer
  /// than a minute is killed.
  init(_ words: [String], environment: [String], folder: String = "/") throws {
    var (output, errors) = ([Int32](repeating: -1, count: 2), [Int32](repeating: -1, count: 2))
    guard pipe(&output) == 0, pipe(&errors) == 0 else {
      throw NotStarted(program: words[0])
    }
    for descriptor in output + errors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let child = Self.spawn(
      ["env", "-C", folder] + words, environment, output: output[1], errors: errors[1])
    close(output[1])
    close(errors[1])
    defer {
      close(output[0])
      close(errors[0])
    }
    guard let child else { throw NotStarted(program: words[0]) }
    let deadline = Deadline(after: .seconds(300))
    let written = Self.read([output[0], errors[0]], before: deadline)
    self.output = written[0]
    errorText = String(decoding: written[1], as: UTF8.self)
    if deadline.millisecondsLeft == 0 { kill(child, SIGKILL) }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    exitCode = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  private static func spawn(
    _ words: [String], _ environment: [String], output: Int32, errors: Int32
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    // A child that outlives this process must not inherit its descriptors, such as locked files.
    for descriptor in Int32(3)..<256 {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var attributes = allSignals()
    defer { posix_spawnattr_destroy(&attributes) }
    var child = pid_t()
    let error = posix_spawnp(&child, words[0], &actions, &attributes, &arguments, &variables)
    return error == 0 ? child : nil
  }

  /// `POSIX_SPAWN_SETSID`, which glibc's module does not show.
  private static let newSession: Int32 = 0x80

  /// Has a child receive every signal, in a session of its own; the threads of Dispatch, which it descends
  /// from, block most.
  private static func allSignals() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | newSession))
    return attributes
  }

  /// Reads pipes to their ends, all at once: a program that fills one would wait for its reader.
  private static func read(_ descriptors: [Int32], before deadline: Deadline) -> [[UInt8]] {
    var bytes = [[UInt8]](repeating: [], count: descriptors.count)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    // A negative descriptor is ignored.
    var pipes = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while pipes.contains(where: { $0.fd >= 0 }) {
      guard poll(&pipes, nfds_t(pipes.count), deadline.millisecondsLeft) > 0 else { break }
      for index in pipes.indices where pipes[index].fd >= 0 && pipes[index].revents != 0 {
        let count = Glibc.read(pipes[index].fd, &buffer, buffer.count)
        if count > 0 { bytes[index] += buffer.prefix(count) } else { pipes[index].fd = -1 }
      }
    }
    return bytes
  }
}
