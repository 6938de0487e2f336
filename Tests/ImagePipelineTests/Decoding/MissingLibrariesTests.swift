import ImagePipeline
import Testing

@Suite("Missing libraries")
struct MissingLibrariesTests {
  @Test func `libraries that the loader does not find are listed`() {
    let said = """
      \tlinux-vdso.so.1 (0x00007ffd)
      \tlibraw.so.20 => not found
      \tlibz.so.1 => /lib/x86_64-linux-gnu/libz.so.1 (0x00007f)
      \tlibjxl.so.0.7 => not found
      \t/lib64/ld-linux-x86-64.so.2 (0x00007f)

      """
    #expect(MissingLibraries.names(in: said) == ["libraw.so.20", "libjxl.so.0.7"])
  }

  @Test(arguments: ["/bin/sh", "/nowhere"])
  func `complete and missing programs have no missing libraries`(path: String) {
    #expect(MissingLibraries.of(path).isEmpty)
  }
}
