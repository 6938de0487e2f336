import Glibc
import TestSupport
import Testing

extension CommandTests {
  /// Faults of files and folders, as a user meets them whom permissions apply to.
  @CommandThread struct FileFaults {
    private let session: ShellSession
    private let photo: [UInt8]
    private var home: TemporaryFolder { session.home }

    init() throws {
      session = try ShellSession(columns: 120, rows: 30)
      photo = try ProgramRun(
        ["cat", "\(TestedProgram.photos)/\(TestedProgram.photoNames[0])"],
        environment: ["PATH=/usr/bin:/bin"]
      ).output
      session.home.folder("album")
    }

    private func start(_ options: String = "", before: String = "") throws {
      try OrdinaryUser.own("album", in: home)
      // The cache folder belongs to another user, and is not tested here.
      let line = "exec \(before)\(OrdinaryUser.prefix)photocell --private \(options)album\n"
      _ = home.write(Array(line.utf8), as: "start")
      try session.launch("sh start")
    }

    private func quit() throws {
      try session.press("q")
      try session.untilPrompt()
      #expect(try session.exitCode() == 0)
    }

    @Test
    func `special files and link loops are skipped, and unreadable photos show permission denied`()
      throws
    {
      for name in ["a.jpg", "album/old.jpg", "album/young.jpg", "album/locked.jpg"] {
        _ = home.write(photo, as: name)
      }
      home.fifo("album/fifo.jpg")
      home.socket("album/socket.jpg")
      home.link("album/zero.jpg", to: "/dev/zero")
      home.link("album/loop-1.jpg", to: "loop-2.jpg")
      home.link("album/loop-2.jpg", to: "loop-1.jpg")
      home.link("album/self", to: ".")
      home.link("album/up", to: "..")
      home.folder("album/closed")
      _ = home.write(photo, as: "album/closed/b.jpg")
      for (name, second) in [("old", -2_177_452_800), ("young", 16_725_225_600)] {
        let times = [timespec(tv_sec: second, tv_nsec: 0), timespec(tv_sec: second, tv_nsec: 0)]
        #expect(utimensat(AT_FDCWD, home.name("album/\(name).jpg"), times, 0) == 0)
      }
      try OrdinaryUser.own("album", in: home)
      home.lock("album/locked.jpg")
      home.lock("album/closed")
      try start("-r ")
      let screen = try session.wait(for: "the folder at rest") {
        $0.isAtRest && $0.shows("permission denied")
      }
      #expect(screen.status.contains("skipped"))
      for name in [" old ", " young ", " locked "] { #expect(screen.shows(name)) }
      for name in ["fifo", "socket", "zero", "loop-1", " b "] {
        #expect(!screen.shows(name))
      }
      try quit()
    }

    @Test
    func `photos replaced, truncated and removed while they load are finally drawn correctly`()
      throws
    {
      let names = (1...8).map { "album/photo-\($0).jpg" }
      for name in names { _ = home.write(photo, as: name) }
      try start()
      try session.wait(forStatus: "1/8  photo-1.jpg")
      for turn in 0..<40 {
        let name = names[turn % names.count]
        switch turn % 4 {
        case 0: #expect(truncate(home.name(name), off_t(photo.count * (turn % 9) / 9)) == 0)
        case 1: unlink(home.name(name))
        case 2: _ = home.write(Array(photo.prefix(photo.count / 2)), as: name)
        default:
          _ = home.write(photo, as: "new.jpg")
          rename(home.name("new.jpg"), home.name(name))
        }
        try session.press("c")
      }
      for name in names { _ = home.write(photo, as: name) }
      try OrdinaryUser.own("album", in: home)
      let sheet = try ContactSheet(width: 120, options: "--columns 4", of: home.name("album"))
      try session.press("r", "c", "Escape")
      // Two rows of cells fill these lines; a higher terminal has higher cells than a sheet.
      try session.resize(columns: 120, rows: 24)
      try session.wait(for: sheet)
      try quit()
    }

    @Test func `a photo that is still being written is shown once it is complete`() throws {
      let part = Array(photo.prefix(photo.count / 3))
      _ = home.write(part, as: "album/slow.jpg")
      try start()
      try session.wait(for: "the photo that is not whole") {
        // Written repeatedly, so that it does not count as complete on a slow machine.
        _ = home.write(part, as: "album/slow.jpg")
        return $0.status.hasPrefix("1/1  slow.jpg")
      }
      _ = home.write(photo, as: "album/slow.jpg")
      try session.wait(for: "the whole photo") {
        $0.status.hasPrefix("1/1  slow.jpg  640x480  45 kB")
      }
      try quit()
    }

    @Test func `a folder that is moved away does not end the program, and r loads it again`() throws
    {
      for number in 1...3 { _ = home.write(photo, as: "album/\(number).jpg") }
      try start()
      try session.wait(for: "the grid at rest") { $0.isAtRest }
      #expect(rename(home.name("album"), home.name("moved")) == 0)
      try session.press("c")
      try session.wait(for: "the photos that are gone") { $0.shows("no such file") }
      #expect(rename(home.name("moved"), home.name("album")) == 0)
      try session.press("r")
      try session.wait(for: "the photos that are back") {
        $0.isAtRest && !$0.shows("no such file")
      }
      try quit()
    }

    @Test func `r adds a source that was created later in the order of the arguments`() throws {
      for name in ["a.jpg", "z.jpg"] { _ = home.write(photo, as: name) }
      let problem = "! later: no such file or folder"
      try session.launch("photocell a.jpg later z.jpg later.json")
      try session.wait(forStatus: "1/2  \(problem) (and 1 more)")
      try session.wait(for: "the photos that are there") { $0.isAtRest }
      try session.press("l")
      try session.wait(forStatus: "2/2  z.jpg  640x480")
      try session.press("r")
      try session.wait(forStatus: "2/2  \(problem) (and 1 more)")
      home.folder("later")
      _ = home.write(photo, as: "later/m.jpg")
      try session.press("r")
      try session.wait(forStatus: "3/3  ! later.json: no such file or folder")
      try session.press("h")
      try session.wait(forStatus: "2/3  later/m.jpg  640x480")
      let card = #"[{"date":"2024-02-20","title":"t","media_type":"video"}]"#
      _ = home.write(Array(card.utf8), as: "later.json")
      try session.press("r")
      try session.wait(forStatus: "2/4  later/m.jpg  640x480")
      try session.press("G")
      try session.wait(forStatus: "4/4  t")
      try quit()
      #expect(try !session.text.shows("no such file"))
    }

    @Test func `naming only files that are not images is an error of the command line`() throws {
      let text = Array("no picture at all".utf8)
      for name in ["notes.txt", "Makefile", "bad.jpg"] { _ = home.write(text, as: name) }
      for names in ["notes.txt", "Makefile notes.txt"] {
        try session.launch("clear; photocell \(names)")
        let screen = try session.untilPrompt()
        for name in names.split(separator: " ") {
          #expect(screen.shows("photocell: \(name): not an image"))
        }
        #expect(try session.exitCode() == 2)
      }
      // A damaged photo is shown with the reason, and one photo is enough.
      try session.launch("photocell bad.jpg")
      try session.wait(for: "the damaged photo") { $0.status.contains("bad.jpg  not an image") }
      try quit()
      _ = home.write(photo, as: "photo")
      try session.launch("photocell notes.txt photo")
      try session.wait(forStatus: "1/2  notes.txt  not an image")
      try quit()
    }

    @Test(arguments: ["stalled", "stalled photos/photo-1-dunes.jpg", "-r stalled/more stalled"])
    func `a named folder on a stalled disk does not block the help and q`(arguments: String) throws
    {
      session.home.folder("stalled")
      let library = "\(TestedProgram.folder)/libStalledDisk.so"
      let line = "LD_PRELOAD=\(library) exec photocell --private \(arguments)\n"
      _ = home.write(Array(line.utf8), as: "start")
      try session.launch("sh start")
      try session.wait(forStatus: "opening stalled")
      try session.press("?")
      try session.wait(for: "the help") { $0.shows("PgDn") }
      try session.press("q")
      try session.wait(forStatus: "opening stalled")
      try quit()
    }

    @Test func `a photo on a stalled disk does not block keys, other photos and q`() throws {
      for name in ["a.jpg", "stalled.jpg", "z.jpg"] { _ = home.write(photo, as: "album/\(name)") }
      let library = "\(TestedProgram.folder)/libStalledDisk.so"
      try #require(access(library, R_OK) == 0)
      try start(before: "env LD_PRELOAD=\(library) ")
      try session.wait(for: "the photos beside") {
        $0.status.hasPrefix("1/3  a.jpg  640x480") && $0.status.contains("loading 2/3")
      }
      try session.press("G")
      try session.wait(forStatus: "3/3  z.jpg  640x480")
      try session.press("h")
      let screen = try session.wait(forStatus: "2/3  stalled.jpg")
      #expect(!screen.status.contains("640x480"))
      try session.press("c", "x", "Escape")
      try session.wait(for: "the photos again") { $0.status.hasPrefix("2/3  stalled.jpg") }
      try quit()
    }
  }
}
