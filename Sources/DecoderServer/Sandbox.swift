import CSandbox
import DecoderMessages
import Glibc

/// The sandbox of a decoder process and of its children.
struct Sandbox {
  /// The parts that hold, proved by trying them in a child.
  let parts: Set<SandboxPart>
  private let mayLack: Bool

  /// Puts this process under what its children inherit, and prepares the rest.
  /// - Parameters:
  ///   - systemCalls: What is allowed beyond the common system calls.
  ///   - mayLack: Whether pictures are decoded without parts that cannot be had.
  init(systemCalls: [String], mayLack: Bool) {
    var names = unsafe systemCalls.map { unsafe UnsafePointer(strdup($0)) } + [nil]
    defer { unsafe names.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
    let prepared = unsafe csb_prepare(&names)
    parts = Set(bits: UInt8(csb_prove(prepared))) ?? []
    self.mayLack = mayLack
  }

  /// A part without which nothing is decoded; nil where all hold, or need not.
  var lackedPart: SandboxPart? {
    mayLack ? nil : SandboxPart.allCases.first { !parts.contains($0) }
  }

  /// Puts a child under the rest; for good.
  /// - Returns: False where a part that held does not hold any more.
  func enter() -> Bool {
    csb_enter(UInt32(parts.bits)) == UInt32(parts.bits)
  }
}
