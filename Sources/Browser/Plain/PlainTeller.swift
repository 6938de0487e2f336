import Terminal

/// Announces the layers' content line by line for screen readers; only changes are announced.
package final class PlainTeller {
  private let write: (String) -> Void
  private let ask: ((text: String, replaces: Bool)?) -> Void
  private var top: (any Layer)?
  private var prompted: (any Layer)?
  private var told = Telling()
  private var message: String?
  private var warning: String?

  /// `ask` requests a typed line, or keys if its argument is nil.
  package init(
    write: @escaping (String) -> Void,
    ask: @escaping ((text: String, replaces: Bool)?) -> Void
  ) {
    self.write = write
    self.ask = ask
  }

  func tell(_ stack: LayerStack) {
    guard let top = stack.layers.last else { return }
    let status = stack.status
    if status.warning != warning { say(status.warning) }
    warning = status.warning
    if let prompt = top.prompt { return request(prompt, of: top, status.message) }
    if prompted != nil {
      prompted = nil
      ask(nil)
    }
    let isOther = self.top !== top
    if isOther, self.top != nil { say(top.keymap.title) }
    self.top = top
    if let telling = stack.layers.reversed().lazy.compactMap({ $0.telling }).first {
      tell(telling, anew: isOther)
    }
    if status.message != message { say(status.message) }
    message = status.message
  }

  private func request(_ prompt: LinePrompt, of layer: any Layer, _ message: String?) {
    if message != self.message { say(message) }
    self.message = message
    guard prompted !== layer else { return }
    prompted = layer
    let text = prompt.text.isEmpty ? "" : " (Enter alone keeps “\(prompt.text)”)"
    ask((Self.harmless(prompt.label + text), !prompt.text.isEmpty))
  }

  private func tell(_ telling: Telling, anew: Bool) {
    if let whole = telling.whole, whole != told.whole { say(whole) }
    if telling.heading != told.heading { say(telling.heading) }
    let isOther = anew || telling.identity != told.identity
    if isOther {
      let parts = [telling.subject] + telling.facts + [telling.state.words].compactMap(\.self)
      say(parts.filter { !$0.isEmpty }.joined(separator: ", "))
    } else {
      say(telling.facts.filter { !told.facts.contains($0) }.joined(separator: ", "))
      if telling.state.words != told.state.words {
        say(telling.state.words ?? telling.state.absence)
      }
    }
    if isOther || telling.details != told.details { for line in telling.details { say(line) } }
    let whole = telling.whole ?? told.whole
    told = telling
    told.whole = whole
  }

  private func say(_ text: String?) {
    if let text, !text.isEmpty { write(Self.harmless(text)) }
  }

  private static func harmless(_ text: String) -> String { DisplayText(text).description }
}
