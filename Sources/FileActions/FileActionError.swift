package import Base

/// The reason why an operation on a photo's file failed; the file is not lost.
package enum FileActionError: Error, Hashable, Sendable, CustomStringConvertible {
  case gone(FileName)
  case noFile(FileName)
  case taken(FileName)
  /// An existing sidecar would apply to a photo that gets the second name.
  case sidecarThere(FileName, FileName)
  case alreadyThere(FileName)
  case changed(FileName)
  case changedOnDisk(FileName)
  case noFolder(FileName, SystemError)
  case noTrash(FileName, SystemError?)
  case noHome(FileName)
  case notInTrash(FileName)
  case noRecord(FileName)
  case badName(FileName, NameProblem)
  case sameName(FileName)
  case changedMeanwhile(FileName)
  /// What was read back from the disk differs.
  case unlike(FileName)
  case cancelled(FileName)
  case notHad(FileName, reason: String)
  case replaced(FileName)
  /// Metadata cannot be written to it; the reason is a phrase that follows the name.
  case refused(FileName, String)
  case failed(Operation, FileName, SystemError)

  /// The failed operation, as a phrase that follows “could not”.
  package enum Operation: String, Sendable {
    case trash = "be trashed"
    case restore = "be restored"
    case move = "be moved"
    case copy = "be copied"
    case rename = "be renamed"
    case erase = "be deleted"
    case write = "be written"
    case create = "be created"
  }

  package var changedOnDisk: FileName? {
    if case .changedOnDisk(let name) = self { name } else { nil }
  }

  /// Whether the file is gone or changed, so that retrying soon is useless.
  package var isOfLostFile: Bool {
    switch self {
    case .gone, .noFile, .changed, .notInTrash, .noRecord, .noFolder: true
    default: false
    }
  }

  /// A sentence for users, without a period; names are untrusted text.
  package var description: String {
    switch self {
    case .gone(let name): "\(name) no longer exists"
    case .noFile(let name): "\(name) is not a file"
    case .taken(let name): "\(name) already exists"
    case .sidecarThere(let sidecar, let name):
      "\(sidecar) already exists and would apply to \(name)"
    case .alreadyThere(let name): "\(name) is already in that folder"
    case .changed(let name): "\(name) has changed since and was left alone"
    case .changedOnDisk(let name): "\(name) changed on disk and was left alone"
    case .noFolder(let name, let reason): "folder \(name) cannot be opened: \(reason)"
    case .noTrash(let name, nil): "no trash for files in \(name); nothing was removed"
    case .noTrash(let name, let reason?):
      "no trash for files in \(name) (\(reason)); nothing was removed"
    case .noHome(let name):
      "\(name) cannot be trashed: set HOME or XDG_DATA_HOME to a folder; nothing was removed"
    case .notInTrash(let name): "\(name) is no longer in the trash"
    case .noRecord(let name):
      "\(name) cannot be restored: the trash has no valid record of its folder; copy it instead"
    case .badName(let name, let problem): "Invalid name “\(name)”: \(problem)"
    case .sameName(let name): "Not renamed: \(name) is used twice"
    case .changedMeanwhile(let name): "\(name) was being written and was left in place"
    case .unlike(let name): "\(name) was read back differently from the disk and is not kept"
    case .cancelled(let name): "Stopped before \(name)"
    case .notHad(let name, let reason): "\(name) could not be downloaded: \(reason)"
    case .replaced(let name): "\(name) was replaced on the server; reload the list first"
    case .refused(let name, let reason): "\(name) \(reason) and was left alone"
    case .failed(let operation, let name, let reason):
      "\(name) could not \(operation.rawValue): \(reason)"
    }
  }
}

package struct FileName: Hashable, Sendable, CustomStringConvertible {
  private let name: ByteString

  package init(_ name: ByteString) {
    self.name = name
  }

  package init(lastOf path: ByteString) {
    name = path.lastName
  }

  package var description: String { name.lossyText }
}
