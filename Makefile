PREFIX ?= /usr/local
ARGS ?= Assets/photos
SWIFT ?= swift

# Debian packages; of two joined by a bar the first that exists is taken, and one with a bar behind it
# if it exists: Debian 12 has all codecs of libheif in one package.
LIBRARIES = 'libncursesw5-dev|libncurses-dev' libturbojpeg0-dev libjpeg-dev libspng-dev \
  liblcms2-dev zlib1g-dev libmd-dev libxxhash-dev libtomlplusplus-dev libvips-dev libwebp-dev libjxl-dev \
  'libarchive13t64|libarchive13' libavif-dev libavformat-dev libavcodec-dev libswscale-dev libavutil-dev \
  libdav1d-dev libraw-dev libopenjp2-7-dev libopenexr-dev \
  libfontconfig-dev libseccomp-dev libcurl4-openssl-dev libsqlite3-dev \
  'libheif-plugin-libde265|' 'libheif-plugin-dav1d|'
TEST_TOOLS = apache2-bin libaom-dev tmux libglib2.0-bin openssl nghttp2-server memcached redis-server iproute2 \
  libimage-exiftool-perl \
  'libheif-plugin-x265|' 'libheif-plugin-aomenc|'
BENCH_TOOLS = chafa curl fzf libimage-exiftool-perl libvips-tools timg memcached redis-server iproute2
SCREEN_TOOLS = xvfb imagemagick libvips-tools

# In a folder without the shared library the static one is found: to load libstdc++ and to look up
# its functions takes a seventh of a start. No library lies beside the program: the loader would look
# for each of them there first.
STATIC = .build/static
RELEASE = -c release --static-swift-stdlib --disable-local-rpath -Xlinker -L$(STATIC) $(SMALL) $(QUICK)
# A tenth smaller: equal functions that nobody compares once, no names of our own functions for others to
# link with, and relocations packed, which glibc 2.36 and later unpack.
SMALL = -Xswiftc -use-ld=lld -Xlinker --icf=safe -Xlinker --no-export-dynamic \
  -Xlinker -z -Xlinker pack-relative-relocs
# A concrete type is made by its own function. By its name, which is how it is made otherwise, the runtime
# looks through the conformances of the whole program for each requirement: a fifth of a start.
QUICK = -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
# So few tests with servers and processes at once: their time limits hold on a busy machine too.
FEW = --experimental-maximum-parallelization-width 4
IMPORT_CHECK = --explicit-target-dependency-import-check error
SOURCES := $(shell find Package.swift Sources -type f)
PROGRAM = .build/release/photocell
DECODERS = .build/release/photocell-decoder .build/release/photocell-decoder-vips
# A package of its own, built in one folder with the programs that it measures. SwiftPM runs the linker in
# the folder of the package; its cached plan would miss files that are added to a package that it depends on.
BENCHMARKS = --package-path Benchmarks --scratch-path .build/bench --disable-build-manifest-caching $(IMPORT_CHECK)
BENCH_FLAGS = $(BENCHMARKS) $(subst -L$(STATIC),-L../$(STATIC),$(RELEASE))
BENCH_PROGRAM = .build/bench/release/photocell-bench
MEASURED = $(patsubst .build/%,.build/bench/%,$(DECODERS) $(PROGRAM))

.PHONY: all moving-picture run tests unit integration test bench-test example conformance install uninstall deb tarball dist package-test tarball-test apt-repository generated lint lint-packaging rules \
  tsan fuzz kills remote-tests bench simulate terminals corpus demo-photos clean FORCE

all: $(PROGRAM)

# What `photocell --version` says of the commit.
COMMIT = Sources/C/CCommit/commit.h
$(COMMIT): FORCE
	@.ci/commit

define PREPARE_RELEASE
@.ci/install-packages $(LIBRARIES)
@mkdir -p $(STATIC) && ln -sf "$$(clang -print-file-name=libstdc++.a)" $(STATIC)
endef

$(PROGRAM): $(SOURCES) $(COMMIT)
	$(PREPARE_RELEASE)
	for program in $(notdir $(DECODERS) $(PROGRAM)); do \
	  $(SWIFT) build $(RELEASE) $(IMPORT_CHECK) --product $$program || exit 1; \
	done
	@touch $@

.build/bench/release/%: FORCE $(COMMIT)
	$(PREPARE_RELEASE)
	$(SWIFT) build $(BENCH_FLAGS) --product $*

run: $(PROGRAM)
	@$(PROGRAM) $(ARGS)

