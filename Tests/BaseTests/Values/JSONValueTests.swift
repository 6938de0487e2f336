import Base
import Testing

@Suite struct JSONValueTests {
  @Test(
    arguments: [
      ("plain \u{E9} \u{1F4F7}", "plain \u{E9} \u{1F4F7}"), ("\"\\", #"\"\\"#),
      ("\0\u{1B}\n\u{7F}\u{9B}", #"\u0000\u001b\u000a\u007f\u009b"#),
      ("\u{202A}\u{202E}\u{2066}\u{2069}\u{200E}", #"\u202a\u202e\u2066\u2069\u200e"#),
      ("\u{AD}\u{200B}\u{FEFF}\u{61C}", #"\u00ad\u200b\ufeff\u061c"#),
      ("\u{2028}\u{2029}", #"\u2028\u2029"#), ("\u{E0001}\u{1D173}", #"\udb40\udc01\ud834\udd73"#),
    ] as [(String, String)])
  func `control and formatting characters are escaped`(text: String, escaped: String) {
    #expect("\(JSONValue.string(text))" == "\"\(escaped)\"")
  }

  @Test(
    arguments: [
      (.null, "null"), (true, "true"), (3, "3"), (.number(-0.5), "-0.5"), (.number(12.3), "12.3"),
      (.number(.infinity), "null"), (JSONValue(1 << 53), "9007199254740992"),
      (JSONValue(UInt64.max), #""18446744073709551615""#), (.array([]), "[]"), ([:], "{}"),
      (["b": "x", "a": .array([1, .null])], #"{"b":"x","a":[1,null]}"#),
    ] as [(JSONValue, String)])
  func `a value is written on one line, with members in their order`(value: JSONValue, text: String)
  {
    #expect("\(value)" == text)
  }
}
