internal import CLinux

extension Descriptor {
  /// A descriptor that can be read once a process has ended; the process must not have been waited
  /// for yet.
  /// - Returns: Nil where there is none; `errno` says why.
  package static func ofProcess(_ process: Int32) -> Descriptor? {
    let number = cl_open_process(process)
    return number < 0 ? nil : Descriptor(taking: number)
  }

  /// A file in memory that holds bytes, and that nobody can change.
  /// - Returns: Nil where there is no memory for it, or too many files are open; `errno` says which.
  package static func ofSealedFile(_ bytes: [UInt8]) -> Descriptor? {
    let number = unsafe cl_sealed_file(bytes, bytes.count)
    return number < 0 ? nil : Descriptor(taking: number)
  }
}
