import Glibc
package import Values

extension FileActions {
  /// Writes what is noted of a photo into a small file, which is made where it is not there.
  ///
  /// The file is written beside the old one and takes its place when it is on the disk. What another program saves
  /// meanwhile is read, and changed in its turn. Nothing is written where it would hold what it holds.
  /// - Parameters:
  ///   - path: The file.
  ///   - photo: The path of the photo, whose permissions a new file gets as far as the umask lets it.
  ///   - isCompanion: Whether that only goes along with another photo.
  ///   - body: Makes the new content of the old one; nil where there is no such file, or nothing to write.
  /// - Returns: What was done; nil where there was nothing to do.
  /// - Throws: What `body` throws, `gone` where there is no photo, or why the file cannot be written: it is as it was then.
  package func note(
    in path: ByteString, of photo: ByteString, isCompanion: Bool = false,
    _ body: ([UInt8]?) throws(FileActionError) -> [UInt8]?
  ) throws(FileActionError) -> ActionStep.Change? {
    let place = try FilePlace(path)
    let original = try FilePlace(photo)
    _ = try original.identity()
    try original.check(photo, listed)
    for pause in Self.pauses {
      do throws(FileActionError) {
        return try note(at: place, in: path, of: photo, isCompanion: isCompanion, body)
      } catch .changed {
        usleep(pause)
      }
    }
    return try note(at: place, in: path, of: photo, isCompanion: isCompanion, body)
  }

  /// Delays between retries while another process is saving the file, in microseconds.
  private static let pauses: [useconds_t] = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000]

  private func note(
    at place: borrowing FilePlace, in path: ByteString, of photo: ByteString, isCompanion: Bool,
    _ body: ([UInt8]?) throws(FileActionError) -> [UInt8]?
  ) throws(FileActionError) -> ActionStep.Change? {
    let before = try content(at: place)
    guard let after = try body(before), after != before else { return nil }
    let content = ContentChange.whole(before: before, after: after)
    return try change(
      path, of: photo, isCompanion: isCompanion, content, mode: Self.sidecarMode(for: photo))
  }

  /// The permissions of a new sidecar, from which the umask takes something away: the photo's, or of a link those of
  /// the file that it leads to, which the user may always read and write.
  static func sidecarMode(for photo: ByteString) -> mode_t {
    let mode = try? FilePlace(photo).targetStatus?.st_mode
    return (mode ?? 0o644) & 0o666 | 0o600
  }

  /// Writes a few bytes of a photo's own file in the place of others.
  /// - Parameters:
  ///   - photo: The path of the photo.
  ///   - patch: Which bytes become which.
  ///   - isCompanion: Whether that only goes along with another photo.
  /// - Returns: What was done.
  /// - Throws: Why the file cannot be written, or `changed` where it holds other bytes.
  package func patch(
    _ photo: ByteString, _ patch: ContentChange, isCompanion: Bool = false
  ) throws(FileActionError) -> ActionStep.Change? {
    try FilePlace(photo).check(photo, listed)
    return try change(photo, of: photo, isCompanion: isCompanion, patch)
  }

  private func change(
    _ path: ByteString, of photo: ByteString, isCompanion: Bool = false, _ content: ContentChange,
    mode: mode_t = 0o644
  ) throws(FileActionError) -> ActionStep.Change? {
    guard let identity = try content.apply(to: path, mode: mode) else { return nil }
    return ActionStep.Change(
      from: photo, to: path, isCompanion: isCompanion, identity: identity, content: content)
  }

  private func content(at place: borrowing FilePlace) throws(FileActionError) -> [UInt8]? {
    do throws(FileActionError) {
      return try place.content(of: place.open(O_RDONLY))
    } catch .gone {
      return nil
    } catch {
      throw error
    }
  }
}
