import Base
import FileActions
import Glibc
import TestSupport
import Testing

/// Copies of a card, from the plan to the erasing.
@Suite(.integration)
struct ImportTests {
  /// A card with photos whose content is their name, and a folder to import into.
  private struct Card {
    let home = TemporaryFolder()

    init(_ names: String...) {
      for folder in ["card", "photos"] { home.folder(folder) }
      for name in names { write(name) }
    }

    var path: ByteString { ByteString(home.name("card")) }
    var photos: ByteString { ByteString(home.name("photos")) }

    func write(_ name: String, holding text: String? = nil) {
      _ = home.write(Array((text ?? name).utf8), as: "card/\(name)")
    }

    /// All files below a folder with their content, where it is not the name.
    func names(in folder: String = "photos") -> [String] {
      guard let tree = try? FolderTree(below: ByteString(home.name(folder))) else { return [] }
      return tree.files.map { file in
        let name = String(file.path.lossyText.dropFirst(home.path.count + 1))
        let text = String(decoding: home.bytes(of: name), as: UTF8.self)
        let short = String(name.dropFirst(folder.count + 1))
        return text == file.path.lastName.lossyText ? short : "\(short)=\(text)"
      }
    }

    func journal() throws -> ImportJournal {
      try ImportJournal(writing: home.name("journal")) {}
    }

    func survey(
      _ journal: ImportJournal, _ destinations: [String] = ["photos"], isAgain: Bool = false,
      onProgress: (ImportStep) -> Void = { _ in }
    ) throws -> ImportSurvey {
      try ImportSurvey(
        of: path, into: destinations.map { ByteString(home.name($0)) }, journal, isWriting: true,
        isAgain: isAgain,
        isPhoto: { $0.lossyText.hasSuffix(".jpg") || $0.lossyText.hasSuffix(".cr2") },
        onProgress: onProgress)
    }

    /// Imports everything that is new, at times that are its positions in days; returns failures,
    /// and the number of names with a number.
    @discardableResult
    func bring(
      _ pattern: String = "{name}", into destinations: [String] = ["photos"], camera: String? = nil,
      event: String = "", isAgain: Bool = false, meanwhile: () -> Void = {},
      erasing: (ImportRun, ImportSurvey) throws -> Void = { _, _ in }
    ) throws -> (failures: [FileActionError], numbered: Int) {
      let survey = try survey(journal(), destinations, isAgain: isAgain)
      let groups = survey.groups.filter { !$0.copies.isEmpty }
      var names = ImportNames(try RenamePattern(pattern), for: survey, count: groups.count)
      var run = ImportRun(try journal(), by: FileActions(trash: Trash(dataHome: nil)))
      var (failures, numbered): ([FileActionError], Int) = ([], 0)
      var named: [ImportGroup] = []
      for (day, group) in groups.enumerated() {
        var group = group
        var photo = RenamedPhoto(group.photos[0].path)
        (photo.taken, photo.hasTime) = (day * 86_400, true)
        (photo.camera, photo.event) = (camera, event)
        do throws(FileActionError) {
          if try names.name(&group, photo) { numbered += 1 }
          named.append(group)
        } catch {
          failures.append(error)
        }
      }
      meanwhile()
      for group in named {
        for copy in group.copies {
          do throws(ImportFailure) {
            _ = try run.copy(copy, of: group, onProgress: { _ in }, finish: { _ in [] })
          } catch {
            guard case .files(let errors) = error else { throw error }
            failures += errors
          }
        }
      }
      try erasing(run, survey)
      return (failures, numbered)
    }
  }

