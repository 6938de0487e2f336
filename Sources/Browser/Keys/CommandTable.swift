/// The commands of a layer, each declared once, as in the example of `Layer`. The keymap made of
/// `entries` is the source for key lookup, help, manual, completions and the user's configuration.
nonisolated package struct CommandTable<Owner: AnyObject>: Sendable {
  package let entries: [Keymap.Entry]
  package let takingArguments: [Command]
  private let handlers: [Command: LayerCommand<Owner>.Handler]
  private let argumentHandlers: [Command: LayerCommand<Owner>.ArgumentHandler]

  package init(_ groups: [LayerCommand<Owner>]...) {
    let commands = groups.flatMap(\.self)
    entries = commands.compactMap(\.entry)
    handlers = commands.reduce(into: [:]) { $0.merge($1.handlers) { $1 } }
    argumentHandlers = commands.reduce(into: [:]) { $0.merge($1.argumentHandlers) { $1 } }
    takingArguments = argumentHandlers.keys.sorted { $0.rawValue < $1.rawValue }
  }

  @MainActor
  package func run(_ command: Command, on owner: Owner, count: Int?) -> LayerOutcome {
    handlers[command]?(owner, count) ?? .ignored
  }

  @MainActor
  package func run(_ command: Command, on owner: Owner, argument: String) -> LayerOutcome {
    argumentHandlers[command]?(owner, argument) ?? .ignored
  }
}

nonisolated package struct LayerCommand<Owner: AnyObject>: Sendable {
  package typealias Entry = Keymap.Entry
  package typealias Handler = @MainActor @Sendable (Owner, Int?) -> LayerOutcome
  package typealias ArgumentHandler = @MainActor @Sendable (Owner, String) -> LayerOutcome

  fileprivate var entry: Keymap.Entry?
  fileprivate let handlers: [Command: Handler]
  fileprivate var argumentHandlers: [Command: ArgumentHandler] = [:]

  package init(_ entry: Keymap.Entry, handlers: [Command: Handler]) {
    self.entry = entry
    self.handlers = handlers
  }

  /// For a command that another layer declares.
  package init(_ command: Command, handler: @escaping Handler) {
    handlers = [command: handler]
  }

  package init(
    _ command: Command, handler: @escaping @MainActor @Sendable (Owner) -> LayerOutcome
  ) {
    self.init(command) { owner, _ in handler(owner) }
  }

  /// Also with an argument, in the command line.
  func taking(_ handler: @escaping ArgumentHandler) -> LayerCommand {
    var command = self
    for name in handlers.keys { command.argumentHandlers[name] = handler }
    return command
  }
}

nonisolated extension Keymap.Entry {
  package func returns<Owner>(
    _ handler: @escaping LayerCommand<Owner>.Handler
  ) -> LayerCommand<Owner> {
    LayerCommand(self, handlers: [command: handler])
  }

  package func returns<Owner>(
    _ handler: @escaping @MainActor @Sendable (Owner) -> LayerOutcome
  ) -> LayerCommand<Owner> {
    returns { owner, _ in handler(owner) }
  }

  package func does<Owner>(
    _ body: @escaping @MainActor @Sendable (Owner) -> Void
  ) -> LayerCommand<Owner> {
    does { owner, _ in body(owner) }
  }

  package func does<Owner>(
    _ body: @escaping @MainActor @Sendable (Owner, Int?) -> Void
  ) -> LayerCommand<Owner> {
    returns { owner, count in
      body(owner, count)
      return .handled
    }
  }

  /// For a command that a layer below handles.
  func passedOn<Owner>() -> LayerCommand<Owner> { LayerCommand(self, handlers: [:]) }
}

nonisolated extension Array {
  func grouped<Owner>(_ group: KeyGroup) -> [LayerCommand<Owner>]
  where Element == LayerCommand<Owner> {
    map { command in
      var command = command
      if command.entry?.group == nil { command.entry?.group = group }
      return command
    }
  }
}
