import Base
import Browser
import Photos

/// Applies keys and theme, and order, grouping and captions if they differ from before.
@MainActor
final class ConfigurationReload {
  private let grid: GridViewModel
  /// The options as last read from file and command line.
  private var options: GridOptions
  private let log: Log

  init(grid: GridViewModel, options: GridOptions, log: Log) {
    self.grid = grid
    self.options = options
    self.log = log
  }

  func perform(in browser: Browser) {
    guard let path = UserConfiguration.ofUser.path else {
      return browser.bind(KeyBindings(), saying: .error("Set HOME or XDG_CONFIG_HOME to a folder"))
    }
    let found = UserConfiguration(reading: path).withKeys
    found.write(to: log)
    if let now = ChangeableOptions(of: ProcessArguments.texts, settings: found) {
      now.grid.arrange(grid, insteadOf: options)
      options = now.grid
      browser.presenter.theme = found.theme(over: now.appearance)
    }
    let words = "Reloaded keys, theme, order, groups, captions; the rest needs a restart"
    browser.bind(found.bindings, saying: found.shortReport.map { .error($0) } ?? .success(words))
  }
}

struct ChangeableOptions {
  let grid: GridOptions
  let appearance: AppearanceOptions

  /// Parses a command line together with configured options, which it overrides.
  init?(of arguments: [String], settings: UserConfiguration) {
    switch try? Photocell.command(for: arguments, settings: settings) {
    case let command as BrowseCommand: (grid, appearance) = (command.grid, command.appearance)
    case let command as ApodCommand: (grid, appearance) = (command.grid, command.appearance)
    default: return nil
    }
  }
}
