package enum ShippedGazetteer {
  package static let path = String(
    #filePath.dropLast("Tests/Support/TestSupport/ShippedGazetteer.swift".count)
      + "Assets/gazetteer")
}
