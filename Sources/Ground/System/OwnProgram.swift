internal import Glibc

/// The file that this process runs.
package enum OwnProgram {
  /// The folder that it lies in, through any links; nil where the kernel does not tell.
  package static var folder: String? {
    guard let path = unsafe realpath("/proc/self/exe", nil) else { return nil }
    defer { unsafe free(path) }
    let program = unsafe String(cString: path)
    return program.lastIndex(of: "/").map { String(program[..<$0]) }
  }
}
