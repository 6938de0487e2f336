import Base
import Glibc
import TestSupport
import Testing

/// Programs that are killed during an action, before each of their calls that change files.
@Suite(.integration, .timeLimit(.minutes(30)))
struct KillTests {
  @Test(arguments: [
    ("trash", ""), ("trash", "DEADLY_RENAME=plain"),
    ("move other", ""), ("move other", "DEADLY_RENAME=plain"),
    ("move other", "DEADLY_RENAME=across"), ("move other", "DEADLY_RENAME=across DEADLY_UNNAMED=1"),
    ("copy other", ""), ("rename", ""), ("rename", "DEADLY_RENAME=plain"),
  ])
  func `after a kill at any call every photo exists once or twice`(verb: String, disk: String) {
    var calls = 0
    var status = -SIGKILL
    while status == -SIGKILL {
      calls += 1
      let album = Album("a.jpg", "a.xmp", "b.jpg", "c.jpg")
      let words =
        verb == "rename"
        ? "a.jpg b.jpg b.jpg c.jpg c.jpg a.jpg" : "\(album.home.path)/photos/a.jpg b.jpg c.jpg"
      status =
        Shell.run(
          """
          cd "$1/photos" && export LD_PRELOAD="$2" DEADLY_CALL=\(calls) \(disk)
          exec "$3" "$1/data" \(verb.replacing("other", with: "../other")) \(words)
          """, [album.home.path, Shell.deadlyDisk, Shell.actor]
        ).status
      check(album, isWhole: !disk.contains("UNNAMED"), "killed before call \(calls)")
    }
    #expect(status == 0)
    #expect(calls > 3)
  }

