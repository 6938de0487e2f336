import Glibc
import TestSupport

/// Data of processes from the kernel (proc(5)).
enum ProcessTable {
  /// The children of a process, including those that have ended and are not reaped yet.
  static func children(of parent: Int32) -> [Int32] {
    names(in: "/proc").compactMap { Int32($0) }.filter { self.parent(of: $0) == parent }
  }

  /// Waits until a process has a child, besides one that may be known.
  static func newChild(of parent: Int32, besides known: Int32? = nil) async -> Int32 {
    var child: Int32?
    await eventually {
      child = children(of: parent).first { $0 != known }
      return child != nil
    }
    return child ?? 0
  }

  /// The arguments of a process, its name first; none if it has ended.
  static func arguments(of process: Int32) -> [String] {
    bytes("cmdline", of: process).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The start of a text about a process; empty if it has ended.
  static func text(_ name: String, of process: Int32) -> String {
    String(decoding: bytes(name, of: process), as: UTF8.self)
  }

  private static func bytes(_ name: String, of process: Int32) -> ArraySlice<UInt8> {
    guard let stream = fopen("/proc/\(process)/\(name)", "r") else { return [] }
    defer { fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, stream)
    return bytes.prefix(count)
  }

  /// How many descriptors this process has open of the kinds that decoding uses and Dispatch does
  /// not open at any time: sockets, files in memory and processes.
  static var descriptorCount: Int {
    names(in: "/proc/self/fd").count { name in
      var target = [CChar](repeating: 0, count: 256)
      let length = readlink("/proc/self/fd/\(name)", &target, target.count)
      let bytes = target.prefix(max(0, length)).map(UInt8.init(bitPattern:))
      let kind = String(decoding: bytes, as: UTF8.self)
      return ["socket:", "/memfd:", "anon_inode:[pidfd]"].contains { kind.hasPrefix($0) }
    }
  }

  /// The parent of a process: the second field after its name, which is in brackets.
  private static func parent(of process: Int32) -> Int32? {
    guard let stream = fopen("/proc/\(process)/stat", "r") else { return nil }
    defer { fclose(stream) }
    var line = [CChar](repeating: 0, count: 512)
    guard fgets(&line, Int32(line.count), stream) != nil else { return nil }
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let name = text.lastIndex(of: ")") else { return nil }
    return text[name...].split(separator: " ").dropFirst(2).first.flatMap { Int32($0) }
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names.filter { $0 != "." && $0 != ".." }
  }
}
