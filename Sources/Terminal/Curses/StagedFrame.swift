import Imaging

struct PictureForm: Equatable {
  let depth: ColorDepth
  let symbols: SymbolSet
  let images: PictureProtocol
  let cell: PixelSize?
  let detail: PixelDetail?
}

struct StagedFrame {
  let plan: PicturePlan
  let hasText: Bool
  let links: [UInt8]

  var changesScreen: Bool {
    hasText || !plan.trailing.isEmpty || plan.finalCanvas != nil || !links.isEmpty
  }

  var isEmpty: Bool { !changesScreen && plan.leading.isEmpty }
}
