/// Sidecars as programs write them, shortened to their special parts.
enum SidecarSamples {
  /// Attributes line by line, in a packet that must not be changed.
  static let lightroom = """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Adobe XMP Core 7.0-c000 1.000000">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about=""
        xmlns:xmp="http://ns.adobe.com/xap/1.0/"
        xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"
       xmp:Rating="2"
       xmp:Label="Rot &amp; Grün"
       crs:Exposure2012="+0.35">
       <crs:ToneCurvePV2012>
        <rdf:Seq>
         <rdf:li>0, 0</rdf:li>
        </rdf:Seq>
       </crs:ToneCurvePV2012>
      </rdf:Description>
     </rdf:RDF>
    </x:xmpmeta>
    <?xpacket end="r"?>
    """

  static let darktable = """
    <?xml version="1.0" encoding="UTF-8"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about=""
        xmlns:darktable="http://darktable.sf.net/"
        xmlns:xmp="http://ns.adobe.com/xap/1.0/"
       darktable:xmp_version="5"
       xmp:Rating="-1"
       darktable:history_end="1">
       <!-- <xmp:Rating>9</xmp:Rating> -->
       <darktable:history>
        <rdf:Seq>
         <rdf:li
          darktable:operation="exposure"
          darktable:params="gz12eJxjYGiwZ8AL&#x9;"/>
        </rdf:Seq>
       </darktable:history>
       <darktable:colorlabels>
        <rdf:Seq>
         <rdf:li>0</rdf:li>
        </rdf:Seq>
       </darktable:colorlabels>
      </rdf:Description>
     </rdf:RDF>
    </x:xmpmeta>
    """

  /// Elements, in one description for each vocabulary.
  static let exiftool = """
    <?xpacket begin='\u{FEFF}' id='W5M0MpCehiHzreSzNTczkc9d'?>
    <x:xmpmeta xmlns:x='adobe:ns:meta/' x:xmptk='Image::ExifTool 12.57'>
    <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>

     <rdf:Description rdf:about=''
      xmlns:tiff='http://ns.adobe.com/tiff/1.0/'>
      <tiff:Orientation>1</tiff:Orientation>
     </rdf:Description>

     <rdf:Description rdf:about=''
      xmlns:xmp='http://ns.adobe.com/xap/1.0/'>
      <xmp:Label>Blue</xmp:Label>
      <xmp:Rating>3</xmp:Rating>
     </rdf:Description>
    </rdf:RDF>
    </x:xmpmeta>
    <?xpacket end='w'?>
    """

  /// None of our properties, and other programs' names for the same values.
  static let digiKam = """
    <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:digiKam="http://www.digikam.org/ns/1.0/" digiKam:PickLabel="3" \
    digiKam:Rating="5"/>
     </rdf:RDF>
    </x:xmpmeta>
    <?xpacket end="w"?>
    """

  static let all = [lightroom, darktable, exiftool, digiKam]
}
