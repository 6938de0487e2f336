import Glibc

/// A pixel in shared memory (shm_overview(7)), which a terminal on this machine can read.
///
/// The name cannot be guessed, and other users cannot write to it. The terminal may unlink it.
@MainActor
final class SharedMemorySample {
  let name: String

  private init(name: String) {
    self.name = name
  }

  deinit {
    unsafe shm_unlink(name)
  }

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
