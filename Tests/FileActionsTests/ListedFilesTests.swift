import Base
import FileActions
import Glibc
import TestSupport
import Testing

/// Actions on files that have changed since they were listed.
@Suite(.integration)
struct ListedFilesTests {
  /// What another program does to `a.jpg` between listing and action.
  private static let changes: [(name: String, script: String)] = [
    ("replaced", "printf other > b && mv b a.jpg"),
    (
      "replaced by a file of the same size and times",
      "printf A.jpg > b && touch -r a.jpg b && mv b a.jpg"
    ),
    (
      "rewritten with the same size and time",
      "cp -p a.jpg b && printf A.jpg > a.jpg && touch -r b a.jpg && rm b"
    ),
    ("written to", "printf more >> a.jpg"),
    ("removed and created again", "rm a.jpg && printf a.jpg > a.jpg"),
    ("replaced by a link", "printf a.jpg > b && ln -sf b a.jpg"),
    ("in a folder that was replaced", "cd .. && mv photos was && cp -a was photos"),
  ]

  private static let actions = ["trash", "erase", "move", "copy", "rename", "note", "patch"]

  private func listed(_ album: Album, _ names: String...) -> ListedFiles {
    var listed = ListedFiles()
    listed.readVersions(of: names.map(album.path))
    let folder = ByteString(album.home.name("photos/"))
    if let opened = LongPath.openFolder(folder.bytes) {
      listed.directories[folder] = DirectoryIdentity(of: opened)
    }
    return listed
  }

  /// Performs an action on photos.
  /// - Returns: The errors.
  private func act(
    _ action: String, _ album: Album, _ names: [String], _ listed: ListedFiles
  ) -> [FileActionError] {
    let (actions, paths) = (album.actions.checking(listed), names.map(album.path))
    let other = ByteString(album.home.name("other"))
    switch action {
    case "trash": return actions.putIntoTrash(paths).failures
    case "erase": return actions.erase(paths).failures
    case "move": return actions.move(paths, into: other).failures
    case "copy": return actions.copy(paths, into: other).failures
    case "rename":
      return actions.rename(
        paths.map { FileRename($0, to: ByteString("new-" + $0.lastName.lossyText)) }
      ).failures
    default:
      return paths.compactMap { path in
        do throws(FileActionError) {
          if action == "note" {
            let sidecar = ByteString(path.bytes + Array(".xmp".utf8))
            _ = try actions.writeMetadata(to: sidecar, of: path) { _ in [1] }
          } else {
            let patch = ContentChange.patch(offset: 1, before: [0x2E], after: [0x2C])
            _ = try actions.patch(path, patch)
          }
          return nil
        } catch {
          return error
        }
      }
    }
  }

  @Test(arguments: actions)
  func `a file that was replaced or changed since it was listed is refused`(action: String) {
    for change in Self.changes {
      let album = Album("a.jpg")
      let listed = listed(album, "a.jpg")
      #expect(Shell.run("cd \"$1\" && \(change.script)", [album.home.name("photos")]).status == 0)
      let before = album.names()
      let failures = act(action, album, ["a.jpg"], listed)
      #expect(
        failures == [.changedOnDisk(FileName(ByteString("a.jpg")))], "\(action), \(change.name)")
      #expect(album.names() == before, "\(action), \(change.name)")
      #expect(album.names(in: "other").isEmpty && album.trashed.isEmpty)
    }
  }

  @Test(arguments: actions) func `an unchanged file is accepted`(action: String) {
    let album = Album("a.jpg", "b.jpg", "b.jpg.xmp")
    var listed = listed(album, "a.jpg")
    // One that was never read, with a sidecar that has changed.
    listed.versions[album.path("b.jpg")] = nil
    album.write("b.jpg.xmp", holding: "new")
    #expect(act(action, album, ["a.jpg", "b.jpg"], listed).isEmpty)
  }

  @Test func `the other photos are trashed all the same`() {
    let album = Album("a.jpg", "b.jpg", "c.jpg")
    let listed = listed(album, "a.jpg", "b.jpg", "c.jpg")
    album.write("b.jpg", holding: "other")
    #expect(act("trash", album, ["a.jpg", "b.jpg", "c.jpg"], listed).count == 1)
    #expect(album.names() == ["b.jpg=other"])
  }

  @Test func `a file changed by an earlier action is accepted`() throws {
    let album = Album("a.jpg")
    var listed = listed(album, "a.jpg")
    let patch = ContentChange.patch(offset: 1, before: [0x2E], after: [0x2C])
    let change = try #require(try album.actions.checking(listed).patch(album.path("a.jpg"), patch))
    #expect(listed.changed(among: [album.path("a.jpg")]) == [album.path("a.jpg")])
    listed.left = Dictionary(change.left) { $1 }
    #expect(listed.changed(among: [album.path("a.jpg")]).isEmpty)
    #expect(act("trash", album, ["a.jpg"], listed).isEmpty)
  }

  @Test func `a link is compared by its target`() {
    let album = Album("b.jpg", "c.jpg")
    album.home.link("photos/a.jpg", to: "b.jpg")
    let listed = listed(album, "a.jpg")
    #expect(listed.changed(among: [album.path("a.jpg")]).isEmpty)
    unlink(album.home.name("photos/a.jpg"))
    album.home.link("photos/a.jpg", to: "c.jpg")
    #expect(act("trash", album, ["a.jpg"], listed).count == 1)
    unlink(album.home.name("photos/a.jpg"))
    album.home.link("photos/a.jpg", to: "b.jpg")
    #expect(act("trash", album, ["a.jpg"], listed).isEmpty)
    #expect(album.names() == ["b.jpg", "c.jpg"])
  }

  /// Kernels distinguish mounts from Linux 6.8 on.
  private static let knowsMounts =
    Shell.run("uname -r | { IFS=. read -r a b c; test $((a * 100 + b)) -ge 608; }", []).status == 0

  @Test(.enabled(if: Shell.mayMount && knowsMounts))
  func `a new file system at the same path is another folder, whatever its numbers are`() {
    let album = Album()
    let result = Shell.run(
      """
      cd "$3" && mkfifo in out && exec unshare -m sh -c '
      card() { mount -t tmpfs none /mnt && mkdir /mnt/d && echo x > /mnt/d/a.jpg; }
      card && { "$1" "$2" swap /mnt/d/a.jpg < in > out & }
      exec 3> in 4< out && read ready <&4 && umount /mnt && card && echo go >&3 && cat <&4 && ls /mnt/d' sh "$1" "$2"
      """, [Shell.actor, album.data, album.home.path])
    #expect(result.output == "a.jpg changed on disk and was left alone\na.jpg\n")
  }
}
