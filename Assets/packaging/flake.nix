# Installs the tree of `make tarball`, which lies beside this file (in git: `git add -f`), with its own libraries.
# Swift 6.3 is not in nixpkgs, so that it cannot be built there.
{
  description = "Photo-grid browser for the terminal";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      system = "x86_64-linux";
      pkgs = nixpkgs.legacyPackages.${system};
    in {
      packages.${system}.default = pkgs.stdenv.mkDerivation rec {
        pname = "photocell";
        version = "0.1.0";
        src = ./. + "/photocell-${version}-linux-x86_64.tar.xz";
        nativeBuildInputs = [ pkgs.patchelf ];
        dontBuild = true;
        # Stripped already; and its run paths name its own libraries.
        dontStrip = true;
        dontPatchELF = true;
        installPhase = ''
          mkdir -p $out
          cp -a bin libexec share $out
          for program in $out/bin/photocell $out/libexec/photocell/photocell-decoder*; do
            patchelf --set-interpreter "$(cat $NIX_CC/nix-support/dynamic-linker)" $program
          done
        '';
        meta = {
          description = "Photo-grid browser for the terminal";
          license = pkgs.lib.licenses.unfree;
          platforms = [ system ];
          mainProgram = "photocell";
        };
      };
    };
}
