import Base
import Glibc

/// Moves one file to an unused name, within a file system or across two.
enum FileMove {
  /// Moves a file, or a link itself.
  ///
  /// If the file has to be copied, `note` receives the number of bytes copied; false cancels. On
  /// errors the file is where it was; throws `taken` if the name is in use.
  static func move(
    _ source: borrowing FilePlace, to target: borrowing FilePlace,
    as operation: FileActionError.Operation,
    note: (Int) -> Bool = { _ in true }
  ) throws(FileActionError) -> FileIdentity {
    let identity = try source.identity()
    do throws(FileActionError) {
      return try rename(source, to: target, as: operation)
    } catch .failed(_, _, SystemError(EXDEV)) {
      return try moveAcross(source, identity, to: target, as: operation, note: note)
    } catch {
      throw error
    }
  }

  /// Moves within one file system; throws `failed` with `EXDEV` for different ones.
  static func rename(
    _ source: borrowing FilePlace, to target: borrowing FilePlace,
    as operation: FileActionError.Operation
  ) throws(FileActionError) -> FileIdentity {
    let identity = try source.identity()
    do throws(SystemError) {
      try source.rename(to: target)
      guard target.holds(identity) else {
        try target.rename(to: source)
        throw SystemError(ESTALE)
      }
      return identity
    } catch {
      let name = FileName(source.name)
      switch error.number {
      case EEXIST: throw .taken(FileName(target.name))
      case ESTALE: throw .changedMeanwhile(name)
      case ENOENT: throw .gone(name)
      default: throw .failed(operation, name, error)
      }
    }
  }

  /// Copies the file, and removes the original once the copy is on disk.
  private static func moveAcross(
    _ source: borrowing FilePlace, _ original: FileIdentity, to target: borrowing FilePlace,
    as operation: FileActionError.Operation, note: (Int) -> Bool
  ) throws(FileActionError) -> FileIdentity {
    let copy = try copy(source, to: target, as: operation, note: note)
    do throws(FileActionError) {
      // Programs often save a file by replacing it.
      guard try source.identity() == original else {
        throw .changedMeanwhile(FileName(source.name))
      }
      try remove(source, as: operation)
    } catch {
      // If the original cannot be removed, it is not moved.
      try? target.remove()
      throw error
    }
    return copy
  }

  static func copy(
    _ source: borrowing FilePlace, to target: borrowing FilePlace,
    as operation: FileActionError.Operation,
    note: (Int) -> Bool
  ) throws(FileActionError) -> FileIdentity {
    if let status = source.status, status.st_mode & S_IFMT == S_IFLNK {
      return try copyLink(source, to: target, as: operation)
    }
    return try FileCopy(of: source, for: operation).make(at: target, note: note)
  }

  static func remove(
    _ place: borrowing FilePlace, as operation: FileActionError.Operation
  ) throws(FileActionError) {
    do throws(SystemError) {
      try place.remove()
    } catch {
      throw .failed(operation, FileName(place.name), error)
    }
  }

  private static func copyLink(
    _ source: borrowing FilePlace, to target: borrowing FilePlace,
    as operation: FileActionError.Operation
  ) throws(FileActionError) -> FileIdentity {
    var goal = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = unsafe readlinkat(
      source.folder.number, source.name.cString, &goal, Int(PATH_MAX))
    guard length >= 0, unsafe symlinkat(goal, target.folder.number, target.name.cString) == 0 else {
      throw errno == EEXIST
        ? .taken(FileName(target.name)) : .failed(operation, FileName(source.name), .last)
    }
    return try target.identity()
  }
}
