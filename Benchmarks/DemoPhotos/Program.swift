internal import Glibc

/// Draws the demo photos and writes them into the folder that is named.
@main
struct Program {
  static func main() {
    do throws(DemoPhotosError) {
      try writeAlbum(Array(CommandLine.arguments.dropFirst()))
    } catch {
      let message = Array("\(error)\n".utf8)
      _ = unsafe write(STDERR_FILENO, message, message.count)
      exit(1)
    }
  }

  private static func writeAlbum(_ arguments: [String]) throws(DemoPhotosError) {
    guard arguments.count == 1, let folder = arguments.first else { throw .noFolder }
    let writer = try FileWriter(folder: folder)
    for photo in Album.photos {
      try writer.write(photo.file(), to: photo.fileName)
    }
  }
}
