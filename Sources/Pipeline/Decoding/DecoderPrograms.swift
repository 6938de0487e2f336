package import DecoderMessages
internal import Glibc
package import PictureFormats
internal import System

/// What kind of pictures a decoder process is for.
package enum DecoderRole: String, CaseIterable, Hashable, Sendable {
  /// JPEG, PNG, and kinds that need no library: most photos, and ready in a few milliseconds.
  case fast
  /// All else, by libvips; started when first needed.
  case vips
  /// Drawings, by the same program with the fonts open that their texts need: to open them takes
  /// 18 ms, which no other kind should wait for.
  case drawing
}

extension DecoderRole {
  /// Who decodes a kind of picture; nil where nobody does.
  package init?(for format: PictureFormat) {
    switch format {
    case .jpeg, .png, .bmp, .qoi, .tga, .pnm, .radiance, .psd, .ico, .cur: self = .fast
    case .gif, .webP, .tiff, .heic, .avif, .jpegXL, .jpeg2000, .openEXR: self = .vips
    case .svg, .compressedSVG: self = .drawing
    case .cr2, .cr3, .nef, .arw, .dng, .raf, .orf, .rw2: self = .vips
    case .icns: return nil
    }
  }
}

/// The programs that decode, by their role.
package struct DecoderPrograms: Sendable {
  /// A program and the arguments it is started with.
  package struct Program: Hashable, Sendable {
    /// The path of the program.
    package let path: String
    /// What follows its name.
    package let arguments: [String]

    /// Takes a path, and what the program is started with.
    package init(path: String, arguments: [String] = []) {
      self.path = path
      self.arguments = arguments
    }
  }

  private let programs: [DecoderRole: Program]

  /// Takes programs by their role; a role without one cannot decode.
  package init(_ programs: [DecoderRole: Program]) {
    self.programs = programs
  }

  /// Looks for the programs beside the running one, where a build puts them, and then in
  /// `../libexec/photocell`, where they are installed.
  /// - Parameter allowsUnsandboxed: Whether they may decode without parts of the sandbox that
  ///   are unavailable.
  /// - Returns: The programs that were found.
  package static func installed(allowsUnsandboxed: Bool = false) -> DecoderPrograms {
    guard let folder = OwnProgram.folder else { return DecoderPrograms([:]) }
    let arguments = allowsUnsandboxed ? ["--allow-unsandboxed"] : []
    let programs = DecoderRole.allCases.compactMap { role in
      path(of: role, beside: folder).map {
        (role, Program(path: $0, arguments: role.arguments + arguments))
      }
    }
    return DecoderPrograms(Dictionary(uniqueKeysWithValues: programs))
  }

  /// The program of a role; nil where there is none.
  package subscript(role: DecoderRole) -> Program? { programs[role] }

  private static func path(of role: DecoderRole, beside folder: String) -> String? {
    ["\(folder)/\(role.programName)", "\(folder)/../libexec/photocell/\(role.programName)"]
      .first { unsafe access($0, X_OK) == 0 }
  }
}

extension DecoderRole {
  /// The name of the program.
  fileprivate var programName: String {
    switch self {
    case .fast: "photocell-decoder"
    case .vips, .drawing: "photocell-decoder-vips"
    }
  }

  /// What tells the program which of its roles it has.
  fileprivate var arguments: [String] { self == .drawing ? ["--drawings"] : [] }
}

/// What is known of the decoder of one role.
package struct DecoderStatus: Hashable, Sendable {
  /// How far a decoder has come.
  package enum State: Hashable, Sendable {
    /// There is no program for the role.
    case notInstalled
    /// It could not be started, was not ready in time, or has died too often.
    case unavailable
    /// It runs.
    case running(process: Int32, startUpTime: Duration, sandbox: Set<SandboxPart>)
  }

  /// The role.
  package let role: DecoderRole
  /// The path of its program; nil where there is none.
  package let path: String?
  /// How far it has come.
  package let state: State

  /// Takes what is known of a decoder.
  package init(role: DecoderRole, path: String?, state: State) {
    self.role = role
    self.path = path
    self.state = state
  }
}
