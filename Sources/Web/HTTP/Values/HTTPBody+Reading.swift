package import ResponseStore
internal import Values

extension HTTPBody {
  /// Reads all of it; blocks where it is a file.
  /// - Throws: `NetworkError.cannotKeep` where the disk fails.
  package func read() throws(NetworkError) -> [UInt8] {
    do throws(SystemError) {
      return try contents()
    } catch {
      throw .cannotKeep(errno: error.number)
    }
  }
}
