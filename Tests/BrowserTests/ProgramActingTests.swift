import Base
import Browser
import Catalogs
import FileActions
import Glibc
import Photos
import TestSupport
import Testing

/// Other programs that keys start, as the screen shows them.
@MainActor
@Suite(.integration)
struct ProgramActingTests {
  private let home = TemporaryFolder()
  private let names = ["a.jpg", "b.jpg", "c.png", "d.jpg"]

  private func stage(
    _ keys: KeyScript, settings: ProgramSettings = ProgramSettings(workingFolder: Array("/w".utf8))
  ) async -> BrowserStage {
    for name in names { home.file(name) }
    let stage = BrowserStage(
      names.map(home.name), columns: 120, rows: 5,
      actions: FileActions(trash: Trash(dataHome: ByteString(home.name("data")))),
      programSettings: settings)
    await type(keys, stage)
    return stage
  }

  private func type(_ keys: KeyScript, _ stage: BrowserStage) async {
    stage.type(keys)
    await stage.finishActions()
    await stage.settle()
  }

  private var photos: [String] {
    home.names(in: ".").filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".png") }
  }

  @Test(
    arguments: [
      ("!ls %f<Enter>", "ls %f", ["a.jpg"], .shown), (":!ls %n<Enter>", "ls %n", ["a.jpg"], .shown),
      ("lmlm!ls %n %d<Enter>", "ls %n %d", ["b.jpg", "c.png"], .shown),
      (":shell ls<Enter>", "ls", [], .shown),
      ("!gimp \"%F\" &<Enter>", "gimp \"%F\"", ["a.jpg"], .beside),
      ("l<Enter>!ls %f<Enter>", "ls %f", ["b.jpg"], .shown),
      ("!ls<Enter>!<Up><Enter>", "ls", [], .shown),
    ] as [(KeyScript, String, [String], LaunchMode)])
  func `a shell command runs on the marked photos, or else the selected one`(
    keys: KeyScript, template: String, names: [String], mode: LaunchMode
  ) async throws {
    let stage = await stage(keys)
    let order = try #require(stage.programs.orders.last?.order)
    #expect(
      try order.script() == ShellTemplate(template).script(for: names.map { home.entry($0) }))
    #expect(order.mode == mode)
  }

  @Test(
    arguments: ["!eval ls %f<Enter>", "!sh -c \"ls %f\"<Enter>", "!ls `echo %f` &<Enter>"]
      as [KeyScript])
  func `a shell command that would evaluate file names is not run`(keys: KeyScript) async {
    let stage = await stage(keys)
    #expect(stage.statusLine.contains("Not run: "))
    #expect(stage.programs.orders.isEmpty)
  }

  @Test func `an open rule that would evaluate file names is not run`() async {
    let rules = [OpenRule("x", command: "xterm -e \"vim %f\"")]
    let stage = await stage("O", settings: ProgramSettings(rules: rules))
    #expect(stage.statusLine.contains("Not run: xterm -e would evaluate file names as code"))
    #expect(stage.programs.orders.isEmpty)
  }

  @Test func `a background program is reported when it starts and when it fails`() async {
    let stage = await stage("!gimp %F &<Enter>")
    #expect(stage.statusLine.contains("Started gimp %F &"))
    stage.programs.end(.exited(127))
    await stage.takeEvents()
    #expect(stage.statusLine.contains("gimp %F &: command not found"))
  }

  @Test(
    arguments: [
      ("O", [], false, "No desktop (DISPLAY, WAYLAND_DISPLAY); set [[open]] in config.toml"),
      ("O", [], true, "Started xdg-open"),
      ("O", [OpenRule("gimp", for: ["jpg"], command: "gimp %F")], true, "Started gimp"),
      ("llO", [OpenRule("gimp", for: ["jpg"], command: "gimp %F")], true, "Started xdg-open"),
      ("<C-a>O", [OpenRule("gimp", for: ["jpg"], command: "gimp %F")], true, "Started xdg-open"),
      (
        "O2<Enter>", [OpenRule("gimp", command: "gimp %F"), OpenRule("feh", command: "feh %F")],
        true, "Started feh"
      ),
      (
        "O3<Enter>", [OpenRule("gimp", command: "gimp %F"), OpenRule("feh", command: "feh %F")],
        true, "Cancelled"
      ),
    ] as [(KeyScript, [OpenRule], Bool, String)])
  func `O opens photos with a matching or chosen rule, else with xdg-open`(
    keys: KeyScript, rules: [OpenRule], hasDisplay: Bool, line: String
  ) async {
    let stage = await stage(
      keys, settings: ProgramSettings(rules: rules, hasDisplay: hasDisplay))
    #expect(stage.statusLine.contains(line))
  }

  @Test(
    arguments: [("mp4", true, "mpv"), ("mp4", false, "xdg-open"), ("jpg", true, "xdg-open")])
  func `O opens videos with mpv if that is installed`(
    fileExtension: String, hasPlayer: Bool, program: String
  ) async {
    var settings = ProgramSettings(hasDisplay: true)
    settings.hasPlayer = hasPlayer
    let stage = await stage("", settings: settings)
    stage.grid.show(CatalogSnapshot(photos: [Photo(path: home.entry("film.\(fileExtension)"))]))
    await type("O", stage)
    #expect(stage.statusLine.contains("Started \(program)"))
  }

  @Test func `O prompts for one of several programs`() async {
    let rules = [OpenRule("gimp", command: "gimp %F"), OpenRule("feh", command: "feh %F")]
    let stage = await stage("O", settings: ProgramSettings(rules: rules))
    #expect(stage.text.contains(" Open with 1 gimp  2 feh: "))
    await type("<Esc>", stage)
    #expect(stage.programs.orders.isEmpty)
  }

  @Test func `the names of several photos are edited as a list, and undone as one`() async throws {
    let stage = await stage("mlmR", settings: ProgramSettings(temporaryFolder: home.path))
    let order = try #require(stage.programs.orders.last?.order)
    #expect(order.mode == .full)
    _ = try order.script()
    let list = try #require(home.names(in: ".").first { $0.hasPrefix("photocell-names") })
    #expect(String(decoding: home.bytes(of: list), as: UTF8.self).hasSuffix("\na.jpg\nb.jpg\n"))
    _ = home.write(Array("b.jpg\na.jpg\n".utf8), as: list)
    stage.programs.end(.exited(0))
    await type("", stage)
    #expect(stage.statusLine.contains("2 photos renamed – u to undo"))
    #expect(!home.names(in: ".").contains(list))
    #expect(photos == names)
    await type("u", stage)
    #expect(stage.statusLine.contains("Rename of 2 photos undone (Ctrl-r redo)"))
  }

  @Test(
    arguments: [
      ("a.jpg\nb.jpg\n", "No name was changed"),
      ("a.jpg\n", "Not renamed: 2 names expected, 1 given"),
      ("a.jpg\nc.png\n", "c.png already exists"),
      ("a.jpg\n\n", "empty"),
    ])
  func `an unchanged or invalid list of names renames nothing`(text: String, words: String)
    async throws
  {
    let stage = await stage("mlmR", settings: ProgramSettings(temporaryFolder: home.path))
    _ = try stage.programs.orders.last?.order.script()
    let list = try #require(home.names(in: ".").first { $0.hasPrefix("photocell-names") })
    _ = home.write(Array(text.utf8), as: list)
    stage.programs.end(.exited(0))
    await type("", stage)
    #expect(stage.statusLine.contains(words))
    #expect(photos == names)
  }

  @Test func `an editor that fails renames nothing`() async throws {
    let stage = await stage("mlmR", settings: ProgramSettings(temporaryFolder: home.path))
    stage.programs.end(.exited(1))
    await stage.takeEvents()
    #expect(stage.statusLine.contains("Not renamed: vi: exit code 1"))
  }

  @Test(
    arguments: [
      (":delete!<Enter>1<Enter>", "a.jpg deleted permanently (cannot be undone)", 3),
      (":delete!<Enter>2<Enter>", "Nothing was deleted", 4),
      (":delete!<Enter><Enter>", "Nothing was deleted", 4), (":delete!<Enter><Esc>", "", 4),
      ("mlm:delete! 2<Enter>2<Enter>", "2 photos deleted permanently (cannot be undone)", 2),
      (":delete!<Enter>1<Enter>u", "Nothing to undo", 3),
    ] as [(KeyScript, String, Int)])
  func `:delete! erases photos only after their number is typed`(
    keys: KeyScript, words: String, left: Int
  ) async {
    let stage = await stage(keys)
    #expect(words.isEmpty || stage.statusLine.contains(words))
    #expect(photos.count == left && stage.grid.arrangement.count == left)
  }

  @Test func `:delete! prompts for the number of photos, and names a single one`() async {
    let stage = await stage("mlm:delete!<Enter>")
    #expect(stage.text.contains(" Delete 2 photos permanently? Type 2 to confirm: "))
    stage.type("<Esc>ll:delete!<Enter>")
    #expect(stage.text.contains(" Delete 2 photos permanently? Type 2 to confirm: "))
    stage.type("<Esc><C-g>:delete!<Enter>")
    #expect(stage.text.contains(" Delete d.jpg permanently? Type 1 to confirm: "))
  }

  @Test(arguments: [":copy", ":move"])
  func `a folder that is to be created is named with the folder that it is in`(
    command: String
  ) async {
    let stage = await stage(KeyScript(stringLiteral: "\(command) nowhere/picks<Enter>"))
    #expect(stage.text.contains("/w/nowhere/picks does not exist. Create it for 1 photo? y/n:"))
  }

  @Test func `Y copies the photo to the terminal's clipboard, unless it is too large`() async {
    let stage = await stage("l")
    stage.programs.copying = .sent
    await type("Y", stage)
    #expect(stage.statusLine.contains("b.jpg copied"))
    #expect(stage.programs.copied == ["\(home.name("b.jpg")) image/jpeg 1234"])
    #expect(stage.programs.orders.isEmpty)
    stage.programs.copying = .tooLarge
    await type("Y", stage)
    #expect(stage.statusLine.contains("b.jpg is too large for the terminal's clipboard"))
  }

  @Test func `Y copies to the desktop's clipboard, or reports that there is none`() async throws {
    let none = await stage("Y")
    #expect(none.statusLine.contains("Neither the terminal nor a desktop"))
    let stage = await stage("llY", settings: ProgramSettings(clipboard: .xclip))
    let order = try #require(stage.programs.orders.last?.order)
    #expect(
      try order.script().lossyText
        == "xclip -selection clipboard -t image/png -i \(home.name("c.png"))")
    stage.programs.end(.exited(0))
    await stage.takeEvents()
    #expect(stage.statusLine.contains("c.png copied"))
  }
}
