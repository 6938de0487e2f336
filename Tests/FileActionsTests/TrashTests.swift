import Base
import Glibc
import TestSupport
import Testing

@testable import FileActions

@Suite(.integration)
struct TrashTests {
  @Test func `a trashed photo has an info file with its path and date, and is restored`() throws {
    let album = Album("a b.jpg")
    let trash = Trash(dataHome: ByteString(album.data), clock: WallClock { 1_700_000_000 })
    let file = try trash.put(album.path("a b.jpg"))
    #expect(album.names().isEmpty)
    #expect(album.trashed == ["a b.jpg"])
    #expect(file.to == ByteString(album.home.name("data/Trash/files/a b.jpg")))
    let note = album.text("data/Trash/info/a b.jpg.trashinfo")
    #expect(
      note.hasPrefix(
        "[Trash Info]\nPath=\(album.home.path)/photos/a%20b.jpg\nDeletionDate=2023-11-1"))
    #expect(
      note.utf8.count == "[Trash Info]\nPath=\(album.home.path)/photos/a%20b.jpg\n".utf8.count + 33)
    try trash.restore(file)
    #expect(album.names() == ["a b.jpg"])
    #expect(album.trashed.isEmpty)
    #expect(album.home.names(in: "data/Trash/info").isEmpty)
  }

  @Test func `photos of one name get numbers in the trash`() throws {
    let album = Album()
    var files: [ActionStep.Change] = []
    for text in ["first", "second", "third"] {
      album.write("a.jpg", holding: text)
      files.append(try album.actions.trash.put(album.path("a.jpg")))
    }
    #expect(album.trashed == ["a.jpg=first", "a_2.jpg=second", "a_3.jpg=third"])
    try album.actions.trash.restore(files[1])
    #expect(album.names() == ["a.jpg=second"])
    #expect(throws: FileActionError.taken(FileName(ByteString("a.jpg")))) {
      try album.actions.trash.restore(files[0])
    }
    #expect(album.names() == ["a.jpg=second"])
    #expect(album.trashed == ["a.jpg=first", "a_3.jpg=third"])
  }

  @Test func `a file in the trash without an info file is left alone`() throws {
    let album = Album("a.jpg")
    for folder in ["data/Trash", "data/Trash/files"] { album.home.folder(folder) }
    _ = album.home.write(Array("lost".utf8), as: "data/Trash/files/a.jpg")
    _ = try album.actions.trash.put(album.path("a.jpg"))
    #expect(album.trashed == ["a.jpg=lost", "a_2.jpg=a.jpg"])
    #expect(album.home.names(in: "data/Trash/info") == ["a_2.jpg.trashinfo"])
  }

  @Test(arguments: [
    Array("a\nb %41.jpg".utf8), [0xFF, 0xFE, 0x41], [UInt8](repeating: 0xC3, count: 255),
    Array((String(repeating: "ä", count: 125) + "a.jpg").utf8), Array("-rf".utf8),
  ])
  func `names of any bytes are trashed and restored`(name: [UInt8]) throws {
    let album = Album()
    album.home.file(named: Array("photos/".utf8) + name)
    let path = ByteString(Array("\(album.home.path)/photos/".utf8) + name)
    for _ in 0..<2 {
      let file = try album.actions.trash.put(path)
      #expect(album.home.names(in: "photos").isEmpty)
      #expect(album.home.names(in: "data/Trash/files").count == 1)
      try album.actions.trash.restore(file)
      #expect(album.home.names(in: "data/Trash/info").isEmpty)
      let isThere = try FilePlace(path).status != nil
      #expect(isThere)
    }
  }

  @Test func `info files are read as written, and the first of two equal keys counts`() throws {
    let path = ByteString(Array("/a b/ä%41\n".utf8) + [0xFF])
    let info = TrashInfo(path: path, trashedAt: 0)
    #expect(info.text.contains("Path=/a%20b/%C3%A4%2541%0A%FF\n"))
    #expect(TrashInfo(Array(info.text.utf8)) == info)
    let doubled = "[Trash Info]\nDeletionDate=x\nPath=a%2\nPath=b\n"
    #expect(TrashInfo(Array(doubled.utf8))?.path == ByteString("a%2"))
    #expect(TrashInfo(Array("[Trash]\nPath=a\n".utf8)) == nil)
    #expect(TrashInfo(Array("[Trash Info]\n".utf8)) == nil)
  }

  @Test func `a link is trashed, not its target`() throws {
    let album = Album("a.jpg")
    album.home.link("photos/link.jpg", to: "a.jpg")
    let file = try album.actions.trash.put(album.path("link.jpg"))
    #expect(album.names() == ["a.jpg"])
    try album.actions.trash.restore(file)
    #expect(album.home.names(in: "photos") == ["a.jpg", "link.jpg"])
  }

  @Test func `folders and missing files are not trashed`() {
    let album = Album()
    album.home.folder("photos/folder")
    #expect(throws: FileActionError.noFile(FileName(ByteString("folder")))) {
      try album.actions.trash.put(album.path("folder"))
    }
    #expect(throws: FileActionError.gone(FileName(ByteString("none")))) {
      try album.actions.trash.put(album.path("none"))
    }
    #expect(throws: FileActionError.noFolder(FileName(ByteString("/none")), SystemError(ENOENT))) {
      try album.actions.trash.put(ByteString("/none/a.jpg"))
    }
  }

  @Test func `a file changed in the trash or without its info file is not restored`() throws {
    let album = Album("a.jpg", "b.jpg")
    let trash = album.actions.trash
    let (first, second) = (try trash.put(album.path("a.jpg")), try trash.put(album.path("b.jpg")))
    _ = album.home.write(Array("another".utf8), as: "data/Trash/files/a.jpg")
    #expect(throws: FileActionError.changed(FileName(ByteString("a.jpg")))) {
      try trash.restore(first)
    }
    unlink(album.home.name("data/Trash/info/b.jpg.trashinfo"))
    #expect(throws: FileActionError.notInTrash(FileName(ByteString("b.jpg")))) {
      try trash.restore(second)
    }
    #expect(album.trashed == ["a.jpg=another", "b.jpg"])
  }

  @Test(.enabled(if: Shell.has("trash-list")))
  func `trash-list finds a trashed photo`() {
    let album = Album("a ä.jpg")
    let script = #""$1" "$2" trash "$3" && XDG_DATA_HOME="$2" trash-list"#
    let result = Shell.run(script, [Shell.actor, album.data, album.home.name("photos/a ä.jpg")])
    #expect(result.status == 0)
    #expect(result.output.contains("\(album.home.path)/photos/a ä.jpg\n"))
  }
}

