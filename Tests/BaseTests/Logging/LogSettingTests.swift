import Base
import Testing

@Suite struct LogSettingTests {
  @Test(arguments: [
    ("photocell.log", "photocell.log", LogLevel.info),
    ("/tmp/a b.log:debug", "/tmp/a b.log", .debug),
    ("log:error", "log", .error), ("log:warning", "log", .warning), ("log:info", "log", .info),
    ("12:30/log", "12:30/log", .info), ("12:30/log:debug", "12:30/log", .debug),
    ("a:b:info", "a:b", .info),
  ])
  func `a setting is a file and optionally a level after the last colon`(
    text: String, path: String, level: LogLevel
  ) throws {
    let setting = try LogSetting(ByteString(text))
    #expect(setting.path == ByteString(path))
    #expect(setting.level == level)
  }

  @Test(arguments: [
    ("log:loud", LogSetting.Fault.level("loud")), ("log:", .level("")), ("a:b", .level("b")),
    ("log:Debug", .level("Debug")), (":debug", .noFile), ("", .noFile),
  ])
  func `a setting with an unknown level or no file is rejected`(
    text: String, fault: LogSetting.Fault
  ) {
    #expect(throws: fault) { try LogSetting(ByteString(text)) }
  }

  @Test func `the message about an unknown level lists the known levels`() {
    #expect(
      "\(LogSetting.Fault.level("loud"))"
        == "PHOTOCELL_LOG: unknown level 'loud'; write FILE or FILE:LEVEL (error, warning, info, debug)"
    )
  }
}
