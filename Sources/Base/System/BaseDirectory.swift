/// The user's folders by the XDG Base Directory Specification; the raw value is their variable.
package enum BaseDirectory: String {
  case cache = "XDG_CACHE_HOME"
  case config = "XDG_CONFIG_HOME"
  case data = "XDG_DATA_HOME"
  case state = "XDG_STATE_HOME"

  /// An absolute path; nil if the environment names none, as relative paths must be ignored.
  package func path(environment: (String) -> String?) -> String? {
    func absolute(_ name: String) -> String? {
      environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    return absolute(rawValue) ?? absolute("HOME").map { "\($0)/\(usualName)" }
  }

  private var usualName: String {
    switch self {
    case .cache: ".cache"
    case .config: ".config"
    case .data: ".local/share"
    case .state: ".local/state"
    }
  }
}
