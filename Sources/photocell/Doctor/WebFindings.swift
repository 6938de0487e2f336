import Networking
import Threading

/// What the doctor finds about the web; a run over files can do without it.
struct WebFindings {
  /// The libraries that were found.
  let found: Set<NetworkLibrary>

  /// Looks for the libraries, on a thread that may wait.
  static func ofProcess() async -> WebFindings {
    let found = await WorkQueue(label: "doctor").run {
      NetworkLibrary.allCases.filter { $0.load() }
    }
    return WebFindings(found: Set(found))
  }

  var section: Diagnosis.Section {
    Diagnosis.Section(title: "web", findings: NetworkLibrary.allCases.map(finding(for:)))
  }

  private func finding(for library: NetworkLibrary) -> Finding {
    found.contains(library)
      ? Finding(name: library.rawValue, value: library.use, state: .good)
      : Finding(name: library.rawValue, value: "missing: \(library.loss)")
  }
}

extension NetworkLibrary {
  /// What it is there for.
  fileprivate var use: String {
    switch self {
    case .curl: "loads from the web"
    case .sqlite: "keeps responses on disk"
    }
  }

  /// What cannot be done without it.
  fileprivate var loss: String {
    switch self {
    case .curl: "nothing is loaded from the web"
    case .sqlite: "responses are not kept on disk"
    }
  }
}
