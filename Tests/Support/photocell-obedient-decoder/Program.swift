import CLacking
import DecoderKit

/// A decoder for tests: it does what the bytes of an image request, however harmful.
///
/// With `--without PART` it runs as on a system that lacks a part of the sandbox.
@main
enum Program {
  static func main() {
    let arguments = CommandLine.arguments
    if let option = arguments.firstIndex(of: "--without"), arguments.indices.contains(option + 1) {
      precondition(lack(arguments[option + 1]) == 0, "a test needs a system that lacks something")
    }
    DecoderServer.run(ObedientWork.self)
  }

  private static func lack(_ part: String) -> Int32 {
    switch part {
    case "limits": cla_without_limits()
    case "privileges": cla_without_privileges()
    case "files": cla_without_files()
    case "processes": cla_without_processes()
    default: cla_without_system_calls()
    }
  }
}
