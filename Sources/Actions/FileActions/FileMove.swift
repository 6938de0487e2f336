import Glibc
import System
import Values

/// Moves one file to a name that nothing has, in the same folder or on another file system.
enum FileMove {
  /// Moves it.
  /// - Parameters:
  ///   - source: Where it is; a link itself is moved, and not what it leads to.
  ///   - target: Where it is to be.
  ///   - deed: What is said to have failed where something does.
  ///   - note: Is told how many bytes have been copied, where they have to be; false stops that.
  /// - Returns: What it is at its new place.
  /// - Throws: `taken` where something has the name; the file is where it was then.
  static func move(
    _ source: borrowing FilePlace, to target: borrowing FilePlace, as deed: FileActionError.Deed,
    note: (Int) -> Bool = { _ in true }
  ) throws(FileActionError) -> FileIdentity {
    let identity = try source.identity()
    do throws(FileActionError) {
      return try rename(source, to: target, as: deed)
    } catch .failed(_, _, SystemError(EXDEV)) {
      return try moveAcross(source, identity, to: target, as: deed, note: note)
    } catch {
      throw error
    }
  }

  /// Moves it in the same file system; otherwise as `move`.
  /// - Throws: `failed` with `EXDEV` where that is another one.
  static func rename(
    _ source: borrowing FilePlace, to target: borrowing FilePlace, as deed: FileActionError.Deed
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
      default: throw .failed(deed, name, error)
      }
    }
  }

  /// Copies it, and removes it when the copy is on the disk.
  private static func moveAcross(
    _ source: borrowing FilePlace, _ original: FileIdentity, to target: borrowing FilePlace,
    as deed: FileActionError.Deed, note: (Int) -> Bool
  ) throws(FileActionError) -> FileIdentity {
    let copy = try copy(source, to: target, as: deed, note: note)
    do throws(FileActionError) {
      // A program that saves a file often puts a new one in its place.
      guard try source.identity() == original else {
        throw .changedMeanwhile(FileName(source.name))
      }
      try remove(source, as: deed)
    } catch {
      // What may not be removed is not moved either.
      try? target.remove()
      throw error
    }
    return copy
  }

  /// Copies a file, or a link itself.
  static func copy(
    _ source: borrowing FilePlace, to target: borrowing FilePlace, as deed: FileActionError.Deed,
    note: (Int) -> Bool
  ) throws(FileActionError) -> FileIdentity {
    if let status = source.status, status.st_mode & S_IFMT == S_IFLNK {
      return try copyLink(source, to: target, as: deed)
    }
    return try FileCopy(of: source, for: deed).make(at: target, note: note)
  }

  /// Takes the name away from a file that has been copied.
  static func remove(
    _ place: borrowing FilePlace, as deed: FileActionError.Deed
  ) throws(FileActionError) {
    do throws(SystemError) {
      try place.remove()
    } catch {
      throw .failed(deed, FileName(place.name), error)
    }
  }

  private static func copyLink(
    _ source: borrowing FilePlace, to target: borrowing FilePlace, as deed: FileActionError.Deed
  ) throws(FileActionError) -> FileIdentity {
    var goal = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = unsafe readlinkat(
      source.folder.number, source.name.cString, &goal, Int(PATH_MAX))
    guard length >= 0, unsafe symlinkat(goal, target.folder.number, target.name.cString) == 0 else {
      throw errno == EEXIST
        ? .taken(FileName(target.name)) : .failed(deed, FileName(source.name), .last)
    }
    return try target.identity()
  }
}
