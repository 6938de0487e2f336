import Base
import ExpiringCache
import FileActions
import Photos
import Storage
import Terminal

nonisolated extension GridLayer {
  package static let commands = table(
    opening: [
      Entry(.open, .enter, help: openingHelp, hint: "open").returns { $0.open() },
      LayerCommand(.pick) { $0.pick() },
      LayerCommand(.import) { $0.confirmImport() },
    ], markingNext: " ")

  static let importingCommands = table(
    opening: [
      Entry(
        .import, "I", help: "import the marked photos, else all shown, without rejected ones",
        hint: "import"
      ).standing(in: .acting).returns { $0.confirmImport() },
      Entry(.open, .enter, help: openingHelp, hint: "open").returns { $0.open() },
    ], markingNext: " ")

  static let pickingCommands = table(
    opening: [
      Entry(
        .pick, .enter,
        help: "pick the marked photos, else this one, and quit; on a folder, enter it", hint: "pick"
      ).standing(in: .picking).returns { $0.pick() },
      Entry(.open, " ", help: openingHelp, hint: "open").returns { $0.open() },
    ], markingNext: .tab)

  private static let openingHelp = "open photo / enter folder"

  private static func table(
    opening: [LayerCommand<GridLayer>], markingNext: Key
  ) -> CommandTable<GridLayer> {
    let markNext = Entry(
      "mark-next", markingNext, help: "mark or unmark, and go to the next photo"
    ).returns { (layer: GridLayer, count) in layer.markNext(count ?? 1) }
    return CommandTable(
      moving.grouped(.moving), opening.grouped(.moving), folders.grouped(.moving),
      PhotoOrder.Key.allCases.map(sorting).grouped(.sorting), finding.grouped(.finding),
      PhotoGrouping.allCases.map(grouping).grouped(.sorting), stacking.grouped(.sorting),
      groups.grouped(.moving), looking.grouped(.looking), playing.grouped(.looking),
      caches.grouped(.caches),
      ([markNext] + marking).grouped(.picking),
      LayerCommand<GridLayer>.rating({ $0.rate($1) }, survey: { $0.openSurvey() }).grouped(.rating),
      describing.grouped(.rating), acting.grouped(.acting),
      [
        LayerCommand("cull") { $0.toggleCulling() },
        LayerCommand(.close) { $0.stepBack() },
        LayerCommand(.back) { $0.leaveCollections() },
      ])
  }

  private static let moving =
    ([
      Entry(.left, "h", .left, help: "previous photo"),
      Entry(.right, "l", .right, help: "next photo"),
    ] + [Entry].scrolling).map { entry -> LayerCommand<GridLayer> in
      entry.does { layer, times in
        if let motion = entry.command.motion { layer.grid.move(motion, times: times) }
      }
    }

  private static let folders: [LayerCommand<GridLayer>] = [
    Entry(.parentFolder, .backspace, help: "go to the parent folder")
      .returns { $0.goUp(times: $1 ?? 1) },
    Entry(.subfolders, "S", help: "show the photos of all subfolders, too, or only this folder")
      .returns { $0.toggleSubfolders() },
  ]

  private static let playing: [LayerCommand<GridLayer>] = [
    Entry("next-frame", ".", help: "show the next of ten frames of this video")
      .returns { $0.scrub(by: $1 ?? 1) },
    Entry("previous-frame", ",", help: "show the previous frame of this video")
      .returns { $0.scrub(by: -($1 ?? 1)) },
  ]

  /// Prefix `o` and a letter, in upper case for the reversed order.
  private static func sorting(_ key: PhotoOrder.Key) -> LayerCommand<GridLayer> {
    let (letter, help, hint): (Character, String, String) =
      switch key {
      case .name: ("n", "sort by name, or in reverse", "name")
      case .taken: ("t", "sort by date taken, or newest first", "taken")
      case .modified: ("m", "sort by modification time, or newest first", "modified")
      case .size: ("s", "sort by file size, or largest first", "size")
      case .pixels: ("p", "sort by pixel count, or most first", "pixels")
      case .shape: ("h", "sort by aspect ratio, portrait or landscape first", "shape")
      case .rating: ("g", "sort by rating, or best first", "rating")
      case .kind: ("k", "sort by file type, or in reverse", "kind")
      case .folder: ("f", "sort by folder, or in reverse", "folder")
      case .like: ("l", "sort by likeness to this photo, or least alike first", "like")
      case .brightness: ("b", "sort by brightness, or brightest first", "bright")
      case .hue: ("c", "sort by hue, or in reverse; grey photos last", "hue")
      case .random: ("r", "shuffle (again to reshuffle)", "random")
      case .given: ("a", "sort as listed, or in reverse", "listed")
      }
    let name = key == .like ? "like" : "sort-\(key.rawValue)"
    var ways = [Entry.Way(["o", .character(letter)], Command(rawValue: name))]
    if key != .random, let capital = letter.uppercased().first {
      ways.append(Entry.Way(["o", .character(capital)], Command(rawValue: "\(name)-reversed")))
    }
    var handlers: [Command: LayerCommand<GridLayer>.Handler] = [:]
    for (way, isReversed) in zip(ways, [false, true]) {
      handlers[way.command] = { layer, _ in layer.sort(by: key, isReversed: isReversed) }
    }
    return LayerCommand(Entry(ways, help: help, hint: hint), handlers: handlers)
  }

  private static let finding: [LayerCommand<GridLayer>] = [
    Entry(
      "filter", "f", help: "filter by name or metadata"
    ).returns { .open(LineLayer(for: $0.filtering, text: $0.grid.filter.text)) }
      .taking { $0.filter(by: $1) },
    Entry(.search, "/", help: "search by name or metadata")
      .returns { .open(LineLayer(for: $0.searching)) }.taking { $0.search(for: $1) },
    Entry("next-match", "n", help: "next match").returns { $0.goToMatch(by: $1 ?? 1) },
    Entry("previous-match", "N", help: "previous match").returns { $0.goToMatch(by: -($1 ?? 1)) },
  ]

  private static func grouping(_ grouping: PhotoGrouping) -> LayerCommand<GridLayer> {
    let (letter, help, hint): (Character, String, String) =
      switch grouping {
      case .none: ("n", "ungroup", "ungroup")
      case .day: ("d", "group by day taken", "day")
      case .month: ("m", "group by month", "month")
      case .year: ("y", "group by year", "year")
      case .folder: ("f", "group by folder", "folder")
      case .rating: ("r", "group by rating, best first", "rating")
      case .likeness: ("l", "group similar photos", "likeness")
      case .burst: ("b", "group bursts", "burst")
      case .keyword: ("k", "group by first keyword", "keyword")
      case .person: ("P", "group by first person", "person")
      case .place: ("p", "group by nearest town", "place")
      case .auto: ("a", "group by day, month or year, whichever fits", "auto")
      }
    return Entry(
      .group(by: grouping), sequences: [["g", .character(letter)]], help: help, hint: hint
    ).returns { $0.group(by: grouping) }
  }

  private static let stacking: [LayerCommand<GridLayer>] = [
    Entry("stack-bursts", sequences: [["g", "s"]], help: "stack bursts on/off", hint: "stacks")
      .returns { $0.toggleStacks() }
  ]

  private static let groups: [LayerCommand<GridLayer>] = [
    Entry("next-group", "]", help: "next group").returns { $0.moveToGroup(by: $1 ?? 1) },
    Entry("previous-group", "[", help: "start of the group, then previous group")
      .returns { $0.moveToGroup(by: -($1 ?? 1)) },
  ]

  private static let looking: [LayerCommand<GridLayer>] = [
    Entry(.larger, "+", "=", help: "larger cells").does { $0.grid.zoom(by: $1 ?? 1) },
    Entry("smaller", "-", help: "smaller cells").does { $0.grid.zoom(by: -($1 ?? 1)) },
    Entry(
      "compare", "|", help: "compare the marked photos (2 to 4), else this one and the next"
    ).returns { $0.compare($1) },
    Entry("facts", "e", help: "toggle EXIF panel").does { $0.toggleFacts() },
    Entry.badges.does { $0.hasBadges.toggle() },
  ]

  private static let caches: [LayerCommand<GridLayer>] = [
    Entry.reset.returns { .removed($0.grid.resetVisible(), from: "the screen") },
    Entry.emptyMemory.returns { .removed($0.grid.emptyMemory(), from: "memory") },
    Entry("retry", "r", help: "reload failed and changed photos").returns { $0.retry() },
    Entry.cachePanel.returns { .open($0.cachePanel) },
  ]

  private static let marking: [LayerCommand<GridLayer>] = [
    Entry(.mark, "m", help: "mark or unmark; with a count, that many photos")
      .returns { $0.toggleMarks($1 ?? 1) },
    Entry(
      .markThrough, "M",
      help: "mark (or unmark) from the last mark to here"
    ).returns { $0.markThrough() },
    Entry("mark-range", "v", help: "visual mode: mark while moving (again to end)")
      .returns { $0.toggleMarkRange() },
    Entry("mark-all", .control("a"), help: "mark all photos")
      .returns { layer in layer.markMany { $0.markAll(in: $1) } },
    Entry("invert-marks", "*", help: "invert marks")
      .returns { layer in layer.markMany { $0.invert(in: $1) } },
    Entry("clear-marks", .control("g"), help: "clear marks").returns { $0.clearMarks() },
    Entry("only-marked", "'", help: "show only marked photos, or all again")
      .returns { $0.toggleMarkedOnly() },
  ]

  private static let describing: [LayerCommand<GridLayer>] = [
    Entry(
      "keywords", sequences: [[";", "k"]],
      help: "add keywords to the marked photos, else this one, or remove them: beach, -snow",
      hint: "keywords"
    ).returns { $0.editKeywords() }.taking { $0.describe(keywords: $1) },
    Entry(
      "keywords-again", sequences: [[";", "."]], help: "change the same keywords again",
      hint: "again"
    ).returns { $0.repeatKeywords() },
    Entry(
      .keyword,
      help:
        "rename or merge keywords in all photos here that pass the filter: rename dog to Animals|Dogs, merge dog, hound into Dogs"
    ).returns { .warning($0.keywordUsage) }.taking { $0.renameKeywords($1) },
    Entry("title", sequences: [[";", "t"]], help: "change the title", hint: "title")
      .returns { $0.editText(TextChange.title, of: \.title) }
      .taking { $0.describe(TextChange.title, $1) },
    Entry("caption", sequences: [[";", "c"]], help: "change the caption", hint: "caption")
      .returns { $0.editText(TextChange.caption, of: \.caption) }
      .taking { $0.describe(TextChange.caption, $1) },
    Entry(
      "iptc", sequences: [[";", "i"]],
      help:
        "set creator, rights, place and other IPTC fields, as configured in [iptc], of the marked photos, else this one",
      hint: "IPTC"
    ).returns { $0.setIPTC() },
  ]

  private static let acting: [LayerCommand<GridLayer>] = [
    Entry(
      .delete, "D", help: "move the marked photos, else this one, to the trash"
    ).returns { layer in layer.act({ "Trash \($0)" }) { layer.acting.trash() } },
    Entry(.trash, help: "show the photos in the trash, to restore them")
      .returns { $0.openTrash() },
    Entry(.undo, "u", help: "undo (repeat for earlier changes)")
      .returns { $0.acting.replay(.undo, times: $1) },
    Entry(.redo, .control("r"), help: "redo").returns { $0.acting.replay(.redo, times: $1) },
    Entry(
      .rename, "R",
      help:
        "rename this photo and its sidecars; marked photos in an editor, or all by a pattern: rename {n}{ext}"
    ).returns { layer in
      layer.rename(all: layer.grid.markedPhotos.count > 1) { $0.rename() }
    }.taking { layer, text in
      let pattern = try? RenamePattern(text)
      return layer.rename(all: pattern != nil && pattern?.plainName == nil) { $0.rename(to: text) }
    },
    Entry(
      .collect, "a",
      help: "add the marked photos, else this one, to a collection, the same as last time"
    ).returns { layer in layer.act({ "Add \($0) to a collection" }) { layer.acting.collect() } }
      .taking { layer, name in
        layer.act({ "Add \($0) to @\(name)" }) { layer.acting.collect(in: name) }
      },
    Entry(.drop, help: "drop the marked photos, else this one, from the collection").returns {
      layer in layer.act({ "Drop \($0) from the collection" }) { layer.acting.drop() }
    },
    Entry(.collections, help: "show all collections, or one").returns { $0.showCollections() }
      .taking { $0.showCollections(named: $1) },
    Entry(
      "copy-path", "y",
      help: "copy the paths of the marked photos, else of this one"
    ).returns { layer in layer.act { layer.acting.copyPath() } },
    Entry(
      .shell, "!",
      help:
        "run a shell command on the marked photos, else this one: %f each, %F all, %d folder, %n names; & at the end: in the background"
    ).returns { layer in layer.act(onFolders: true) { .commandLine("!") } }.taking { layer, text in
      layer.act({ ShellTemplate(text).takesPhotos ? "Run this on \($0)" : nil }, onFolders: true) {
        layer.acting.programs.runShell(text)
      }
    },
    Entry("open-with", "O", help: "open the marked photos, else this one, in another program")
      .returns { layer in layer.act({ "Open \($0)" }) { layer.acting.programs.openWith() } },
    Entry("copy-picture", "Y", help: "copy the image to the clipboard")
      .returns { layer in layer.act { layer.acting.programs.copyPicture() } },
    Entry(.copy, help: "copy the marked photos, else this one, into a folder")
      .places("Copy", example: "~/picks"),
    Entry(
      .export,
      help:
        "write copies of the marked photos, else this one, into a folder: smaller or in another format, as configured"
    ).places("Export", example: "~/web"),
    Entry(.move, help: "move the marked photos, else this one, into a folder")
      .places("Move", example: "~/picks"),
    Entry(.erase, help: "delete the marked photos, else this one, permanently").returns { layer in
      layer.act { layer.acting.erase() }
    }.taking { layer, _ in layer.act { layer.acting.erase() } },
    Entry(.turnFile, help: "rotate the files of the marked photos, else of this one").returns {
      layer in
      layer.act(onFolders: true) {
        .warning("Type left or right: \(layer.keys.line(for: .turnFile)) right")
      }
    }.taking { layer, side in
      layer.act({ "Rotate the files of \($0)" }, onFolders: true) { layer.acting.turn(side) }
    },
  ]
}

