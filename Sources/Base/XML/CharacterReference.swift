/// Character references by number, or by a name of XML or HTML 4.
package enum CharacterReference {
  /// Takes the rest after an ampersand through the semicolon; nothing if it is not a reference.
  package static func take(from scanner: inout ByteScanner) -> Unicode.Scalar? {
    let start = scanner
    if let scalar = scalar(named: takeName(from: &scanner)), scanner.take(";") { return scalar }
    scanner = start
    return nil
  }

  /// Takes the rest after an ampersand in an HTML attribute (HTML section 13.2.5.73).
  ///
  /// The oldest names need no semicolon unless a letter, a digit or an equals sign follows.
  package static func take(fromAttribute scanner: inout ByteScanner) -> Unicode.Scalar? {
    if let scalar = take(from: &scanner) { return scalar }
    let start = scanner
    let name = takeName(from: &scanner)
    if CharacterNames.oldest.contains(name), scanner.peek != "=" { return scalar(named: name) }
    scanner = start
    return nil
  }

  private static func takeName(from scanner: inout ByteScanner) -> String {
    let start = scanner.offset
    scanner.skip { $0.isLetter || $0.isDigit || $0 == "#" }
    return String(decoding: scanner.slice(from: start).prefix(12), as: UTF8.self)
  }

  private static func scalar(named name: String) -> Unicode.Scalar? {
    name.hasPrefix("#") ? numbered(name.dropFirst()) : CharacterNames.scalars[name]
  }

  private static func numbered(_ number: Substring) -> Unicode.Scalar? {
    let isHexadecimal = number.hasPrefix("x") || number.hasPrefix("X")
    let value = UInt32(isHexadecimal ? number.dropFirst() : number, radix: isHexadecimal ? 16 : 10)
    guard let scalar = value.flatMap(Unicode.Scalar.init), isAllowed(scalar) else { return nil }
    // C1 controls are interpreted as Windows-1252 (HTML section 13.2.5.80).
    return UInt8(exactly: scalar.value).map(TextEncoding.windowsScalar) ?? scalar
  }

  /// XML 1.0 section 2.2.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}

/// The character names of HTML 4, and `apos` of XML.
package enum CharacterNames {
  package static let scalars: [String: Unicode.Scalar] = {
    var scalars: [String: Unicode.Scalar] = ["apos": "'"]
    var next: UInt32 = 0
    for word in "\(ascii) \(latin) \(others)".split(separator: " ") {
      if let number = word.first.flatMap({ $0 == "+" ? UInt32(word.dropFirst(), radix: 16) : nil })
      {
        next = number
      } else {
        scalars[String(word)] = Unicode.Scalar(next)
        next += 1
      }
    }
    return scalars
  }()

  /// Names that HTML allows without a semicolon.
  package static let oldest = Set(
    "\(ascii) \(latin)".split(separator: " ").filter { !$0.hasPrefix("+") }.map(String.init))

  // Each name is the next character, or the one of the preceding number.

  private static let ascii = "+22 quot +26 amp +3C lt +3E gt"

  private static let latin = """
    +A0 nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn \
    sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute \
    Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde \
    Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave \
    aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth \
    ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
    """

  private static let others = """
    +152 OElig oelig +160 Scaron scaron +178 Yuml +192 fnof +2C6 circ +2DC tilde +391 Alpha Beta Gamma \
    Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho +3A3 Sigma Tau Upsilon Phi \
    Chi Psi Omega +3B1 alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi \
    omicron pi rho sigmaf sigma tau upsilon phi chi psi omega +3D1 thetasym upsih +3D6 piv +2002 ensp \
    emsp +2009 thinsp +200C zwnj zwj lrm rlm +2013 ndash mdash +2018 lsquo rsquo sbquo +201C ldquo \
    rdquo bdquo +2020 dagger Dagger bull +2026 hellip +2030 permil +2032 prime Prime +2039 lsaquo \
    rsaquo +203E oline +2044 frasl +20AC euro +2111 image +2118 weierp +211C real +2122 trade +2135 \
    alefsym +2190 larr uarr rarr darr harr +21B5 crarr +21D0 lArr uArr rArr dArr hArr +2200 forall \
    +2202 part exist +2205 empty +2207 nabla isin notin +220B ni +220F prod +2211 sum minus +2217 \
    lowast +221A radic +221D prop infin +2220 ang +2227 and or cap cup int +2234 there4 +223C sim \
    +2245 cong +2248 asymp +2260 ne equiv +2264 le ge +2282 sub sup nsub +2286 sube supe +2295 oplus \
    +2297 otimes +22A5 perp +22C5 sdot +2308 lceil rceil lfloor rfloor +25CA loz +2660 spades +2663 \
    clubs +2665 hearts diams +27E8 lang rang
    """
}
