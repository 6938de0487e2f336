import Glibc
import Synchronization

/// A child process, which is killed when this is released.
package final class ChildProcess: Sendable {
  /// Its standard output; must be closed by the owner.
  package let output: Int32
  private let process: pid_t
  private let hasEnded = Mutex(false)

  /// Starts a shell script; `words` are its `$0`, `$1` and so on.
  package init(_ script: String, _ words: [String]) {
    var ends: [Int32] = [0, 0]
    // Not a pipe, which concurrently started children would keep open.
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    var arguments = (["sh", "-c", script] + words).map { (word: String) in strdup(word) } + [nil]
    var process = pid_t()
    posix_spawn(&process, "/bin/sh", &actions, nil, &arguments, environ)
    arguments.forEach { free($0) }
    posix_spawn_file_actions_destroy(&actions)
    close(ends[1])
    (output, self.process) = (ends[0], process)
  }

  deinit {
    kill()
  }

  package func kill() {
    end { Glibc.kill(process, SIGKILL) }
  }

  /// Suspends it and waits until all its threads have stopped, as signals are asynchronous.
  package func suspend() {
    hasEnded.withLock { hasEnded in
      guard !hasEnded, process > 0, Glibc.kill(process, SIGSTOP) == 0 else { return }
      var status: Int32 = 0
      guard waitpid(process, &status, WUNTRACED) == process else { return }
      hasEnded = status & 0xFF != 0x7F
    }
  }

  package func resume() {
    hasEnded.withLock { hasEnded in
      if !hasEnded, process > 0 { Glibc.kill(process, SIGCONT) }
    }
  }

  package func end() {
    end {}
  }

  private func end(_ prepare: () -> Void) {
    hasEnded.withLock { hasEnded in
      guard !hasEnded, process > 0 else { return }
      prepare()
      waitpid(process, nil, 0)
      hasEnded = true
    }
  }
}

extension ChildProcess {
  package static func path(of name: String) -> String {
    var target = [CChar](repeating: 0, count: 4_096)
    let length = readlink("/proc/self/exe", &target, target.count)
    let path = target.prefix(max(0, length)).map(UInt8.init(bitPattern:))
    let folder = path.prefix(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)
    return String(decoding: folder, as: UTF8.self) + "/\(name)"
  }

  /// Reads bytes until so many have been read or it ends; returns the number.
  package func wait(forBytes count: Int) -> Int {
    var byte: UInt8 = 0
    for number in 0..<count {
      guard read(output, &byte, 1) == 1 else { return number }
    }
    return count
  }
}
