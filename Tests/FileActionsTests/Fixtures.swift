import Base
import FileActions
import Glibc
import TestSupport

/// A folder with photos, another folder, and a trash; the content of a photo is its first name.
struct Album {
  let home = TemporaryFolder()

  init(_ photos: String...) {
    for folder in ["photos", "other", "data"] { home.folder(folder) }
    for photo in photos { write(photo) }
  }

  var actions: FileActions { FileActions(trash: Trash(dataHome: ByteString(data))) }
  var data: String { home.name("data") }

  func path(_ name: String) -> ByteString { ByteString(home.name("photos/\(name)")) }

  func write(_ name: String, holding text: String? = nil) {
    _ = home.write(Array((text ?? name).utf8), as: "photos/\(name)")
  }

  /// The names in a folder, with the content of files for which it differs.
  func names(in folder: String = "photos") -> [String] {
    home.names(in: folder).map { name in
      let text = text("\(folder)/\(name)")
      return text == name ? name : "\(name)=\(text)"
    }
  }

  func text(_ name: String) -> String { String(decoding: home.bytes(of: name), as: UTF8.self) }

  /// The names in the trash.
  var trashed: [String] { names(in: "data/Trash/files") }
}

/// A command of the shell, in a process of its own.
enum Shell {
  /// Runs it until its end; the words are its `$1` and so on.
  /// - Returns: How it ended, the number of a signal as a negative one, and what it has printed.
  static func run(_ script: String, _ words: [String]) -> (status: Int32, output: String) {
    var ends: [Int32] = [0, 0]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
    var arguments =
      (["sh", "-c", script, "sh"] + words).map { (word: String) in strdup(word) } + [nil]
    var process = pid_t()
    posix_spawn(&process, "/bin/sh", &actions, nil, &arguments, environ)
    arguments.forEach { free($0) }
    posix_spawn_file_actions_destroy(&actions)
    close(ends[1])
    var output: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while case let count = read(ends[0], &bytes, bytes.count), count > 0 {
      output += bytes[..<count]
    }
    close(ends[0])
    var status: Int32 = 0
    waitpid(process, &status, 0)
    let signal = status & 0x7F
    return (signal != 0 ? -signal : status >> 8, String(decoding: output, as: UTF8.self))
  }

  /// Whether a program is installed.
  static func has(_ program: String) -> Bool {
    run("command -v \(program)", []).status == 0
  }

  /// Whether file systems may be mounted in a namespace of their own.
  static let mayMount = run("unshare -m sh -c 'mount -t tmpfs none /mnt'", []).status == 0

  /// The folder of the programs that tests run.
  static let folder: String = {
    var target = [CChar](repeating: 0, count: 4_096)
    let length = readlink("/proc/self/exe", &target, target.count)
    let path = target.prefix(max(0, length)).map(UInt8.init(bitPattern:))
    return String(decoding: path.prefix(path.lastIndex(of: UInt8(ascii: "/")) ?? 0), as: UTF8.self)
  }()

  static let actor = "\(folder)/FileActor"
  static let deadlyDisk = "\(folder)/libDeadlyDisk.so"
}
