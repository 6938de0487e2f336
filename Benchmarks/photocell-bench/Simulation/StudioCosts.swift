/// What the simulation takes for granted of networks and processors; all else follows from the seed and from
/// the program's own caches and limits.
struct StudioCosts {
  /// To the store of objects and back, and to the tier and back, in milliseconds.
  let originTrip = 20.0
  let tierTrip = 1.0
  /// The same of a tier that is slow.
  let slowTierTrip = 200.0
  /// What one machine's link to the store, and to the tier, carries, in bytes a millisecond.
  let originRate = 12_500.0
  let tierRate = 125_000.0
  /// As many transfers share the link at once.
  let connectionCount = 6
  /// A photo of 12 megapixels, its beginning with the camera's own small picture, a thumbnail as it is packed for
  /// the tier, and one in memory, in bytes.
  let photoLength = 4_000_000
  let headLength = 65_536
  let packedLength = 118_000
  let bitmapLength = 256 * 192 * 4
  /// Of so many photos in a hundred the camera's small picture suffices.
  let headPercent = 50
  /// To decode a photo, the camera's small picture or a thumbnail on disk, and to unpack one, in milliseconds.
  let decoding = 35.0
  let smallDecoding = 3.0
  let unpacking = 0.6
  /// What the tier holds, in bytes.
  let tierCapacity = 16_000_000_000

  /// The lines that say so.
  var text: String {
    """
    origin \(originTrip) ms away at \(originRate / 125) Mbit/s a machine, \(connectionCount) transfers at once; \
    tier \(tierTrip) ms, slow \(slowTierTrip) ms
    photos of \(photoLength / 1_000) KB, of which \(headPercent) % need only \(headLength / 1_000) KB; \
    decoding \(decoding) ms, of small ones \(smallDecoding) ms; the tier holds \(tierCapacity / 1_000_000_000) GB
    """
  }
}