install: $(PROGRAM)
	.ci/install add $(DESTDIR)$(PREFIX)

uninstall:
	.ci/install remove $(DESTDIR)$(PREFIX)

# A package for this release of Debian, and for other systems a tree with all libraries that may lie anywhere.
deb tarball: $(PROGRAM)
	@.ci/install-packages dpkg-dev patchelf xz-utils
	.ci/package $@

# The sources, to be built without a network.
dist: $(COMMIT)
	.ci/package $@

# Tries the package in bare systems, as root; CI does so for the release that it runs on.
BARE ?= .build/bare
DEBIAN ?= bookworm trixie
package-test: deb
	@.ci/install-packages debootstrap lintian
	lintian --suppress-tags copyright-without-copyright-notice photocell_*.deb
	for suite in $(DEBIAN); do \
	  .ci/package-test photocell_*.deb $$suite $(BARE)/$$suite || exit 1; \
	done
	$(if $(filter trixie,$(DEBIAN)),$(MAKE) tarball-test)

# Tries the tarball in a Debian 13 that has no codec and gets none.
tarball-test: tarball
	@.ci/install-packages debootstrap libvips-tools libimage-exiftool-perl
	.ci/package-test photocell-*-linux-*.tar.xz trixie $(BARE)/trixie-alone

# A signed repository for apt in the folder REPOSITORY: KEY is what gpg knows the key by, PACKAGES has a folder
# of packages for each release of Debian.
REPOSITORY ?= .build/apt
apt-repository:
	@.ci/install-packages apt-utils gpg xz-utils
	.ci/apt-repository "$(KEY)" "$(PACKAGES)" $(REPOSITORY)

# Writes the generated parts of the manual and of docs. The tests compare them with the program.
generated:
	@.ci/install-packages $(LIBRARIES) $(TEST_TOOLS)
	$(SWIFT) build --build-tests $(IMPORT_CHECK)
	PHOTOCELL_GENERATE=1 $(SWIFT) test --skip-build --disable-xctest --filter GeneratedFilesTests

test: unit integration

# Suites that run programs or servers, watch folders or wait for a clock have the trait `.integration`.
INTEGRATION = '^($(shell grep -rA5 '[.]integration' Tests --include='*.swift' | \
  sed -nE 's,^Tests/([A-Za-z]+)/.*(struct|class|enum) ([A-Za-z0-9]+Tests) .*,\1[.]\3,p' | sort -u | \
  paste -sd'|'))/'
TEST = $(SWIFT) test --skip-build --disable-xctest

tests:
	@.ci/install-packages $(LIBRARIES) $(TEST_TOOLS)
	$(SWIFT) build --build-tests $(IMPORT_CHECK)

unit: tests
	$(TEST) --skip $(INTEGRATION)

# Runs the release build, which needs half the processor time of the debug build.
integration: tests $(PROGRAM)
	PHOTOCELL_TESTED=$(CURDIR)/.build/release $(TEST) $(FEW) --filter $(INTEGRATION)

# Builds the package Benchmarks, and tests the generator of the demo photos.
bench-test:
	@.ci/install-packages $(LIBRARIES)
	$(SWIFT) build $(BENCHMARKS) --build-tests
	$(SWIFT) test $(BENCHMARKS) --skip-build --disable-xctest

# Builds and runs a package that depends on this one for its memory cache alone.
example:
	$(SWIFT) run --package-path Tests/ExampleCache --scratch-path .build/example

