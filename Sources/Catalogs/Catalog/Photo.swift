internal import Synchronization
package import Values

/// An entry of a catalog: a file that is said to be a photo, or a picture on the web.
///
/// Two photos are equal where their paths are, or what is known of them on the web, but for hints of
/// their looks. Whether a file has changed is found out when it is opened, so that listing a folder
/// costs no look at every file; but of one that is known to have changed there is another photo, so that
/// no picture of the old one is ever taken for it.
package struct Photo: Sendable {
  /// What stands below its picture: the file name alone, or the caption of a picture on the web.
  package let name: ByteString
  private let place: Place

  private enum Place: Hashable, Sendable {
    /// The path up to the name; photos of a folder share its bytes.
    case folder(ByteString)
    /// The same for a file that came or changed while its folder was shown, and when that was; boxed, as
    /// few do.
    indirect case changed(folder: ByteString, revision: UInt64)
    /// Boxed, since a hundred thousand files need not pay for it.
    indirect case web(WebPhoto)
  }

  /// Names a photo by its path, which is not looked at.
  package init(path: ByteString) {
    let nameStart = path.bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    self.init(
      folder: ByteString(path.bytes[..<nameStart]), name: ByteString(path.bytes[nameStart...]))
  }

  /// Makes an entry of a folder that has been read.
  /// - Parameters:
  ///   - folder: Empty for the working folder; else it ends in a slash.
  ///   - name: A name without a slash.
  init(folder: ByteString, name: ByteString) {
    self.name = name
    place = .folder(folder)
  }

  private init(name: ByteString, place: Place) {
    self.name = name
    self.place = place
  }

  /// Names a picture on the web, which is not asked for.
  package init(_ photo: WebPhoto) {
    name = photo.caption
    place = .web(photo)
  }

  /// Where its bytes are.
  package enum Source: Hashable, Sendable {
    /// A file: its path, as the user gave the argument and the kernel the rest.
    case file(ByteString)
    /// Somewhere on the web.
    case web(WebPhoto)
  }

  /// Where its bytes are; a path is joined at every call.
  package var source: Source {
    switch place {
    case .folder(let folder), .changed(let folder, _):
      .file(ByteString(folder.bytes + name.bytes))
    case .web(let photo): .web(photo)
    }
  }

  /// The path of a file; nil for a picture on the web.
  package var path: ByteString? {
    guard case .file(let path) = source else { return nil }
    return path
  }

  /// The path up to the name of a file: empty, or with a slash at its end; empty for what is on the web.
  package var folder: ByteString {
    switch place {
    case .folder(let folder), .changed(let folder, _): folder
    case .web: ByteString([])
    }
  }

  /// Whether its name is that of a file, here or on a server: it has an extension, and may tell a date.
  package var isNamedAsFile: Bool { onWeb.map { $0.file != nil } ?? true }

  /// Whether it is on the web, and no file.
  package var isOnWeb: Bool {
    switch place {
    case .folder, .changed: false
    case .web: true
    }
  }

  /// What a feed says of it; nil for a file.
  package var onWeb: WebPhoto? {
    guard case .web(let photo) = place else { return nil }
    return photo
  }
}

extension Photo {
  private static let lastRevision = Atomic<UInt64>(0)

  /// Whether it came or changed while its folder was shown.
  package var hasChanged: Bool {
    guard case .changed = place else { return false }
    return true
  }

  /// What is at the same path from now on, different from every photo that has been there.
  package func revised() -> Photo {
    revised(as: Self.lastRevision.wrappingAdd(1, ordering: .relaxed).newValue)
  }

  /// What is at the same path in one revision of it.
  func revised(as revision: UInt64) -> Photo {
    Photo(name: name, place: .changed(folder: folder, revision: revision))
  }

  /// Whether another photo has the same path, be it a file of another time.
  func isSamePath(as other: Photo) -> Bool { name == other.name && folder == other.folder }
}

extension Photo: Hashable {
  /// Whether the places are equal; names come first, since they differ more often.
  package static func == (first: Photo, second: Photo) -> Bool {
    first.name == second.name && first.place == second.place
  }
}

extension Photo: CustomStringConvertible {
  /// The path or the address, for a log; not sanitised, and without passwords.
  package var description: String {
    switch source {
    case .file(let path): path.lossyText
    case .web(let photo): photo.description
    }
  }
}
