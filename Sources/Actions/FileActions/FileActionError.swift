package import Values

/// Why something was not done to a photo's file; nothing of the file is lost then.
package enum FileActionError: Error, Hashable, Sendable {
  /// There is nothing of that name any more.
  case gone(FileName)
  /// It is no file, but a folder, a device or the like.
  case noFile(FileName)
  /// Something else has the name that it would get.
  case taken(FileName)
  /// A sidecar would become that of a photo which gets the second name.
  case sidecarThere(FileName, FileName)
  /// It is in the folder already that it would be moved to.
  case alreadyThere(FileName)
  /// Somebody has changed it since the action that would be undone.
  case changed(FileName)
  /// It is not what was listed and shown: another program has changed or replaced it.
  case changedOnDisk(FileName)
  /// A folder cannot be opened.
  case noFolder(FileName, SystemError)
  /// What lies in a folder cannot be put into any trash.
  case noTrash(FileName, SystemError?)
  /// The trash that it would go to lies in the home folder, which the environment does not name.
  case noHome(FileName)
  /// The trash does not know it any more.
  case notInTrash(FileName)
  /// No file can have such a name.
  case badName(FileName, NameProblem)
  /// Two files would get the same name.
  case sameName(FileName)
  /// It was written to while it was copied.
  case changedMeanwhile(FileName)
  /// Somebody did not want it any more.
  case cancelled(FileName)
  /// It is not here, and cannot be had; carries why.
  case notHad(FileName, reason: String)
  /// It has been replaced where it is since it was listed.
  case replaced(FileName)
  /// Nothing can be noted in it; carries why, as what goes on from its name.
  case refused(FileName, String)
  /// The system would not do it.
  case failed(Deed, FileName, SystemError)

  /// What was tried, as the word that stands behind “could not”.
  package enum Deed: String, Sendable {
    case trash = "be moved to the trash"
    case restore = "be brought back"
    case move = "be moved"
    case copy = "be copied"
    case rename = "be renamed"
    case erase = "be erased"
    case write = "be written"
    case create = "be created"
  }
}

extension FileActionError {
  /// The file that is not what was listed; nil where something else is wrong.
  package var changedOnDisk: FileName? {
    guard case .changedOnDisk(let name) = self else { return nil }
    return name
  }
}

extension FileActionError {
  /// Whether the file is not what it was, or not where it was, so that trying again soon is of no use.
  package var isOfLostFile: Bool {
    switch self {
    case .gone, .noFile, .changed, .notInTrash, .noFolder: true
    default: false
    }
  }
}

extension FileActionError: CustomStringConvertible {
  /// A sentence for users, without a full stop; the names in it are foreign text.
  package var description: String {
    switch self {
    case .gone(let name): "\(name) is not there any more"
    case .noFile(let name): "\(name) is no file"
    case .taken(let name): "something else is called \(name) already"
    case .sidecarThere(let sidecar, let name):
      "\(sidecar) is there already, and \(name) would take over what it says"
    case .alreadyThere(let name): "\(name) is in that folder already"
    case .changed(let name): "\(name) has been changed since, and stays as it is"
    case .changedOnDisk(let name): "\(name) changed on disk and was left alone"
    case .noFolder(let name, let reason): "the folder \(name) cannot be opened: \(reason)"
    case .noTrash(let name, nil): "there is no trash for what lies in \(name): nothing was removed"
    case .noTrash(let name, let reason?):
      "there is no trash for what lies in \(name) (\(reason)): nothing was removed"
    case .noHome(let name):
      "\(name) cannot be moved to the trash: neither XDG_DATA_HOME nor HOME is the path of a folder, and the trash lies there; nothing was removed"
    case .notInTrash(let name): "\(name) is not in the trash any more"
    case .badName(let name, let problem): "no file can be called \(name): \(problem)"
    case .sameName(let name): "two files would be called \(name)"
    case .changedMeanwhile(let name): "\(name) was written to meanwhile, and stays where it is"
    case .cancelled(let name): "stopped before \(name)"
    case .notHad(let name, let reason): "\(name) could not be had: \(reason)"
    case .replaced(let name): "\(name) has been replaced on its server: it has to be listed again"
    case .refused(let name, let reason): "\(name) \(reason), and stays as it is"
    case .failed(let deed, let name, let reason): "\(name) could not \(deed.rawValue): \(reason)"
    }
  }
}

/// The name of a file or the path of a folder as a sentence has it.
package struct FileName: Hashable, Sendable, CustomStringConvertible {
  private let name: ByteString

  /// Takes a name or a path.
  package init(_ name: ByteString) {
    self.name = name
  }

  /// The name of what a path leads to.
  package init(lastOf path: ByteString) {
    name = path.lastName
  }

  /// The name as text; foreign, not sanitised.
  package var description: String { name.lossyText }
}