  @Test func `a pair, its sidecars and the video of a motion photo keep one stem`() throws {
    let card = Card("a.cr2", "a.jpg", "a.xmp", "a.jpg.xmp", "A.MOV", "b.jpg", "c.txt", "d.mov")
    _ = card.home.write([1], as: "photos/x-1.jpg")
    let result = try card.bring("x-{seq}")
    #expect(result.failures.isEmpty && result.numbered == 0)
    #expect(
      card.names() == [
        "x-1.jpg=\u{1}", "x-2.MOV=A.MOV", "x-2.cr2=a.cr2", "x-2.jpg=a.jpg", "x-2.jpg.xmp=a.jpg.xmp",
        "x-2.xmp=a.xmp", "x-3.jpg=b.jpg",
      ])
    #expect(try card.survey(card.journal()).otherCount == 2)
  }

  @Test(arguments: [
    ("{date:%Y/%m-%d}/{camera}-{seq:4}{ext}", "1970/01-01/E-M1-0001.jpg=a.jpg"),
    ("//{event}//{name}", "Ann-Bob- x/a.jpg"), ("{camera}", "E-M1.jpg=a.jpg"),
  ])
  func `slashes of the pattern make folders, those of values do not`(
    pattern: String, name: String
  ) throws {
    let card = Card("a.jpg")
    try card.bring(pattern, camera: "../E/M1", event: "../Ann/Bob\n x")
    #expect(card.names() == [name])
  }

  @Test(arguments: ["../{name}", "{name}/../x", "..", "/"])
  func `a pattern that leaves the folder imports nothing`(pattern: String) throws {
    let card = Card("a.jpg")
    let result = try card.bring(pattern)
    #expect(result.failures.count == 1)
    #expect(card.home.names(in: "") == ["card", "journal", "photos"])
    #expect(card.names().isEmpty)
  }

  @Test func `names in use get a number, also by a pair that would be none`() throws {
    let card = Card("a.jpg", "b.jpg", "c.jpg")
    for name in ["a.jpg", "b.cr2", "C.JPG"] { _ = card.home.write([1], as: "photos/\(name)") }
    #expect(try card.bring().numbered == 3)
    #expect(
      card.names().filter { !$0.hasSuffix("\u{1}") }
        == ["a_1.jpg=a.jpg", "b_1.jpg=b.jpg", "c_1.jpg=c.jpg"])
  }

  @Test func `a name that another program takes meanwhile is not overwritten`() throws {
    let card = Card("a.jpg", "a.xmp")
    try card.bring(meanwhile: { _ = card.home.write([1], as: "photos/a.xmp") })
    #expect(card.names() == ["a.xmp=\u{1}", "a_1.jpg=a.jpg", "a_1.xmp=a.xmp"])
  }

  @Test func `photos are known by their content, in the folder or from earlier imports`() throws {
    let card = Card("a.jpg", "b.jpg", "c.jpg", "d.jpg")
    card.home.folder("photos/old")
    _ = card.home.write(Array("b.jpg".utf8), as: "photos/old/x.png")
    card.write("e.jpg", holding: "a.jpg")
    try card.bring()
    #expect(card.names() == ["a.jpg", "c.jpg", "d.jpg", "old/x.png=b.jpg"])
    card.home.remove("photos/a.jpg")
    card.home.rename("photos/c.jpg", to: "card/f.jpg")
    let survey = try card.survey(card.journal())
    #expect(!survey.groups.contains { !$0.copies.isEmpty })
    #expect(survey.knownCount == 6)
  }

  @Test func `again brings what was deleted, and leaves out what is there under any name`() throws {
    let card = Card("a.jpg", "b.cr2", "b.jpg", "b.xmp", "c.jpg")
    try card.bring()
    try card.bring(isAgain: true)
    #expect(card.names() == ["a.jpg", "b.cr2", "b.jpg", "b.xmp", "c.jpg"])
    for name in ["a.jpg", "b.jpg", "b.xmp"] { card.home.remove("photos/\(name)") }
    card.home.rename("photos/c.jpg", to: "photos/best.jpg")
    try card.bring()
    #expect(card.names() == ["b.cr2", "best.jpg=c.jpg"])
    try card.bring(isAgain: true)
    #expect(card.names() == ["a.jpg", "b.cr2", "b.jpg", "b.xmp", "best.jpg=c.jpg"])
  }

  @Test func `the steps of a survey count all photos of the card and all files that they may be`()
    throws
  {
    let card = Card("a.jpg", "b.jpg", "c.txt")
    for name in ["x.jpg", "y.txt", "long.jpg"] {
      _ = card.home.write(Array(name.utf8), as: "photos/\(name)")
    }
    var steps: [ImportStep] = []
    _ = try card.survey(card.journal()) { steps.append($0) }
    #expect(
      steps == [
        .foundPhotos(1), .foundPhotos(2), .foundFiles(1), .foundFiles(2), .foundFiles(3),
        .comparedFiles(1, of: 2), .comparedFiles(2, of: 2), .checkedPhotos(1, of: 2),
        .checkedPhotos(2, of: 2),
      ])
  }

  @Test func `photos of a card with equal samples are compared whole`() throws {
    let card = Card()
    let bytes = [UInt8](repeating: 7, count: 100_000)
    for (name, place) in [("a.jpg", 0), ("b.jpg", 50_000), ("c.jpg", 30_000)] {
      var bytes = bytes
      bytes[place] = 8
      _ = card.home.write(bytes, as: "card/\(name)")
    }
    _ = card.home.write(bytes, as: "card/d.jpg")
    try card.bring()
    #expect(card.home.names(in: "photos") == ["a.jpg", "b.jpg", "c.jpg", "d.jpg"])
  }

  @Test func `the half of a pair that comes later joins the first`() throws {
    let card = Card("a.cr2", "a.xmp")
    try card.bring("{name}-new")
    card.home.rename("photos/a-new.cr2", to: "photos/best.cr2")
    card.home.rename("photos/a-new.xmp", to: "photos/best.xmp")
    card.write("a.jpg")
    try card.bring("{name}-new")
    #expect(card.names() == ["best.cr2=a.cr2", "best.jpg=a.jpg", "best.xmp=a.xmp"])
  }

  @Test func `a second destination gets what it lacks`() throws {
    let card = Card("a.jpg", "b.jpg")
    try card.bring()
    card.write("c.jpg")
    try card.bring(into: ["photos", "second"])
    #expect(card.names() == ["a.jpg", "b.jpg", "c.jpg"])
    #expect(card.names(in: "second") == ["a.jpg", "b.jpg", "c.jpg"])
  }

  @Test func `only what is copied and in place is erased, and what has changed stays`() throws {
    let card = Card("a.jpg", "a.xmp", "b.jpg", "c.jpg", "d.jpg", "e.jpg")
    _ = card.home.write(Array("d.jpg".utf8), as: "photos/d.jpg")
    try card.bring()
    card.home.remove("photos/b.jpg")
    _ = card.home.write([1], as: "photos/c.jpg")
    try card.bring(erasing: { run, survey in
      let files = run.erasable(survey.groups, 1)
      #expect(files.map(\.path.lastName.lossyText) == ["a.jpg", "a.xmp", "e.jpg"])
      card.write("e.jpg", holding: "E.jpg")
      for file in files.dropLast() { try run.erase(file, 1) }
      #expect(throws: FileActionError.self) { try run.erase(files[2], 1) }
    })
    #expect(card.names(in: "card") == ["b.jpg", "c.jpg", "d.jpg", "e.jpg=E.jpg"])
  }

  @Test func `a photo under another inode is erased only if its whole content was copied`() throws {
    let card = Card()
    let content = String(repeating: "x", count: 200_000)
    // Beside the parts that are compared at first: both ends and the middle.
    let other = content.prefix(40_000) + "y" + content.dropFirst(40_001)
    for name in ["a.jpg", "b.jpg"] { card.write(name, holding: name + content) }
    try card.bring(erasing: { run, survey in
      let files = run.erasable(survey.groups, 1)
      for (name, text) in [("a.jpg", String(other)), ("b.jpg", content)] {
        let path = card.home.name("card/\(name)")
        var status = stat()
        #expect(stat(path, &status) == 0)
        // The inode number stays in use.
        card.home.rename("card/\(name)", to: "former-\(name)")
        card.write(name, holding: name + text)
        utimensat(AT_FDCWD, path, [status.st_atim, status.st_mtim], 0)
      }
      #expect(throws: FileActionError.self) { try run.erase(files[0], 1) }
      try run.erase(files[1], 1)
    })
    let kept = try FolderTree(below: card.path).files.map(\.path.lastName.lossyText)
    #expect(kept == ["a.jpg"])
  }

  @Test func `what changes or vanishes after the survey is not copied, and the next import has it`()
    throws
  {
    let card = Card("a.jpg", "b.jpg", "c.jpg", "c.xmp", "d.jpg")
    let failures = try card.bring(meanwhile: {
      card.write("a.jpg", holding: "another")
      card.home.remove("card/b.jpg")
      card.write("c.xmp", holding: "another")
    }).failures.map { "\($0)" }
    #expect(
      failures == [
        "a.jpg has changed since and was left alone", "b.jpg no longer exists",
        "c.xmp has changed since and was left alone",
      ])
    #expect(card.names() == ["d.jpg"])
    try card.bring()
    #expect(card.names() == ["a.jpg=another", "c.jpg", "c.xmp=another", "d.jpg"])
  }

  @Test func `a listing of the same card finds names and sidecars, and reads no contents`() throws {
    let card = Card("a.jpg", "b.jpg", "c.jpg", "d.jpg")
    try card.bring()
    for name in ["e.jpg", "f.jpg", "g.jpg"] { card.write(name) }
    card.write("h.jpg", holding: "g.jpg")
    let journal = try card.journal()
    var survey = try card.survey(journal)
    card.write("e.xmp")
    card.home.rename("card/f.jpg", to: "card/best.jpg")
    card.home.remove("card/g.jpg")
    _ = card.home.write(Array("e.jpg".utf8), as: "photos/e.jpg")
    try survey.list(journal) { $0.lossyText.hasSuffix(".jpg") }
    let new = survey.groups.filter { !$0.copies.isEmpty }.flatMap(\.files)
    #expect(new.map(\.path.lastName.lossyText) == ["best.jpg", "e.jpg", "e.xmp", "h.jpg"])
    #expect(survey.knownCount == 4)
  }

  @Test func `links, named pipes, hidden and unreadable entries are counted, not imported`() throws
  {
    let card = Card("a.jpg", ".b.jpg")
    card.home.fifo("card/c.jpg")
    card.home.link("card/d.jpg", to: "a.jpg")
    card.home.link("card/loop", to: ".")
    let names: [[UInt8]] = [[0xFF, 0x0A], [0x1B, 0x5B], [0x20]]
    for (place, name) in names.enumerated() {
      let path = ByteString(card.path.bytes + [0x2F] + name + ".jpg".utf8)
      let file = open(path.cString, O_CREAT | O_WRONLY, 0o600)
      #expect(write(file, [UInt8(place)], 1) == 1)
      close(file)
    }
    let survey = try card.survey(card.journal())
    #expect(survey.tree.linkCount == 2 && survey.tree.specialCount == 1)
    #expect(try card.bring().failures.isEmpty)
    let found = try FolderTree(below: card.photos).files.map(\.path.lastName)
    #expect(Set(found) == Set([ByteString("a.jpg")] + names.map { ByteString($0 + ".jpg".utf8) }))
  }

  @Test func `times and permissions are kept`() throws {
    let card = Card("a.jpg")
    let times = [timespec(tv_sec: 1, tv_nsec: 2), timespec(tv_sec: 3, tv_nsec: 0)]
    utimensat(AT_FDCWD, card.home.name("card/a.jpg"), times, 0)
    try card.bring()
    var status = stat()
    #expect(stat(card.home.name("photos/a.jpg"), &status) == 0)
    #expect(status.st_mtim.tv_sec == 3 && status.st_mode & 0o777 == 0o600)
  }

  @Test func `a journal that ends in the middle of a line is read up to there`() throws {
    let card = Card("a.jpg", "b.jpg")
    try card.bring()
    let bytes = card.home.bytes(of: "journal")
    for count in stride(from: 0, to: bytes.count, by: 7) {
      _ = card.home.write(Array(bytes[..<count]), as: "journal")
      try card.bring()
      #expect(card.names() == ["a.jpg", "b.jpg"])
    }
  }

  /// Calls that fail from one on, or before which the program is killed.
  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      "", "DEADLY_RENAME=plain", "DEADLY_UNNAMED=1", "DEADLY_UNNAMED=1 DEADLY_RENAME=plain",
      "DEADLY_ERROR=\(ENOSPC)", "DEADLY_ERROR=\(EIO) DEADLY_UNNAMED=1", "DEADLY_ERROR=\(EROFS)",
    ])
  func `after a kill or a failure at any call the next import has every file once`(
    disk: String
  ) throws {
    var calls = 0
    var status: Int32 = -1
    while status != 0 {
      calls += 1
      let card = Card("a.cr2", "a.jpg", "a.xmp", "b.jpg", "c.jpg", "c.jpg.xmp")
      func bring(_ disk: String) -> Int32 {
        Shell.run(
          """
          export LD_PRELOAD="$2" \(disk)
          exec "$3" "$1" import "$1/card" "$1/photos" "$1/journal"
          """, [card.home.path, Shell.deadlyDisk, Shell.actor]
        ).status
      }
      status = bring("DEADLY_CALL=\(calls) \(disk)")
      let whole = [
        "new/a.cr2", "new/a.cr2.note=noted", "new/a.jpg", "new/a.jpg.note=noted", "new/a.xmp",
        "new/b.jpg", "new/b.jpg.note=noted", "new/c.jpg", "new/c.jpg.note=noted", "new/c.jpg.xmp",
      ]
      #expect(card.names().allSatisfy(whole.contains), "call \(calls): \(card.names())")
      #expect(card.names(in: "card").count == 6, "call \(calls)")
      #expect(bring("") == 0)
      #expect(card.names() == whole, "call \(calls)")
      let drafts = card.home.names(in: "photos/new").filter { $0.hasPrefix(".") }
      #expect(drafts.isEmpty, "call \(calls): \(drafts)")
      guard calls < 300 else { break }
    }
    #expect(calls > 20 && calls < 300)
  }

  @Test func `an import again that was killed before a sidecar has it when it continues`() throws {
    let card = Card("a.jpg", "a.xmp")
    try card.bring()
    let journal = card.home.bytes(of: "journal")
    try card.bring(isAgain: true)
    for name in ["a.jpg", "a.xmp"] { card.home.remove("photos/\(name)") }
    try card.bring(isAgain: true)
    let begun = card.home.bytes(of: "journal").dropFirst(journal.count)
      .split(separator: UInt8(ascii: "\n"))[0]
    _ = card.home.write(journal + begun + [UInt8(ascii: "\n")], as: "journal")
    card.home.remove("photos/a.xmp")
    try card.bring(isAgain: true)
    #expect(card.names() == ["a.jpg", "a.xmp"])
  }

  @Test func `two imports at once copy every photo once`() {
    let card = Card()
    let names = (0..<100).map { "photo-\(100 + $0).jpg" }
    for name in names { card.write(name) }
    let result = Shell.run(
      """
      import() { "$2" "$1" import "$1/card" "$1/photos" "$1/journal" 2>&1 >&3; }
      exec 3>&1; import "$@" | import "$@" | import "$@"
      """, [card.home.path, Shell.actor])
    #expect(result.output == "")
    #expect(card.names().filter { !$0.hasSuffix("=noted") } == names.map { "new/\($0)" })
  }
}
