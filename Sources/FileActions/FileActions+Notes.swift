package import Base
import Glibc

extension FileActions {
  /// Writes metadata of a photo to a small file, which is made if it does not exist.
  ///
  /// The new file is written beside the old one and replaces it once it is on disk. If another
  /// program saves the file meanwhile, it is read and changed again. Nothing is written if the
  /// content stays the same.
  ///
  /// A new file gets the permissions of `photo`, limited by the umask. `body` makes the new content
  /// from the old, which is nil for a missing file; it returns nil to write nothing. Returns nil if
  /// nothing was written. Throws `gone` if the photo does not exist; on errors the file is
  /// unchanged.
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

  /// The mode of a new sidecar before the umask: the photo's (a link's target's), plus user access.
  static func sidecarMode(for photo: ByteString) -> mode_t {
    let mode = try? FilePlace(photo).targetStatus?.st_mode
    return (mode ?? 0o644) & 0o666 | 0o600
  }

  /// Replaces bytes in a photo's own file; throws `changed` if it has other content.
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
