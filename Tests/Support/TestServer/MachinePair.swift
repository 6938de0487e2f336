import Glibc

/// Two network namespaces connected only by a virtual cable, like two machines.
///
/// A separate process removes them and everything running in them when this is released, however
/// the test process ends.
package final class MachinePair: Sendable {
  /// Requires root, and `ip` of iproute2.
  package static let ip = "/usr/sbin/ip"
  package static let addresses = ["10.231.7.1", "10.231.7.2"]

  private let names: [String]
  private let keeper: pid_t
  /// Its end of file stops the keeper.
  private let line: Int32

  /// Nil if the system or the user cannot create namespaces.
  package init?() {
    guard geteuid() == 0, access(Self.ip, X_OK) == 0 else { return nil }
    names = ["one", "other"].map { "pc-\(getpid())-\(UInt16.random(in: .min ... .max))-\($0)" }
    var ends: [Int32] = [0, 0]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends)
    keeper = Self.start(Self.keeping, names + Self.addresses, at: ends[1])
    line = ends[0]
    close(ends[1])
    var answer: [UInt8] = [0]
    guard read(line, &answer, 1) == 1, answer[0] == UInt8(ascii: "y") else { return nil }
  }

  deinit {
    close(line)
    waitpid(keeper, nil, 0)
  }

  package func words(_ program: [String], on machine: Int) -> [String] {
    [Self.ip, "netns", "exec", names[machine]] + program
  }

  package func setCable(isIn: Bool) {
    waitpid(
      Self.start(
        "exec \(Self.ip) -n \"$0\" link set cable \(isIn ? "up" : "down")", [names[0]], at: line),
      nil, 0)
  }

  /// Creates the namespaces, reports it, and removes them at the end of its input.
  private static let keeping = """
    trap '' INT TERM HUP QUIT
    make() {
      \(ip) netns add "$0" && \(ip) netns add "$1" &&
      \(ip) link add cable netns "$0" type veth peer name cable netns "$1" &&
      \(ip) -n "$0" address add "$2/24" dev cable && \(ip) -n "$1" address add "$3/24" dev cable &&
      for name in "$0" "$1"; do
        \(ip) -n "$name" link set lo up && \(ip) -n "$name" link set cable up || return 1
      done
    }
    if make "$@" >/dev/null 2>&1; then echo y >&0; else echo n >&0; fi
    read -r end
    for name in "$0" "$1"; do
      for process in $(\(ip) netns pids "$name" 2>/dev/null); do kill -9 "$process"; done
      \(ip) netns delete "$name" 2>/dev/null
    done
    """

  private static func start(_ script: String, _ words: [String], at input: Int32) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    var arguments = (["sh", "-c", script] + words).map { (word: String) in strdup(word) } + [nil]
    var process = pid_t()
    posix_spawn(&process, "/bin/sh", &actions, nil, &arguments, environ)
    arguments.forEach { free($0) }
    posix_spawn_file_actions_destroy(&actions)
    return process
  }
}