  @Test(arguments: [
    ("trash", ""), ("erase", ""), ("move ../other", ""), ("move ../other", "DEADLY_RENAME=across"),
    ("move ../other", "DEADLY_RENAME=across DEADLY_UNNAMED=1"), ("copy ../other", ""),
  ])
  func `SIGTERM at any call separates no photo from its sidecar`(verb: String, disk: String) {
    var calls = 0
    var status = Int32(-1)
    while status != 0 {
      calls += 1
      let album = Album("a.jpg", "a.jpg.xmp", "a.xmp", "b.jpg")
      status =
        Shell.run(
          """
          cd "$1/photos" && export LD_PRELOAD="$2" DEADLY_SIGNAL=15 DEADLY_CALL=\(calls) \(disk)
          exec "$3" "$1/data" \(verb) a.jpg b.jpg
          """, [album.home.path, Shell.deadlyDisk, Shell.actor]
        ).status
      let group = ["a.jpg", "a.jpg.xmp", "a.xmp"]
      for folder in ["photos", "other", "data/Trash/files"] {
        let names = album.home.names(in: folder)
        #expect(
          [0, 3].contains(group.count(where: names.contains)), "\(verb), call \(calls): \(names)")
        #expect(!names.contains { $0.hasPrefix(".") }, "\(verb), call \(calls): \(names)")
      }
      guard calls < 200 else { break }
    }
    #expect(calls > 3 && calls < 200)
  }

  @Test(arguments: ["DEADLY_RENAME=across", "DEADLY_RENAME=across DEADLY_UNNAMED=1"])
  func `a killed move between disks leaves photo and sidecar together in one folder`(
    disk: String
  ) {
    var calls = 0
    var status = -SIGKILL
    while status == -SIGKILL {
      calls += 1
      let album = Album("a.jpg", "a.xmp")
      status =
        Shell.run(
          """
          cd "$1/photos" && export LD_PRELOAD="$2" DEADLY_CALL=\(calls) \(disk)
          exec "$3" "$1/data" move ../other a.jpg
          """, [album.home.path, Shell.deadlyDisk, Shell.actor]
        ).status
      let isWhole = ["photos", "other"].contains { folder in
        ["a.jpg", "a.xmp"].allSatisfy(album.home.names(in: folder).contains)
      }
      #expect(isWhole, "killed before call \(calls)")
    }
    #expect(status == 0)
  }

  /// Each photo contains its first name; half a copy must not be named like a photo.
  private func check(_ album: Album, isWhole: Bool, _ comment: Comment) {
    var counts: [String: Int] = [:]
    for folder in ["photos", "other", "data/Trash/files"] {
      for name in album.home.names(in: folder) {
        let text = album.text("\(folder)/\(name)")
        if name.hasPrefix(".photocell-") {
          #expect(!isWhole, comment)
        } else {
          counts[text, default: 0] += 1
        }
        guard folder == "data/Trash/files" else { continue }
        #expect(album.home.names(in: "data/Trash/info").contains("\(name).trashinfo"), comment)
      }
    }
    #expect(counts.keys.sorted() == ["a.jpg", "a.xmp", "b.jpg", "c.jpg"], comment)
    #expect(counts.values.allSatisfy { (1...2).contains($0) }, comment)
  }

  /// An existing sidecar and a new one: each has its old or its new content, whole.
  @Test(arguments: ["", "DEADLY_RENAME=plain", "DEADLY_UNNAMED=1"])
  func `a kill at any call leaves a sidecar written whole or not at all`(disk: String) {
    var calls = 0
    var status = -SIGKILL
    while status == -SIGKILL {
      calls += 1
      let album = Album("a.jpg", "a.xmp")
      status =
        Shell.run(
          """
          cd "$1/photos" && export LD_PRELOAD="$2" DEADLY_CALL=\(calls) \(disk)
          exec "$3" "$1/data" note a.jpg new a.xmp b.xmp
          """, [album.home.path, Shell.deadlyDisk, Shell.actor]
        ).status
      let comment: Comment = "killed before call \(calls)"
      let names = album.home.names(in: "photos").filter { !$0.hasPrefix(".photocell-") }
      #expect([["a.jpg", "a.xmp"], ["a.jpg", "a.xmp", "b.xmp"]].contains(names), comment)
      #expect(["a.xmp", "new"].contains(album.text("photos/a.xmp")), comment)
      if names.contains("b.xmp") { #expect(album.text("photos/b.xmp") == "new", comment) }
    }
    #expect(status == 0)
    #expect(calls > 6)
  }

  @Test func `two programs that trash the same photos put each into the trash once`() {
    let album = Album()
    let names = (0..<200).map { "photo-\($0).jpg" }
    for name in names { album.write(name) }
    let result = Shell.run(
      "cd \"$1\" && (\"$2\" \"$3\" trash * & \"$2\" \"$3\" trash *; wait)",
      [album.home.name("photos"), Shell.actor, album.data])
    #expect(album.names().isEmpty)
    let trashed = album.home.names(in: "data/Trash/files")
    #expect(trashed.map { album.text("data/Trash/files/\($0)") }.sorted() == names.sorted())
    #expect(album.home.names(in: "data/Trash/info") == trashed.map { "\($0).trashinfo" }.sorted())
    let lines = result.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasSuffix(".jpg no longer exists") })
  }

  @Test(.enabled(if: geteuid() != 0 || Shell.has("setpriv")))
  func `trash and move leave a read-only folder unchanged`() {
    let album = Album("a.jpg")
    for name in ["", "data", "other"] { chmod(album.home.name(name), 0o777) }
    chmod(album.home.name("photos"), 0o555)
    defer { chmod(album.home.name("photos"), 0o755) }
    for (verb, sentence) in [
      ("trash", "a.jpg could not be trashed: permission denied\n"),
      ("move \(album.home.name("other"))", "a.jpg could not be moved: permission denied\n"),
    ] {
      let asUser = geteuid() == 0 ? "setpriv --reuid 65534 --clear-groups " : ""
      let result = Shell.run(
        "\(asUser)\"$1\" \"$2\" \(verb) \"$3\"",
        [Shell.actor, album.data, album.path("a.jpg").lossyText])
      #expect(result.output.hasSuffix(sentence))
      #expect(result.status == 1)
      #expect(album.names() == ["a.jpg"])
      #expect(album.trashed.isEmpty)
      #expect(album.home.names(in: "data/Trash/info").isEmpty)
      #expect(album.names(in: "other").isEmpty)
    }
  }
}