nonisolated extension Command {
  static func group(by grouping: PhotoGrouping) -> Command {
    Command(rawValue: "group-\(grouping.rawValue)")
  }
}

nonisolated extension Keymap.Entry {
  static let reset = Keymap.Entry(
    .reset, "x", help: "redraw from the memory cache")
  static let emptyMemory = Keymap.Entry(
    "empty-memory", "c", help: "empty the memory cache and reload")
  static let badges = Keymap.Entry(
    "badges", "i",
    help: "toggle badges: origin and load time of each image, path")
  static let cachePanel = Keymap.Entry(
    .cachePanel, "C", help: "toggle the cache panel")

  fileprivate func places(_ deed: String, example: String) -> LayerCommand<GridLayer> {
    returns { layer in
      layer.act { .warning("Type a folder: \(layer.keys.line(for: command)) \(example)") }
    }.taking { layer, folder in
      layer.act({ "\(deed) \($0)" }) { layer.acting.place(in: folder, by: command) }
    }
  }
}

extension GridLayer {
  fileprivate func scrub(by steps: Int) -> LayerOutcome {
    grid.scrub(by: steps) ? .handled : .warning("Not a video")
  }

  fileprivate func rename(
    all: Bool, _ perform: @escaping (FileOperationController) -> LayerOutcome
  ) -> LayerOutcome {
    act({ all ? "Rename \($0)" : nil }) { [self] in
      offer == nil ? perform(acting) : .warning("The import names photos – see --name")
    }
  }
}

extension LayerOutcome {
  static func removed(_ removed: CacheUsage, from place: String) -> LayerOutcome {
    let pictures = removed.count == 1 ? "1 image" : "\(removed.count) images"
    return .success("\(pictures) removed from \(place), \(ByteCount(removed.cost))")
  }
}

extension MouseAction {
  /// Positive is down.
  var rows: Int {
    switch self {
    case .wheelUp: -1
    case .wheelDown: 1
    default: 0
    }
  }
}
