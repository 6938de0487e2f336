import Glibc

/// One black pixel in the shared memory of this machine (shm_overview(7)), for as long as a terminal is
/// asked whether it finds it.
///
/// Nobody else can guess the name or write there; whose it is can be told. A terminal that finds it may
/// take it away.
final class SharedMemorySample {
  /// The name, as kitty's protocol sends it.
  let name: String

  private init(name: String) {
    self.name = name
  }

  deinit {
    unsafe shm_unlink(name)
  }

  /// Puts the pixel there; nil where the system has no shared memory to give.
  static func make() -> SharedMemorySample? {
    let secret = String(UInt64.random(in: .min ... .max), radix: 16)
    let name = "/photocell-\(getpid())-\(secret)"
    let descriptor = unsafe shm_open(name, O_CREAT | O_EXCL | O_RDWR, S_IRUSR | S_IWUSR)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let sample = SharedMemorySample(name: name)
    return ftruncate(descriptor, 3) == 0 ? sample : nil
  }
}
