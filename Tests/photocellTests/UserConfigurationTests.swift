import ArgumentParser
import Base
import Browser
import Catalogs
import Configuration
import Photos
import Testing

@testable import photocell

@Suite("User configuration")
struct UserConfigurationTests {
  private static func reading(_ text: String) -> UserConfiguration {
    UserConfiguration(path: "c", Array(text.utf8)).withKeys
  }

  @Test(
    arguments: [
      ("sort = \"taken\"\nwatch = false", []),
      ("srot = \"taken\"", ["c:1:1: expected a setting such as “sort”, found “srot”"]),
      ("\nsort = \"tkaen\"", ["c:2:8: expected an order such as “taken”, found “tkaen”"]),
      ("reverse = 1", ["c:1:11: expected true or false, found an integer"]),
      ("sort = true", ["c:1:8: expected an order, found a Boolean"]),
      ("ttl = \"soon\"", ["c:1:7: expected a time such as “10m”, found “soon”"]),
      ("sort = ", ["c:1:8: Error while parsing key-value pair: encountered end-of-file"]),
      ("zoom = 2", []), ("zoom = -2", []),
      ("zoom = 200", ["c:1:8: expected a number from -100 to 100 such as “2”, found an integer"]),
      ("[keys.grid]\n\"ctrl-p\" = \"up\"\nF = \"filter rating:>=4\"", []),
      ("keys = 1", ["c:1:8: expected the table [keys], found an integer"]),
      ("[keys.gird]", ["c:1:7: expected keys of a mode such as “grid”, found “gird”"]),
      (
        "[keys.grid]\nT = \"mrak\"",
        ["c:2:5: expected a command such as “mark”, found “mrak”"]
      ),
      (
        "[keys.grid]\nCtlr-f = \"mark\"",
        ["c:2:1: expected keys such as “Ctrl-f”, found “Ctlr-f”"]
      ),
      (
        "[keys.grid]\ng = \"mark\"",
        ["c:2:1: expected keys that do not hide gg, found “g”"]
      ),
      (
        "[keys.grid]\nmm = \"mark\"",
        ["c:2:1: expected keys that m does not hide, found “mm”"]
      ),
      ("[keys.grid]\nm = \"\"\nmm = \"mark\"", []),
      (
        "[keys.grid]\n5 = \"mark\"",
        ["c:2:1: expected keys that do not begin with a digit, which is a count, found “5”"]
      ),
      (
        "[keys.grid]\nT = \"mark often\"",
        ["c:2:5: expected a number or nothing after mark, found “often”"]
      ),
      ("[keys.grid]\nT = [\"sort taken\", \"copy ~/Keep\", \"mark 3\", \"config-reload\"]", []),
      ("[theme]\nbase = \"quite\"", ["c:2:8: expected a theme such as “quiet”, found “quite”"]),
      (
        "[theme]\nbase = \"solarized\"",
        ["c:2:8: expected a theme (\(Theme.names.joined(separator: ", "))), found “solarized”"]
      ),
      (
        "[theme]\nfailur = \"red\"",
        ["c:2:1: expected a part of the screen such as “failure”, found “failur”"]
      ),
      ("[[open]]\ncommand = \"gimp %f\"\nextensions = [\"xcf\"]", []),
      (
        "[[open]]\ncommand = \"gimp %f\"\nextention = [\"xcf\"]",
        ["c:3:1: expected a key of [[open]] such as “extensions”, found “extention”"]
      ),
      (
        "[[open]]\ncommand = \"gimp %f\"\nicon = \"gimp\"",
        [
          "c:3:1: expected a key of [[open]] (command, name, extensions, terminal), found “icon”"
        ]
      ),
      (
        "[[open]]\ncomand = \"gimp %f\"\n[[open]]\nTerminal = true\ncommand = \"vi %f\"",
        [
          "c:1:3: expected a command, found a rule without one",
          "c:2:1: expected a key of [[open]] such as “command”, found “comand”",
          "c:4:1: expected a key of [[open]] such as “terminal”, found “Terminal”",
        ]
      ),
      ("[open]\ncommand = \"vi\"", ["c:1:2: expected tables [[open]], found a table"]),
      ("[collections.best]\nfilter = \"rating:>=4\"\nfolders = [\"~/Pictures\"]", []),
      ("[collections]\nbest = { filter = \"a\", folders = \"/p\" }", []),
      (
        "[collections.best]\nfilter = \"ratng:4\"\nfolders = [\"/p\"]",
        ["c:2:10: Unknown field ratng: – did you mean rating:? (\\: for a colon)"]
      ),
      (
        "[collections.best]\nfilter = \"a\"",
        ["c:1:14: expected filter and folders, found a collection without them"]
      ),
      (
        "[collections.best]\nfiltr = \"a\"\nfolders = [1]",
        [
          "c:1:14: expected filter and folders, found a collection without them",
          "c:2:1: expected a key of a collection such as “filter”, found “filtr”",
          "c:3:12: expected a folder such as “~/Pictures”, found an integer",
        ]
      ),
      (
        "[collections]\nbest = \"rating:5\"",
        ["c:2:8: expected the table [collections.best], found “rating:5”"]
      ),
      (
        "[iptc]\ncreator = [\"Ann\", \"Bob\"]\nrights = \"© Ann\"\ncountry-code = \"FR\"", []
      ),
      (
        "[iptc]\ncity = \"\"\ncitty = \"x\"\nstate = [\"x\"]\ncountry-code = \"France\"",
        [
          "c:2:8: expected a text of at most 4,096 bytes, found “”",
          "c:3:1: expected a key of [iptc] such as “city”, found “citty”",
          "c:4:9: expected a text of at most 4,096 bytes, found an array",
          "c:5:16: expected a code such as “FR” or “FRA”, found “France”",
        ]
      ),
      (
        "[iptc]\ncreator = [\"Ann\", 1]",
        ["c:2:19: expected a text of at most 4,096 bytes, found an integer"]
      ),
      ("iptc = true", ["c:1:8: expected the table [iptc], found a Boolean"]),
      ("[import]\nname = \"{date:%Y}/{event} {name}{ext}\"", []),
      (
        "[import]\nname = \"{foo}\"",
        [
          "c:2:8: Unknown field {foo}: use {date:%Y%m%d} {n} {n:3} {name} {ext} {camera}, or {{ for {"
        ]
      ),
      ("[[opne]]", ["c:1:3: expected a setting such as “open”, found “opne”"]),
      ("[[open]]\nname = \"x\"", ["c:1:3: expected a command, found a rule without one"]),
      (
        "reverse = 1\nsort = \"name\"\nx = 2\n",
        [
          "c:1:11: expected true or false, found an integer",
          "c:3:1: expected a setting, found “x”",
        ]
      ),
      (
        "cache = false\nttl = \"5m\"",
        ["c:2:7: expected a setting that goes with those above, found ttl"]
      ),
    ] as [(String, [String])])
  func `a problem is reported with its line and column`(text: String, problems: [String]) {
    #expect(Self.reading(text).allProblems.map { $0.line(in: "c") } == problems)
  }

