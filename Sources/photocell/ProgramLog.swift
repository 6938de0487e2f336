import ArgumentParser
import Base
import Glibc
import Imaging
import Terminal

/// The log configured by `PHOTOCELL_LOG`.
struct ProgramLog {
  let entries: Log
  private let file: LogFile?

  /// Throws an `ExitCode` after the reason has been written, if a requested log cannot be opened.
  init(
    setting: ByteString? = unsafe getenv("PHOTOCELL_LOG").map {
      unsafe ByteString(String(cString: $0))
    }
  ) throws(ExitCode) {
    guard let setting, !setting.bytes.isEmpty else {
      (entries, file) = (.none, nil)
      return
    }
    let wanted: LogSetting
    do throws(LogSetting.Fault) {
      wanted = try LogSetting(setting)
    } catch {
      StandardError.write("\(error)")
      throw .validationFailure
    }
    do throws(SystemError) {
      let file = try LogFile(path: wanted.path)
      self.file = file
      entries = Log(
        upTo: wanted.level, clock: .system, harmless: { DisplayText($0).description },
        take: file.append)
    } catch {
      StandardError.write("PHOTOCELL_LOG: \(wanted.path): \(error)")
      throw .validationFailure
    }
  }

  func noteStart(of command: any MainActorCommand) {
    let name = type(of: command).configuration.commandName ?? ""
    entries.write(.info, .program, "photocell \(Version.text) started: \(name) in \(terminal)")
  }

  /// Waits until everything is written.
  func noteEnd(code: Int32) {
    entries.write(.info, .program, "exit code \(code)")
    file?.finish()
  }

  private var terminal: String {
    guard let cells = (WindowSize(of: STDOUT_FILENO) ?? .ofControllingTerminal)?.cells else {
      return "no terminal"
    }
    let names = ["TERM_PROGRAM", "TERM"].compactMap(Storage.variable).filter { !$0.isEmpty }
    return "\(names.joined(separator: ", ")) of \(cells.columns)x\(cells.rows)"
  }
}
