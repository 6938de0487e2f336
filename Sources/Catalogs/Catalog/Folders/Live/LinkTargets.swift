import Base
internal import Glibc

/// The targets of photos that are symbolic links: a change of the target changes the photo.
struct LinkTargets {
  /// Maximum links followed; changes behind others appear when the folder is read again.
  private static let limit = 10_000

  private var links: [ByteString: [ByteString: [Photo]]] = [:]

  init() {}

  /// Resolves the links; blocks.
  init(of photos: some Collection<Photo>) {
    for photo in photos.prefix(Self.limit) {
      guard let path = photo.path, let file = Self.file(behind: path) else { continue }
      links[file.folder, default: [:]][file.name, default: []].append(photo)
    }
  }

  var folders: Set<ByteString> { Set(links.keys) }

  /// The links to a file, or with an empty name all links into the folder.
  func links(to name: ByteString, in folder: ByteString) -> [Photo] {
    let files = links[folder] ?? [:]
    return name.bytes.isEmpty ? files.values.flatMap { $0 } : files[name] ?? []
  }

  private static func file(behind path: ByteString) -> Photo? {
    let real = unsafe path.withCString { text -> [UInt8]? in
      guard let found = unsafe realpath(text, nil) else { return nil }
      defer { unsafe free(found) }
      return unsafe Array(UnsafeRawBufferPointer(start: found, count: strlen(found)))
    }
    return (real ?? nil).map { Photo(path: ByteString($0)) }
  }
}
