import ArgumentParser
import Browser
import Grid
import Settings

extension UserConfiguration {
  /// Reads the file again, and changes what can change while the browser runs: keys, theme, and where they
  /// are written down another way than before, order, groups and captions.
  @MainActor
  static func reload(in browser: Browser, _ grid: GridViewModel, looks: LookOptions) {
    guard let path = ofUser.path else {
      return browser.bind(KeyBindings(), saying: "there is no folder for a configuration file")
    }
    let found = UserConfiguration(reading: path)
    if let options = found.gridOptions {
      grid.sort(by: options.order)
      grid.group(by: options.group)
      grid.caption(by: options.caption)
    }
    browser.theme = found.reloadedTheme(over: looks)
    let words = "keys, looks, order, groups and captions are read again; the rest at the next start"
    browser.bind(found.bindings, saying: found.shortReport ?? words)
  }

  /// The order, the groups and the captions that were written down; nil where none are.
  private var gridOptions: GridOptions? {
    let keys: Set = ["sort", "reverse", "group", "caption"]
    let words = habits.filter { keys.contains($0.setting.key) }.map(\.word)
    return words.isEmpty ? nil : try? GridOptions.parse(words)
  }

  /// The theme of the file, or the one of the command line where that asks for another than the file did at
  /// the start.
  private func reloadedTheme(over looks: LookOptions) -> Theme {
    let asked = looks.chosenTheme.map { "--theme=\($0.name)" }
    let before = Self.ofUser.words(for: "browse").last { $0.hasPrefix("--theme=") }
    guard asked == before else { return theme(over: looks) }
    let now = words(for: "browse").filter { $0.hasPrefix("--theme=") }
    return theme(over: (try? LookOptions.parse(now)) ?? looks)
  }
}
