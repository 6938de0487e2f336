import Glibc

/// The kernel's information on processes, which need not be children of the tests.
enum ProcessTable {
  /// Whether a process exists and is not a zombie.
  static func isRunning(_ process: pid_t) -> Bool {
    text(of: "stat", of: process).map { !$0.contains(") Z ") } ?? false
  }

  /// The child of a process that has one argument only, its name.
  static func child(of process: pid_t, named name: String) throws -> pid_t? {
    let search = "grep -lsx 'PPid:[[:space:]]*\(process)' /proc/[0-9]*/status"
    let found = try ProgramRun(["sh", "-c", search], environment: ["PATH=/usr/bin:/bin"])
    return found.outputText.split(separator: "\n")
      .compactMap { pid_t($0.split(separator: "/")[1]) }
      .first { text(of: "cmdline", of: $0) == "\(name)\0" }
  }

  private static func text(of file: String, of process: pid_t) -> String? {
    let run = try? ProgramRun(
      ["cat", "/proc/\(process)/\(file)"], environment: ["PATH=/usr/bin:/bin"])
    return run?.exitCode == 0 ? run?.outputText : nil
  }
}