/// Trashes of other file systems, mounted in a namespace of their own.
@Suite(.integration, .enabled(if: Shell.mayMount))
struct MountedTrashTests {
  /// Trashes `card/photos/a.jpg` on a mounted card that a script has prepared; returns its contents.
  private func trash(preparing script: String) -> (status: Int32, output: String) {
    let album = Album()
    album.home.folder("card")
    return Shell.run(
      """
      unshare -m sh -c 'cd "$1/card" && mount -t tmpfs -o size=1m none . && cd "$1/card" || exit 9
      mkdir photos && echo a >photos/a.jpg
      \(script)
      "$2" "$1/data" trash "$1/card/photos/a.jpg"; status=$?
      find . -mindepth 1 | LC_ALL=C sort; cat .Trash*/info/* .Trash/*/info/* 2>/dev/null | grep Path
      exit $status' sh "$@"
      """, [album.home.path, Shell.actor])
  }

  private static let user = geteuid()

  @Test func `a mounted card gets a trash of its own`() {
    let (status, output) = trash(preparing: "")
    #expect(status == 0)
    #expect(
      output == """
        ./.Trash-\(Self.user)
        ./.Trash-\(Self.user)/files
        ./.Trash-\(Self.user)/files/a.jpg
        ./.Trash-\(Self.user)/info
        ./.Trash-\(Self.user)/info/a.jpg.trashinfo
        ./photos
        Path=photos/a.jpg

        """)
  }

  @Test func `a shared trash with the sticky bit is used`() {
    let (status, output) = trash(preparing: "mkdir .Trash && chmod 1777 .Trash")
    #expect(status == 0)
    #expect(output.contains("./.Trash/\(Self.user)/files/a.jpg\n"))
    #expect(output.contains("Path=photos/a.jpg\n"))
    #expect(!output.contains(".Trash-"))
  }

  @Test func `it is listed for a folder of the card, whose photos alone are put back there`() {
    let (_, output) = trash(
      preparing: """
        trash=.Trash-$(id -u); mkdir -p $trash/files $trash/info
        for name in up away in; do echo x >$trash/files/$name.jpg; done
        note() { printf "[Trash Info]\\nPath=%s\\n" "$2" >$trash/info/$1.jpg.trashinfo; }
        note up ../up.jpg; note away "$1/away.jpg"; note in "$1/card/photos/in.jpg"
        "$2" "$1/data" restore "$1/card/photos"
        """)
    #expect(output.hasPrefix("?\n"))
    #expect(output.contains("/card/photos/in.jpg\n"))
    for name in ["up", "away"] {
      #expect(output.contains("\(name).jpg cannot be restored: "))
      #expect(output.contains("./.Trash-\(Self.user)/files/\(name).jpg\n"))
    }
    #expect(output.contains("./photos/in.jpg\n"))
  }

  @Test func `a link on the card does not lead a restored photo to another file system`() {
    let (_, output) = trash(
      preparing: """
        trash=.Trash-$(id -u); mkdir -p $trash/files $trash/info "$1/away"
        ln -s "$1/away" link; echo x >$trash/files/out.jpg
        printf "[Trash Info]\\nPath=link/out.jpg\\n" >$trash/info/out.jpg.trashinfo
        "$2" "$1/data" restore "$1/card/photos"; echo "away:$(ls "$1/away")"
        """)
    #expect(output.contains("away:\n"))
    #expect(output.contains("./.Trash-\(Self.user)/files/out.jpg\n"))
    #expect(output.contains("Path=link/out.jpg\n"))
  }

  @Test(arguments: [
    "mkdir .Trash && chmod 777 .Trash", "mkdir -m 1777 real && ln -s real .Trash", "echo >.Trash",
  ])
  func `an unsafe shared trash is not used`(preparing: String) {
    let (status, output) = trash(preparing: preparing)
    #expect(status == 0)
    #expect(output.contains("./.Trash-\(Self.user)/files/a.jpg\n"))
  }

  @Test(arguments: [
    "ln -s photos .Trash-$(id -u)", "echo >.Trash-$(id -u)", "mount -o remount,ro .",
  ])
  func `without a usable trash nothing is removed, and a message explains it`(preparing: String) {
    let (status, output) = trash(preparing: preparing)
    #expect(status == 1)
    #expect(output.contains("./photos/a.jpg\n"))
    #expect(output.contains("no trash for files in "))
    #expect(output.contains("; nothing was removed\n"))
  }
}