lint:
	@.ci/install-packages shellcheck mandoc desktop-file-utils
	shellcheck .ci/run .ci/fuzz .ci/house-rules .ci/install-packages .ci/commit .ci/install .ci/package \
	  .ci/package-test .ci/apt-repository .ci/moving-picture Assets/packaging/*/PKGBUILD
	mandoc -T lint -W warning Assets/manual/*.[1-8]
	desktop-file-validate Assets/desktop/photocell.desktop
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests Benchmarks

# What other distributions build packages from.
lint-packaging:
	@.ci/install-packages rpm rpmlint nix-bin
	rpmspec -q Assets/packaging/photocell.spec
	rpmlint Assets/packaging/photocell.spec
	nix-instantiate --parse Assets/packaging/flake.nix >/dev/null

rules:
	.ci/house-rules

# The same tests with every access to memory watched for races; not part of CI. One at a time: all
# at once they wait for one another beyond their time limits. The smoke suite runs
# the program in another process, where a report would only disturb the screen. A process that may write
# small files only is skipped: the watching itself keeps its notes in a file. The decoders are taken
# from the other build: they have one thread, and the watching needs more memory than they may have.
tsan:
	@.ci/install-packages $(LIBRARIES) $(TEST_TOOLS)
	$(SWIFT) build --build-tests $(IMPORT_CHECK)
	$(SWIFT) build --build-tests --sanitize=thread --scratch-path .build-tsan
	cp .build/debug/photocell-decoder .build/debug/photocell-decoder-vips \
	  .build/debug/photocell-obedient-decoder .build-tsan/debug/
	TSAN_OPTIONS=suppressions=$(CURDIR)/.ci/tsan-suppressions \
	  $(SWIFT) test --skip-build --sanitize=thread --scratch-path .build-tsan --skip SmokeTests \
	    --skip 'narrow limits' --disable-xctest --no-parallel

# Kills a process in the middle of writing to the response cache or the index, ten times as often as CI does, and the
# program while a thousand ratings are typed.
kills:
	@.ci/install-packages $(LIBRARIES)
	$(SWIFT) build --build-tests
	PHOTOCELL_KILLS=200 $(SWIFT) test --skip-build --disable-xctest \
	  --filter "SharedCacheTests|SharedIndexTests|KillTests|ImportTests|KilledRatings"

# Tries photos that are not here, and the tier that machines share, with real servers: those that are there. The
# others are named first.
remote-tests:
	@.ci/install-packages $(LIBRARIES) $(TEST_TOOLS)
	$(SWIFT) build --build-tests $(IMPORT_CHECK)
	@.ci/remote-servers
	$(SWIFT) test --skip-build --disable-xctest $(FEW) \
	  --filter "CatalogsTests[.].*(WebDAV|Immich|S3|SFTP|Apache|Rclone|Apod)|SharedTierTests|Shared(Load|ServedPhoto)Tests|BrokenTransferTests|CommandTests.TwoMachines"
	@.ci/remote-servers | grep "NOT TRIED" || true

# Reads the public suites below the folder SUITES with our own readers of JSON, XML and addresses:
# JSONTestSuite/, wpt/url/resources/urltestdata.json and, where it is there, W3C's xmlconf/.
conformance:
	@.ci/install-packages $(LIBRARIES)
	$(SWIFT) build --build-tests $(IMPORT_CHECK)
	PHOTOCELL_SUITES=$(abspath $(SUITES)) $(SWIFT) test --skip-build --disable-xctest \
	  --filter ConformanceTests

# Hurts the pictures of each codec of the fast decoder for FUZZ_SECONDS and looks for accesses to memory
# that is not theirs; not part of CI.
FUZZ_SECONDS ?= 60
fuzz:
	@.ci/install-packages $(LIBRARIES)
	$(SWIFT) run FuzzSeeds .build-fuzz/seeds
	.ci/fuzz $(FUZZ_SECONDS)

# BENCH="cache symbols" measures only those; TRACES=DIR runs the order of eviction on access traces.
bench: $(MEASURED) $(BENCH_PROGRAM)
	@.ci/install-packages $(BENCH_TOOLS)
	$(BENCH_PROGRAM) $(if $(TRACES),--traces $(TRACES),$(BENCH))

# What a thousand sessions over ten million photos cost, with a shared tier and without; the same for a SEED.
SEED ?= 1
simulate: $(BENCH_PROGRAM)
	$(BENCH_PROGRAM) --simulate $(SEED)

# Makes pictures of the program in the windows of real terminals, those that are there, in
# .build/terminals, and says how much like themselves photos are in kitty; PHOTOS=DIR shows others than
# made ones.
terminals: $(MEASURED) $(BENCH_PROGRAM)
	@.ci/install-packages $(SCREEN_TOOLS)
	.ci/terminals $(PHOTOS)

# Makes the pictures of the README in kitty; KITTY is how to start it.
moving-picture: $(PROGRAM)
	@.ci/install-packages xvfb imagemagick xdotool
	.ci/moving-picture Assets

# Lets the decoders try every file below a folder, whatever its name; some are no pictures (1, 2).
corpus: $(PROGRAM)
	@find "$(DIR)" -type f -print0 | $(PROGRAM) decode --summary -0 || test $$? -le 2

# Draws the demo photos again, byte for byte.
demo-photos: .build/bench/release/DemoPhotos
	$< Assets/photos

clean:
	rm -rf .build .build-tsan .build-fuzz
