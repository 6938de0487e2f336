import ArgumentParser
import Base
import Catalogs
import Storage

struct ProviderOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Server for s3:// (default: AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, the profile's \
      endpoint_url, else Amazon).
      """, valueName: "url"),
    transform: OptionValue.address)
  var s3Endpoint: WebURL?

  @Option(
    help: ArgumentHelp(
      "Region for s3:// (default: AWS_REGION, AWS_DEFAULT_REGION, the profile's, else us-east-1).",
      valueName: "name"))
  var s3Region: String?

  @Option(
    help: ArgumentHelp(
      """
      Profile in ~/.aws whose key is used instead of AWS_ACCESS_KEY_ID and \
      AWS_SECRET_ACCESS_KEY (default: AWS_PROFILE, else default).
      """, valueName: "name"))
  var s3Profile: String?

  @Option(
    help: ArgumentHelp(
      "File with the API key for immich:// (default: IMMICH_API_KEY).",
      valueName: "file"))
  var immichKey: PathArgument?

  func providers(isRecursive: Bool, keepingIn index: PhotoIndex?) -> [any CatalogProvider] {
    var given = S3Settings.Given()
    (given.endpoint, given.region, given.profile) = (s3Endpoint, s3Region, s3Profile)
    let s3 = S3Provider(isRecursive: isRecursive, keptIn: index) {
      [given] () throws(CatalogError) in
      try S3Settings(given, variable: Storage.variable) { try? DocumentFile.read(ByteString($0)) }
    }
    return [s3, ApodProvider(apiKey: ApodOptions.knownKey)]
      + WebDAVProvider.all(isRecursive: isRecursive, variable: Storage.variable)
      + ImmichProvider.all { [file = immichKey?.path] () throws(CatalogError) in
        try Self.immichKey(in: file)
      } + [SFTPProvider()]
  }

  private static func immichKey(in file: ByteString?) throws(CatalogError) -> String? {
    guard let file else { return Storage.variable("IMMICH_API_KEY") }
    guard let bytes = try? DocumentFile.read(file) else {
      throw .provider("the file with the Immich key cannot be read")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
