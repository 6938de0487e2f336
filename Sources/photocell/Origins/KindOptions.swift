import ArgumentParser
import Base
import Catalogs
import Imaging
import Photos

/// Which files of a folder are photos of their own.
struct KindOptions: ParsableArguments {
  @Flag(switch: .customLong("pairs"), help: "Treat a raw file and its JPEG as one photo.")
  var joinsPairs = true

  @Flag(switch: .customLong("videos"), help: "Include videos.")
  var showsVideos = true

  func shown(of listed: CatalogSnapshot) -> CatalogSnapshot {
    let shown = showsVideos ? listed : listed.withoutVideos
    return joinsPairs ? shown.joiningPairs : shown
  }

  func hidden(among names: [ByteString]) -> Set<Int> {
    let raws = joinsPairs ? RawPairs.raws(withPictureAmong: names) : []
    guard !showsVideos else { return raws }
    return raws.union(names.indices.filter { !PictureFormat.isImage(fileName: names[$0].bytes) })
  }
}
