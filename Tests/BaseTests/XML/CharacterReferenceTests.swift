import Base
import Testing

struct CharacterReferenceTests {
  @Test(arguments: [
    ("amp;", "&"), ("nbsp;", "\u{A0}"), ("yuml;", "ÿ"), ("Eacute;", "É"), ("eacute;", "é"),
    ("euro;", "€"), ("hellip;", "…"), ("rarr;", "→"), ("Omega;", "Ω"), ("thetasym;", "ϑ"),
    ("apos;", "'"), ("rang;", "⟩"), ("#65;", "A"), ("#x1F600;", "😀"), ("#X41;", "A"),
    ("#150;", "–"), ("#0;", nil), ("#xD800;", nil), ("#99999999999;", nil), ("amp", nil),
    ("amp ;", nil), ("foo;", nil), ("", nil), (";", nil), ("#;", nil), ("#x;", nil),
  ])
  func `named and numeric references are replaced with their characters`(
    reference: String, character: String?
  ) {
    var scanner = ByteScanner(Array(reference.utf8))
    let scalar = CharacterReference.take(from: &scanner)
    #expect(scalar.map { String($0) } == character)
    #expect(scanner.isAtEnd == (character != nil) || reference.isEmpty)
  }

  @Test func `all character names of HTML 4 are known, each once`() {
    #expect(CharacterNames.scalars.count == 253)
    #expect(CharacterNames.oldest.count == 100)
    #expect(Set(CharacterNames.scalars.values).count == 253)
  }
}