  @Test func `a saved filter is a collection`() {
    let found = Self.reading(
      "[collections.best]\nfilter = \"rating:>=4\"\nfolders = [\"/p\", \"/q\"]")
    #expect(
      found.savedFilters == [
        ByteString("best"): SavedFilter("rating:>=4", in: [ByteString("/p"), ByteString("/q")])
      ])
  }

  @Test func `IPTC fields are cleaned, and valid ones apply beside invalid ones`() {
    let found = Self.reading(
      "[iptc]\ncreator = [\"Ann\", \"\"]\ncity = \" Par\\tis \"\nstate = 1\nrights = \"a\\nb\"")
    #expect(found.iptc == [.creator: ["Ann"], .city: ["Par is"], .rights: ["a\nb"]])
  }

  @Test func `valid settings and bindings apply beside invalid ones`() {
    let found = Self.reading("srot = 1\nsort = \"size\"\n[keys.grid]\nT = \"mark\"\nU = \"x\"")
    #expect(found.words(for: "browse") { _ in nil } == ["--sort=size"])
    #expect(!found.bindings.isEmpty)
    #expect(found.problems.count == 2)
    #expect(found.shortReport?.hasSuffix("; 1 more: photocell config check") == true)
  }

  @Test(
    arguments: [
      ([0xFF, 0x61], "Encountered invalid utf-8 sequence"),
      ([0xFF, 0xFE], "expected UTF-8, found UTF-16"),
    ] as [([UInt8], String)])
  func `bytes that are not UTF-8 are a problem`(bytes: [UInt8], problem: String) {
    let found = UserConfiguration(path: "c", bytes)
    #expect(found.allProblems.map { $0.line(in: "c") } == ["c:1:1: \(problem)"])
  }

  @Test func `the printed configuration and its examples are valid and change no binding`() throws {
    let text = ConfigText.whole
    let printed = Self.reading(text)
    #expect(printed.allProblems == [])
    #expect(printed.bindings.isEmpty)
    let command = try Photocell.command(for: ["a"], settings: printed) as? BrowseCommand
    #expect(command?.isFollowing == true)
    let examples = text.split(separator: "\n").map { line in
      line.hasPrefix("#") && !line.hasPrefix("# ") ? String(line.dropFirst()) : String(line)
    }.joined(separator: "\n")
    let all = Self.reading(examples)
    #expect(all.allProblems == [])
    #expect(all.bindings.isEmpty)
    #expect(all.rules.count == 1)
    #expect(all.iptc.keys.contains(.creator))
  }

  @Test(arguments: [
    ("reverse = true\nsort = \"name\"", [], true), ("reverse = true", ["--no-reverse"], false),
    ("reverse = false", ["--reverse"], true),
    ("reverse = true\nsort = \"name\"", ["--sort", "random"], false),
  ])
  func `options override the file`(text: String, words: [String], isReversed: Bool) throws {
    for line in [words, ["browse"] + words, ["apod"] + words] {
      let command = try Photocell.command(for: line, settings: Self.reading(text))
      let grid = ((command as? BrowseCommand)?.browsing ?? (command as? ApodCommand)?.browsing)?
        .grid
      #expect(grid?.reverse == isReversed)
    }
  }

  @Test(arguments: [
    // The reloaded file, the command line, and the resulting order, caption and theme.
    ("", [], "given name terminal"),
    ("sort = \"size\"\ncaption = \"date\"\n[theme]\nbase = \"quiet\"", [], "size date quiet"),
    ("sort = \"size\"", ["--sort", "name"], "name name terminal"),
    ("sort = \"size\"", ["--sort=given"], "given name terminal"),
    ("sort = \"random:7\"", ["--reverse"], "given-reversed name terminal"),
    ("sort = \"size\"\nreverse = true", ["--no-reverse"], "size name terminal"),
    ("caption = \"none\"\nreverse = true", ["--caption=name"], "given-reversed name terminal"),
    ("[theme]\nbase = \"quiet\"", ["--theme", "contrast"], "given name contrast"),
    ("[theme]\nbase = \"quiet\"", ["--theme", "terminal"], "given name terminal"),
    ("ttl = \"5m\"\nsort = \"size\"", ["--no-cache"], "size name terminal"),
  ])
  func `a reloaded file does not override the command line`(
    text: String, words: [String], expected: String
  ) throws {
    for line in [words, ["browse"] + words, ["apod"] + words] {
      let found = Self.reading(text)
      let options = try #require(BrowsingOptions(of: line, settings: found))
      let order = options.grid.order
      let isQuiet = found.theme(over: options.appearance) == Theme.builtIn("quiet")
      let isContrast = found.theme(over: options.appearance) == Theme.builtIn("contrast")
      #expect(
        "\(order.key)\(order.isReversed ? "-reversed" : "") \(options.grid.caption) "
          + (isQuiet ? "quiet" : isContrast ? "contrast" : "terminal") == expected)
    }
  }

  @Test func `settings that contradict the command line are ignored, and others apply`() throws {
    let settings = Self.reading("ttl = \"5m\"\nslideshow = \"5s\"\nprivate = true")
    let line = ["--no-cache", "--no-motion", "photos"]
    let command = try #require(
      try Photocell.command(for: line, settings: settings) as? BrowseCommand)
    #expect(command.browsing.options.isPrivate)
    #expect(command.browsing.cache.lifetime == nil)
    #expect(throws: (any Error).self) {
      try Photocell.command(for: ["--no-such-option"], settings: settings)
    }
  }

  @Test func `NO_COLOR overrides the file's color setting`() {
    let found = Self.reading("color = \"256\"")
    #expect(found.words(for: "browse") { _ in nil } == ["--color=256"])
    #expect(found.words(for: "browse") { $0 == "NO_COLOR" ? "1" : nil } == [])
    #expect(found.words(for: "doctor") { _ in nil } == [])
  }

  @Test func `a style is applied over the file's base theme, and not over another one`() throws {
    let found = Self.reading("[theme]\nbase = \"quiet\"\nfailure = \"bold #ff8800\"")
    let quiet = try AppearanceOptions.parse(["--theme=quiet"])
    #expect(found.theme(over: quiet)[.failure] == (try TextStyle("bold #ff8800")))
    #expect(
      found.theme(over: try AppearanceOptions.parse(["--theme=contrast"]))
        == Theme.builtIn("contrast"))
  }
}
