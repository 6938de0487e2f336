import FileActions
import Photos
import Terminal

nonisolated extension GridLayer {
  package static let commands = table(opening: [
    Entry(.open, .enter, help: openingHelp, hint: "open").returns { $0.open() },
    LayerCommand(.pick) { $0.pick() },
  ])

  /// With the keys of picking mode, in which photos are chosen for another program.
  static let pickingCommands = table(opening: [
    Entry(
      .pick, .enter,
      help: "pick the marked photos, or this one, and end; on a folder, go in", hint: "pick"
    ).standing(in: .picking).returns { $0.pick() },
    Entry(.open, " ", help: openingHelp, hint: "open").returns { $0.open() },
  ])

  private static let openingHelp =
    "open the photo as large as the terminal, or go into the folder"

  private static func table(opening: [LayerCommand<GridLayer>]) -> CommandTable<GridLayer> {
    CommandTable(
      moving.grouped(.moving), opening.grouped(.moving), folders.grouped(.moving),
      PhotoOrder.Key.allCases.map(sorting).grouped(.sorting), finding.grouped(.finding),
      PhotoGrouping.allCases.map(grouping).grouped(.sorting), stacking.grouped(.sorting),
      groups.grouped(.moving), looking.grouped(.looking), caches.grouped(.caches),
      marking.grouped(.picking),
      LayerCommand<GridLayer>.rating({ $0.rate($1) }, survey: { $0.openSurvey() }).grouped(.rating),
      acting.grouped(.acting),
      [
        LayerCommand("cull") { $0.toggleCulling() },
        LayerCommand(.close) { $0.stepBack() },
      ])
  }

  private static let moving = zip(
    [
      Entry(.left, "h", .left, help: "the photo before"),
      Entry(.right, "l", .right, help: "the next photo"),
    ] + .scrolling,
    [
      .left, .right, .down, .up, .first, .last, .pageDown, .pageUp, .halfPageDown, .halfPageUp,
    ] as [GridMotion]
  ).map { entry, motion -> LayerCommand<GridLayer> in
    entry.does { $0.grid.move(motion, times: $1) }
  }

  private static let folders: [LayerCommand<GridLayer>] = [
    Entry("parent-folder", .backspace, help: "go to the folder above, back to where one was")
      .returns { $0.goUp(times: $1 ?? 1) }
  ]

  /// Prefix `o` and a letter, in upper case for the reversed order.
  private static func sorting(_ key: PhotoOrder.Key) -> LayerCommand<GridLayer> {
    let (letter, help, hint): (Character, String, String) =
      switch key {
      case .name: ("n", "sort by name, or reversed: the last first", "name")
      case .taken: ("t", "sort by the date taken, or reversed: the latest first", "taken")
      case .modified: ("m", "sort by the last change, or reversed: the latest first", "modified")
      case .size: ("s", "sort by size, or reversed: the largest first", "size")
      case .pixels: ("p", "sort by pixels, or reversed: the most first", "pixels")
      case .shape: ("h", "sort by shape, upright first, or reversed: broad first", "shape")
      case .rating: ("g", "sort by rating, or reversed: the best first", "rating")
      case .kind: ("k", "sort by kind, or reversed: the last first", "kind")
      case .folder: ("f", "sort by folder, or reversed: the last first", "folder")
      case .random: ("r", "bring into a random order; again: into another one", "random")
      case .given: ("a", "as the photos were listed, or reversed: the last first", "listed")
      }
    let name = "sort-\(key.rawValue)"
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
      "filter", "f", help: "show only the photos whose names match what is typed, or their facts"
    ).returns { .open(LineLayer(for: $0.filtering, text: $0.grid.filter.text)) },
    Entry(.search, "/", help: "go to a photo whose name matches what is typed, or its facts")
      .returns { .open(LineLayer(for: $0.searching)) },
    Entry("next-match", "n", help: "the next photo that was searched for").returns {
      $0.goToMatch(by: $1 ?? 1)
    },
    Entry("previous-match", "N", help: "the one before that was searched for").returns {
      $0.goToMatch(by: -($1 ?? 1))
    },
  ]

  private static func grouping(_ grouping: PhotoGrouping) -> LayerCommand<GridLayer> {
    let (letter, help, hint): (Character, String, String) =
      switch grouping {
      case .none: ("n", "in no groups", "no groups")
      case .day: ("d", "group by the day on which photos were taken", "day")
      case .month: ("m", "group by the month", "month")
      case .year: ("y", "group by the year", "year")
      case .folder: ("f", "group by folder", "folder")
      case .rating: ("r", "group by rating, the best first", "rating")
      case .likeness: ("l", "group photos that look alike", "likeness")
      case .burst: ("b", "group photos that were taken in one go", "burst")
      case .auto: ("a", "group by day, month or year, by how many photos there are", "auto")
      }
    return Entry(
      .group(by: grouping), sequences: [["g", .character(letter)]], help: help, hint: hint
    ).returns { $0.group(by: grouping) }
  }

  private static let stacking: [LayerCommand<GridLayer>] = [
    Entry(
      "stack-bursts", sequences: [["g", "s"]],
      help: "show each burst as one photo, which is opened to show all, or all frames again",
      hint: "stacks"
    ).returns { $0.toggleStacks() }
  ]

  private static let groups: [LayerCommand<GridLayer>] = [
    Entry("next-group", "]", help: "the first photo of the next group").returns {
      $0.moveToGroup(by: $1 ?? 1)
    },
    Entry("previous-group", "[", help: "the first photo of the group, or of the one before")
      .returns { $0.moveToGroup(by: -($1 ?? 1)) },
  ]

  private static let looking: [LayerCommand<GridLayer>] = [
    Entry(.larger, "+", "=", help: "larger cells").does { $0.grid.zoom(by: $1 ?? 1) },
    Entry("smaller", "-", help: "smaller cells").does { $0.grid.zoom(by: -($1 ?? 1)) },
    Entry.badges.does { $0.hasBadges.toggle() },
  ]

  private static let caches: [LayerCommand<GridLayer>] = [
    Entry.reset.returns { .removed($0.grid.resetVisible(), from: "the screen") },
    Entry.emptyMemory.returns { .removed($0.grid.emptyMemory(), from: "memory") },
    Entry("retry", "r", help: "load again what failed, and the photos whose files have changed")
      .returns { $0.retry() },
    Entry.cachePanel.returns { .open($0.cachePanel) },
  ]

  private static let marking: [LayerCommand<GridLayer>] = [
    Entry(.mark, "m", help: "mark the photo, or take its mark away; with a count, so many photos")
      .returns { $0.toggleMarks($1 ?? 1) },
    Entry(
      .markThrough, "M",
      help: "do the same to all photos as far as the one where that was done last"
    ).returns { $0.markThrough() },
    Entry("mark-range", "v", help: "mark what one moves over; again to end that").returns {
      $0.toggleMarkRange()
    },
    Entry("mark-all", .control("a"), help: "mark all photos").returns { layer in
      layer.markMany { $0.markAll(in: $1) }
    },
    Entry("invert-marks", "*", help: "mark the others instead").returns { layer in
      layer.markMany { $0.invert(in: $1) }
    },
    Entry("clear-marks", .control("g"), help: "mark none").returns { $0.clearMarks() },
    Entry("only-marked", "'", help: "show only the marked photos, or all again").returns {
      $0.toggleMarkedOnly()
    },
  ]

  private static let acting: [LayerCommand<GridLayer>] = [
    Entry(
      "trash", "D", help: "move the marked photos to the trash, or this one where none is marked"
    ).returns { layer in layer.act({ "move \($0) to the trash" }) { layer.acting.trash() } },
    Entry(.undo, "u", help: "undo what was done to files last; again: what was done before")
      .returns { $0.acting.perform(.undo, times: $1) },
    Entry(.redo, .control("r"), help: "do again what was undone").returns {
      $0.acting.perform(.redo, times: $1)
    },
    Entry(
      .rename, "R",
      help: "rename this photo, and what belongs to it; the marked photos in an editor"
    ).returns { layer in
      layer.act({ layer.grid.markedPhotos.count > 1 ? "rename \($0)" : nil }) {
        layer.acting.rename()
      }
    }.taking { layer, name in layer.act { layer.acting.rename(to: name) } },
    Entry(
      "copy-path", "y",
      help: "copy the paths of the marked photos, or of this one where none is marked"
    ).returns { layer in layer.act { layer.acting.copyPath() } },
    Entry(
      .shell, "!",
      help:
        "run a command of the shell on the marked photos, or on this one: %f each, %F all, %d the folder, %n the names; & at its end runs it beside the grid"
    ).returns { layer in layer.act(onFolders: true) { .commandLine("!") } }.taking { layer, text in
      layer.act({ ShellTemplate(text).takesPhotos ? "run this on \($0)" : nil }, onFolders: true) {
        layer.acting.programs.runShell(text)
      }
    },
    Entry("open-with", "O", help: "open the marked photos, or this one, with another program")
      .returns { layer in layer.act({ "open \($0)" }) { layer.acting.programs.openWith() } },
    Entry("copy-picture", "Y", help: "copy the picture itself to the clipboard").returns { layer in
      layer.act { layer.acting.programs.copyPicture() }
    },
    Entry(.copy, help: "copy the marked photos, or this one, into a folder").returns { layer in
      layer.act { .said("type a folder behind it: \(layer.keys.line(for: .copy)) ~/picks") }
    }.taking { layer, folder in
      layer.act({ "copy \($0)" }) { layer.acting.place(in: folder, isMoving: false) }
    },
    Entry(.move, help: "move the marked photos, or this one, into a folder").returns { layer in
      layer.act { .said("type a folder behind it: \(layer.keys.line(for: .move)) ~/picks") }
    }.taking { layer, folder in
      layer.act({ "move \($0)" }) { layer.acting.place(in: folder, isMoving: true) }
    },
    Entry(.erase, help: "erase the marked photos, or this one, for good").returns { layer in
      layer.act { layer.acting.erase() }
    }.taking { layer, _ in layer.act { layer.acting.erase() } },
    Entry(.turnFile, help: "turn the marked photos, or this one, for good").returns { layer in
      layer.act(onFolders: true) {
        .said("type left or right behind it: \(layer.keys.line(for: .turnFile)) right")
      }
    }.taking { layer, side in
      layer.act({ "turn \($0) for good" }, onFolders: true) { layer.acting.turn(side) }
    },
  ]
}

nonisolated extension Command {
  static func group(by grouping: PhotoGrouping) -> Command {
    Command(rawValue: "group-\(grouping.rawValue)")
  }
}

/// Entries that the grid and the cache panel share.
nonisolated extension Keymap.Entry {
  static let reset = Keymap.Entry(
    .reset, "x", help: "take the pictures off the screen; memory brings them back")
  static let emptyMemory = Keymap.Entry(
    "empty-memory", "c", help: "empty the memory cache: the cells load again")
  static let badges = Keymap.Entry(
    "badges", "i",
    help: "show where each picture came from, how long that took, and the path of the photo")
  static let cachePanel = Keymap.Entry(
    .cachePanel, "C", help: "show the caches, or close them again")
}
