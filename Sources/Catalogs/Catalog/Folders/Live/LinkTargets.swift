internal import Glibc
import Values

/// Where the photos of a folder lie that are links: what happens to a file there happens to the photo.
struct LinkTargets {
  /// How many links are followed; of others a change is seen when the folder is read again.
  private static let limit = 10_000

  private var links: [ByteString: [ByteString: [Photo]]] = [:]

  /// Follows nothing.
  init() {}

  /// Finds the files that links lead to; blocks.
  init(of photos: some Collection<Photo>) {
    for photo in photos.prefix(Self.limit) {
      guard let path = photo.path, let file = Self.file(behind: path) else { continue }
      links[file.folder, default: [:]][file.name, default: []].append(photo)
    }
  }

  /// The beginnings of the paths of the files.
  var folders: Set<ByteString> { Set(links.keys) }

  /// The links that lead to a file; all that lead into the folder where the name is empty.
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
