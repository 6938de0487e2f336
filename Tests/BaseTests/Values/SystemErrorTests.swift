import Base
import Glibc
import Testing

struct SystemErrorTests {
  @Test(arguments: [
    (ENOENT, "no such file"), (EACCES, "permission denied"), (EPERM, "permission denied"),
    (EIO, "disk error"), (ENOTDIR, "not a directory"), (ENOSPC, "no space left on device"),
    (EROFS, "read-only file system"), (999, "unknown error 999"),
  ])
  func `errors of the system are described by short phrases in lower case`(
    number: Int32, phrase: String
  ) {
    #expect("\(SystemError(number))" == phrase)
  }
}
