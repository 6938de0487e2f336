function __photocell_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __photocell_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __photocell_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __photocell_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __photocell_parse_tokens -S
    set -l unparsed_tokens (__photocell_tokens -pc)
    switch $unparsed_tokens[1]
    case 'photocell'
        __photocell_parse_subcommand 0 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'browse'
            __photocell_parse_subcommand -r 1 'demo' 'r/recursive' 'no-recursive' 'i/input=+' '0/null' 'json-items=' 'json-image=' 'json-title=' 's3-endpoint=' 's3-region=' 's3-profile=' 'immich-key=' 'color=' 'symbols=' 'images=' 'bandwidth=' 'private' 'no-private' 'shared-tier=' 'shared-tier-secret=' 'allow-unsandboxed' 'watch' 'no-watch' 'slideshow=' 'background=' 'auto-advance' 'no-auto-advance' 'o/output' 'pick=' 'cwd-file=' 'sort=' 'reverse' 'no-reverse' 'group=' 'pairs' 'no-pairs' 'caption=' 'zoom=' 'theme=' 'motion' 'no-motion' 'cursor' 'no-cursor' 'plain' 'no-plain' 'cache' 'no-cache' 'ttl=' 'memory-cache=' 'keep-cache-when-suspended' 'no-keep-cache-when-suspended' 'compare-cache=' 'header=+' 'offline' 'no-offline' 'http-cache=' 'stats=' 'demo-race' 'seed=' 'latency=' 'photos=' 'report' 'json' 'version' 'h/help'
        case 'sheet'
            __photocell_parse_subcommand -r 1 'demo' 'r/recursive' 'no-recursive' 'i/input=+' '0/null' 'json-items=' 'json-image=' 'json-title=' 's3-endpoint=' 's3-region=' 's3-profile=' 'immich-key=' 'color=' 'symbols=' 'images=' 'bandwidth=' 'private' 'no-private' 'shared-tier=' 'shared-tier-secret=' 'allow-unsandboxed' 'header=+' 'offline' 'no-offline' 'http-cache=' 'columns=' 'width=' 'version' 'h/help'
        case 'apod'
            __photocell_parse_subcommand 0 'count=' 'since=' 'api-key=' 'endpoint=' 'color=' 'symbols=' 'images=' 'bandwidth=' 'private' 'no-private' 'shared-tier=' 'shared-tier-secret=' 'allow-unsandboxed' 'slideshow=' 'background=' 'auto-advance' 'no-auto-advance' 'o/output' 'pick=' 'cwd-file=' 'sort=' 'reverse' 'no-reverse' 'group=' 'pairs' 'no-pairs' 'caption=' 'zoom=' 'theme=' 'motion' 'no-motion' 'cursor' 'no-cursor' 'plain' 'no-plain' 'cache' 'no-cache' 'ttl=' 'memory-cache=' 'keep-cache-when-suspended' 'no-keep-cache-when-suspended' 'header=+' 'offline' 'no-offline' 'http-cache=' 'sheet' 'columns=' 'width=' 'version' 'h/help'
        case 'warm'
            __photocell_parse_subcommand -r 1 'demo' 'r/recursive' 'no-recursive' 'i/input=+' '0/null' 'json-items=' 'json-image=' 'json-title=' 's3-endpoint=' 's3-region=' 's3-profile=' 'immich-key=' 'size=' 'quiet' 'shared-tier=' 'shared-tier-secret=' 'allow-unsandboxed' 'header=+' 'offline' 'no-offline' 'http-cache=' 'version' 'h/help'
        case 'duplicates'
            __photocell_parse_subcommand -r 1 'demo' 'r/recursive' 'no-recursive' 'i/input=+' '0/null' 'json-items=' 'json-image=' 'json-title=' 's3-endpoint=' 's3-region=' 's3-profile=' 'immich-key=' 'exact' 'within=' 'allow-unsandboxed' 'header=+' 'offline' 'no-offline' 'http-cache=' 'version' 'h/help'
        case 'info'
            __photocell_parse_subcommand -r 1 'json' '0/null' 'allow-unsandboxed' 'version' 'h/help'
        case 'decode'
            __photocell_parse_subcommand -r 1 'info' 'summary' 'json' '0/null' 'size=' 'region=' 'allow-unsandboxed' 'version' 'h/help'
        case 'doctor'
            __photocell_parse_subcommand 0 'json' 'shared-tier=' 'shared-tier-secret=' 'version' 'h/help'
        case 'cache'
            __photocell_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'stats'
                __photocell_parse_subcommand 0 'memory' 'thumbnails' 'http' 'index' 'json' 'shared-tier=' 'shared-tier-secret=' 'version' 'h/help'
            case 'clear'
                __photocell_parse_subcommand 0 'memory' 'thumbnails' 'http' 'index' 'json' 'version' 'h/help'
            case 'prune'
                __photocell_parse_subcommand 0 'memory' 'thumbnails' 'http' 'index' 'json' 'http-cache=' 'version' 'h/help'
            case 'verify'
                __photocell_parse_subcommand 0 'memory' 'thumbnails' 'http' 'index' 'json' 'version' 'h/help'
            end
        case 'config'
            __photocell_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'print'
                __photocell_parse_subcommand 0 'version' 'h/help'
            case 'check'
                __photocell_parse_subcommand 1 'version' 'h/help'
            case 'path'
                __photocell_parse_subcommand 0 'version' 'h/help'
            end
        case 'init'
            __photocell_parse_subcommand 1 'version' 'h/help'
        case 'help'
            __photocell_parse_subcommand -r 1 'version'
        end
    end
end

function __photocell_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __photocell_parse_subcommand -S -a positional_count
    argparse -s r -- $argv
    set -l option_specs $argv[2..]
    set -l is_repeating_positional $_flag_r
    set -el _flag_r
    set -a commands $unparsed_tokens[1]
    set positional_index 0
    while true
        set -e unparsed_tokens[1]
        argparse -sn "$commands" $option_specs -- $unparsed_tokens 2> /dev/null
        set unparsed_tokens $argv
        set positional_index (math $positional_index + 1)
        for non_repeating_flag_or_option in $non_repeating_flags_or_options
            if set -ql "_flag_$(string replace -a - _ -- $non_repeating_flag_or_option)"
                set non_repeating_flags_or_options_absent 1
                break
            end
        end
        test (count $unparsed_tokens) -eq 0 -o \( -z "$is_repeating_positional" -a "$positional_index" -gt "$positional_count" \) && break
    end
end

function __photocell_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __photocell_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__photocell_tokens -p)
    if test -z "$(__photocell_tokens -t)"
        set -l index (count (__photocell_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'photocell' -f
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell" version' -l 'version' -d 'Show the version.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell" -eq 1' -fa 'browse' -d 'Browse photos in a scrolling grid (the default).'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell" -eq 1' -fa 'sheet' -d 'Print one contact sheet with captions, and end.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell" -eq 1' -fa 'apod' -d 'Browse NASA\'s Astronomy Pictures of the Day, the newest first.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell" -eq 1' -fa 'warm' -d 'Make the thumbnails of whole sources before anybody looks.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell" -eq 1' -fa 'duplicates' -d 'Print which photos look alike, or are copies of one another.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell" -eq 1' -fa 'info' -d 'Print what photos say of themselves: camera, date, place, words.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell" -eq 1' -fa 'decode' -d 'Report how files decode, or why they do not.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell" -eq 1' -fa 'doctor' -d 'Report what works here, and what is missing.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell" -eq 1' -fa 'cache' -d 'Report, prune, clear and verify what photocell keeps.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell" -eq 1' -fa 'config' -d 'Print, check and find the configuration file.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell" -eq 1' -fa 'init' -d 'Print a shell function that goes where one has browsed.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell browse" -ge 1' -F
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" demo' -l 'demo' -d 'Show the demo photos that come with photocell.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" r recursive' -s 'r' -l 'recursive' -d 'Show the photos of all folders inside at once.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" no-recursive' -l 'no-recursive' -d 'Show the photos of all folders inside at once.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse"' -s 'i' -l 'input' -d 'Show the photos of a list of paths and addresses too, one a line; - is standard input.' -rF
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" 0 null' -s '0' -l 'null' -d 'Each entry of a list, and each path that is printed, is ended by a zero byte.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" json-items' -l 'json-items' -d 'Where the list is in a JSON feed: data.photos.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" json-image' -l 'json-image' -d 'Where an item of the list has the address of its picture: urls.regular.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" json-title' -l 'json-title' -d 'Where an item of the list has its title: user.name.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" s3-endpoint' -l 's3-endpoint' -d 'The server that s3:// means (default: AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, the profile\'s endpoint_url, Amazon).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" s3-region' -l 's3-region' -d 'Its region (default: AWS_REGION, AWS_DEFAULT_REGION, the profile\'s, us-east-1).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" s3-profile' -l 's3-profile' -d 'Whose key is taken from ~/.aws, instead of that in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (default: AWS_PROFILE, default).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" immich-key' -l 'immich-key' -d 'A file with the key that immich:// servers are asked with (default: IMMICH_API_KEY).' -rF
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" color' -l 'color' -d 'How many colours to use: truecolor, 256, 16 or none.' -rfka 'none 16 256 truecolor'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" symbols' -l 'symbols' -d 'What to draw pictures with: half, quadrants, sextants or ascii.' -rfka 'half quadrants sextants ascii'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" images' -l 'images' -d 'How pictures are sent: auto, kitty, kitty-direct, sixel, iterm2 or symbols (default: auto, what the terminal says it shows).' -rfka 'auto symbols kitty kitty-direct sixel iterm2'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" bandwidth' -l 'bandwidth' -d 'How many bytes reach the terminal in a second: 200kB, 1MB (default: measured).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" private' -l 'private' -d 'Write no thumbnails to disk; those that are there are read.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" no-private' -l 'no-private' -d 'Write no thumbnails to disk; those that are there are read.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" shared-tier' -l 'shared-tier' -d 'Share thumbnails with other machines: memcached://HOST, redis://HOST or rediss://HOST, hosts joined by commas.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" shared-tier-secret' -l 'shared-tier-secret' -d 'The file with the secret of the shared tier, 16 bytes at least; without it the variable PHOTOCELL_TIER_SECRET is taken.' -rF
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" allow-unsandboxed' -l 'allow-unsandboxed' -d 'Decode even if the system lacks a part of the decoder\'s sandbox.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" watch' -l 'watch' -d 'Follow what happens in folders while they are shown, or not; r reads them again.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" no-watch' -l 'no-watch' -d 'Follow what happens in folders while they are shown, or not; r reads them again.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" slideshow' -l 'slideshow' -d 'Begin with a slideshow, each photo for so long: 500ms, 5s, 2m.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" background' -l 'background' -d 'What one photo stands on, and what shows through it: terminal, dark, light or checkered (default: terminal).' -rfka 'terminal dark light checkered'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" auto-advance' -l 'auto-advance' -d 'Show the next photo when one has been rated, while K is on.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" no-auto-advance' -l 'no-auto-advance' -d 'Show the next photo when one has been rated, while K is on.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" o output' -l 'output' -s 'o' -d 'Print the marked photos at the end, one a line.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" pick' -l 'pick' -d 'Pick photos for another program: Enter takes the marked ones, or the one it is on; with a number that many, and the last mark ends.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" cwd-file' -l 'cwd-file' -d 'At the end, write the folder that one leaves on into this file, as \'photocell init\' does.' -rF
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" sort' -l 'sort' -d 'Sort photos by name, taken, modified, size, pixels, shape, rating, kind, folder, random or given.' -rfka 'name taken modified size pixels shape rating kind folder random given'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" reverse' -l 'reverse' -d 'Begin with the last photo of the order.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" no-reverse' -l 'no-reverse' -d 'Begin with the last photo of the order.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" group' -l 'group' -d 'Group photos below headings, by day, month, year, folder, rating, likeness, burst or auto.' -rfka 'none day month year folder rating likeness burst auto'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" pairs' -l 'pairs' -d 'Show a raw file and the JPEG beside it as one photo.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" no-pairs' -l 'no-pairs' -d 'Show a raw file and the JPEG beside it as one photo.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" caption' -l 'caption' -d 'What stands below pictures: name, date or none.' -rfka 'name date none'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" zoom' -l 'zoom' -d 'Begin with larger cells, so many columns fewer than usual; with --zoom=-2, two more.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" theme' -l 'theme' -d 'The looks of everything but pictures: terminal, quiet or contrast.' -rfka 'terminal quiet contrast'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" motion' -l 'motion' -d 'Let things move by themselves, or not: animations, slideshows and counting numbers.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" no-motion' -l 'no-motion' -d 'Let things move by themselves, or not: animations, slideshows and counting numbers.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" cursor' -l 'cursor' -d 'Show the terminal\'s cursor on what is selected; it stands there unseen all the same, for braille displays and screen readers.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" no-cursor' -l 'no-cursor' -d 'Show the terminal\'s cursor on what is selected; it stands there unseen all the same, for braille displays and screen readers.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" plain' -l 'plain' -d 'Tell everything line by line instead of drawing it, for screen readers and braille displays: the same keys, no pictures, nothing but text.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" no-plain' -l 'no-plain' -d 'Tell everything line by line instead of drawing it, for screen readers and braille displays: the same keys, no pictures, nothing but text.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" cache' -l 'cache' -d 'Keep pictures in memory, or none, to feel the difference.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" no-cache' -l 'no-cache' -d 'Keep pictures in memory, or none, to feel the difference.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" ttl' -l 'ttl' -d 'How long a picture stays in memory after a cell has last asked for it: 500ms, 30s, 10m, 2h (default: 10m).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" memory-cache' -l 'memory-cache' -d 'How much memory pictures may take: 500kB, 256MB, 1GB (default: 128MB).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" keep-cache-when-suspended' -l 'keep-cache-when-suspended' -d 'Keep pictures in memory that cannot be seen while the program is stopped by Ctrl-Z.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" no-keep-cache-when-suspended' -l 'no-keep-cache-when-suspended' -d 'Keep pictures in memory that cannot be seen while the program is stopped by Ctrl-Z.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" compare-cache' -l 'compare-cache' -d 'Scroll through a folder without a screen, without the cache and with it, and print the times.' -rfa '(__photocell_complete_directories)'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse"' -l 'header' -d 'Add a request header, sent only to the origins named on the command line.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" offline' -l 'offline' -d 'Never use the network; show cached responses even if stale.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" no-offline' -l 'no-offline' -d 'Never use the network; show cached responses even if stale.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" http-cache' -l 'http-cache' -d 'How much disk space cached responses may take: 500kB, 256MB, 1GB (default: 1GB).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" stats' -l 'stats' -d 'At the end, tell on standard error what was loaded from where and how long it took: text or json.' -rfka 'text json'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" demo-race' -l 'demo-race' -d 'Show the bug of the reused cell beside its fix, on the same scripted scroll.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" seed' -l 'seed' -d 'What the story follows from: one seed, one story.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" latency' -l 'latency' -d 'How long responses take (default: 50ms..800ms).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" photos' -l 'photos' -d 'A folder of photos to show (default: the demo photos).' -rfa '(__photocell_complete_directories)'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" report' -l 'report' -d 'Tell the story without a screen and print its counters; exit code 1 where the fix failed or had nothing to do.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" json' -l 'json' -d 'Print the report as JSON.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" version' -l 'version' -d 'Show the version.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell browse" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell sheet" -ge 1' -F
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" demo' -l 'demo' -d 'Show the demo photos that come with photocell.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" r recursive' -s 'r' -l 'recursive' -d 'Show the photos of all folders inside at once.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" no-recursive' -l 'no-recursive' -d 'Show the photos of all folders inside at once.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet"' -s 'i' -l 'input' -d 'Show the photos of a list of paths and addresses too, one a line; - is standard input.' -rF
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" 0 null' -s '0' -l 'null' -d 'Each entry of a list, and each path that is printed, is ended by a zero byte.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" json-items' -l 'json-items' -d 'Where the list is in a JSON feed: data.photos.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" json-image' -l 'json-image' -d 'Where an item of the list has the address of its picture: urls.regular.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" json-title' -l 'json-title' -d 'Where an item of the list has its title: user.name.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" s3-endpoint' -l 's3-endpoint' -d 'The server that s3:// means (default: AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, the profile\'s endpoint_url, Amazon).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" s3-region' -l 's3-region' -d 'Its region (default: AWS_REGION, AWS_DEFAULT_REGION, the profile\'s, us-east-1).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" s3-profile' -l 's3-profile' -d 'Whose key is taken from ~/.aws, instead of that in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (default: AWS_PROFILE, default).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" immich-key' -l 'immich-key' -d 'A file with the key that immich:// servers are asked with (default: IMMICH_API_KEY).' -rF
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" color' -l 'color' -d 'How many colours to use: truecolor, 256, 16 or none.' -rfka 'none 16 256 truecolor'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" symbols' -l 'symbols' -d 'What to draw pictures with: half, quadrants, sextants or ascii.' -rfka 'half quadrants sextants ascii'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" images' -l 'images' -d 'How pictures are sent: auto, kitty, kitty-direct, sixel, iterm2 or symbols (default: auto, what the terminal says it shows).' -rfka 'auto symbols kitty kitty-direct sixel iterm2'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" bandwidth' -l 'bandwidth' -d 'How many bytes reach the terminal in a second: 200kB, 1MB (default: measured).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" private' -l 'private' -d 'Write no thumbnails to disk; those that are there are read.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" no-private' -l 'no-private' -d 'Write no thumbnails to disk; those that are there are read.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" shared-tier' -l 'shared-tier' -d 'Share thumbnails with other machines: memcached://HOST, redis://HOST or rediss://HOST, hosts joined by commas.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" shared-tier-secret' -l 'shared-tier-secret' -d 'The file with the secret of the shared tier, 16 bytes at least; without it the variable PHOTOCELL_TIER_SECRET is taken.' -rF
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" allow-unsandboxed' -l 'allow-unsandboxed' -d 'Decode even if the system lacks a part of the decoder\'s sandbox.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet"' -l 'header' -d 'Add a request header, sent only to the origins named on the command line.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" offline' -l 'offline' -d 'Never use the network; show cached responses even if stale.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" no-offline' -l 'no-offline' -d 'Never use the network; show cached responses even if stale.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" http-cache' -l 'http-cache' -d 'How much disk space cached responses may take: 500kB, 256MB, 1GB (default: 1GB).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" columns' -l 'columns' -d 'How many photos stand in a row.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" width' -l 'width' -d 'The width in character cells (default: the terminal\'s, also through a pipe, or 80).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" version' -l 'version' -d 'Show the version.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell sheet" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" count' -l 'count' -d 'Today\'s picture and those of the days before it, so many in all (default: 24).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" since' -l 'since' -d 'The pictures from a day to today: 2024-02-29.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" api-key' -l 'api-key' -d 'API key (default: PHOTOCELL_APOD_KEY, then DEMO_KEY, which allows a few requests an hour; free keys at api.nasa.gov).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" endpoint' -l 'endpoint' -d 'API endpoint to use instead of NASA\'s, for tests and mirrors.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" color' -l 'color' -d 'How many colours to use: truecolor, 256, 16 or none.' -rfka 'none 16 256 truecolor'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" symbols' -l 'symbols' -d 'What to draw pictures with: half, quadrants, sextants or ascii.' -rfka 'half quadrants sextants ascii'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" images' -l 'images' -d 'How pictures are sent: auto, kitty, kitty-direct, sixel, iterm2 or symbols (default: auto, what the terminal says it shows).' -rfka 'auto symbols kitty kitty-direct sixel iterm2'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" bandwidth' -l 'bandwidth' -d 'How many bytes reach the terminal in a second: 200kB, 1MB (default: measured).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" private' -l 'private' -d 'Write no thumbnails to disk; those that are there are read.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" no-private' -l 'no-private' -d 'Write no thumbnails to disk; those that are there are read.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" shared-tier' -l 'shared-tier' -d 'Share thumbnails with other machines: memcached://HOST, redis://HOST or rediss://HOST, hosts joined by commas.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" shared-tier-secret' -l 'shared-tier-secret' -d 'The file with the secret of the shared tier, 16 bytes at least; without it the variable PHOTOCELL_TIER_SECRET is taken.' -rF
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" allow-unsandboxed' -l 'allow-unsandboxed' -d 'Decode even if the system lacks a part of the decoder\'s sandbox.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" slideshow' -l 'slideshow' -d 'Begin with a slideshow, each photo for so long: 500ms, 5s, 2m.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" background' -l 'background' -d 'What one photo stands on, and what shows through it: terminal, dark, light or checkered (default: terminal).' -rfka 'terminal dark light checkered'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" auto-advance' -l 'auto-advance' -d 'Show the next photo when one has been rated, while K is on.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" no-auto-advance' -l 'no-auto-advance' -d 'Show the next photo when one has been rated, while K is on.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" o output' -l 'output' -s 'o' -d 'Print the marked photos at the end, one a line.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" pick' -l 'pick' -d 'Pick photos for another program: Enter takes the marked ones, or the one it is on; with a number that many, and the last mark ends.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" cwd-file' -l 'cwd-file' -d 'At the end, write the folder that one leaves on into this file, as \'photocell init\' does.' -rF
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" sort' -l 'sort' -d 'Sort photos by name, taken, modified, size, pixels, shape, rating, kind, folder, random or given.' -rfka 'name taken modified size pixels shape rating kind folder random given'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" reverse' -l 'reverse' -d 'Begin with the last photo of the order.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" no-reverse' -l 'no-reverse' -d 'Begin with the last photo of the order.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" group' -l 'group' -d 'Group photos below headings, by day, month, year, folder, rating, likeness, burst or auto.' -rfka 'none day month year folder rating likeness burst auto'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" pairs' -l 'pairs' -d 'Show a raw file and the JPEG beside it as one photo.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" no-pairs' -l 'no-pairs' -d 'Show a raw file and the JPEG beside it as one photo.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" caption' -l 'caption' -d 'What stands below pictures: name, date or none.' -rfka 'name date none'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" zoom' -l 'zoom' -d 'Begin with larger cells, so many columns fewer than usual; with --zoom=-2, two more.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" theme' -l 'theme' -d 'The looks of everything but pictures: terminal, quiet or contrast.' -rfka 'terminal quiet contrast'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" motion' -l 'motion' -d 'Let things move by themselves, or not: animations, slideshows and counting numbers.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" no-motion' -l 'no-motion' -d 'Let things move by themselves, or not: animations, slideshows and counting numbers.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" cursor' -l 'cursor' -d 'Show the terminal\'s cursor on what is selected; it stands there unseen all the same, for braille displays and screen readers.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" no-cursor' -l 'no-cursor' -d 'Show the terminal\'s cursor on what is selected; it stands there unseen all the same, for braille displays and screen readers.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" plain' -l 'plain' -d 'Tell everything line by line instead of drawing it, for screen readers and braille displays: the same keys, no pictures, nothing but text.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" no-plain' -l 'no-plain' -d 'Tell everything line by line instead of drawing it, for screen readers and braille displays: the same keys, no pictures, nothing but text.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" cache' -l 'cache' -d 'Keep pictures in memory, or none, to feel the difference.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" no-cache' -l 'no-cache' -d 'Keep pictures in memory, or none, to feel the difference.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" ttl' -l 'ttl' -d 'How long a picture stays in memory after a cell has last asked for it: 500ms, 30s, 10m, 2h (default: 10m).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" memory-cache' -l 'memory-cache' -d 'How much memory pictures may take: 500kB, 256MB, 1GB (default: 128MB).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" keep-cache-when-suspended' -l 'keep-cache-when-suspended' -d 'Keep pictures in memory that cannot be seen while the program is stopped by Ctrl-Z.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" no-keep-cache-when-suspended' -l 'no-keep-cache-when-suspended' -d 'Keep pictures in memory that cannot be seen while the program is stopped by Ctrl-Z.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod"' -l 'header' -d 'Add a request header, sent only to the origins named on the command line.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" offline' -l 'offline' -d 'Never use the network; show cached responses even if stale.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" no-offline' -l 'no-offline' -d 'Never use the network; show cached responses even if stale.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" http-cache' -l 'http-cache' -d 'How much disk space cached responses may take: 500kB, 256MB, 1GB (default: 1GB).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" sheet' -l 'sheet' -d 'Print one contact sheet with captions, and end.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" columns' -l 'columns' -d 'How many photos stand in a row.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" width' -l 'width' -d 'The width in character cells (default: the terminal\'s, also through a pipe, or 80).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" version' -l 'version' -d 'Show the version.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell apod" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell warm" -ge 1' -F
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell warm" demo' -l 'demo' -d 'Show the demo photos that come with photocell.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell warm" r recursive' -s 'r' -l 'recursive' -d 'Show the photos of all folders inside at once.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell warm" no-recursive' -l 'no-recursive' -d 'Show the photos of all folders inside at once.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell warm"' -s 'i' -l 'input' -d 'Show the photos of a list of paths and addresses too, one a line; - is standard input.' -rF
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell warm" 0 null' -s '0' -l 'null' -d 'Each entry of a list, and each path that is printed, is ended by a zero byte.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell warm" json-items' -l 'json-items' -d 'Where the list is in a JSON feed: data.photos.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell warm" json-image' -l 'json-image' -d 'Where an item of the list has the address of its picture: urls.regular.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell warm" json-title' -l 'json-title' -d 'Where an item of the list has its title: user.name.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell warm" s3-endpoint' -l 's3-endpoint' -d 'The server that s3:// means (default: AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, the profile\'s endpoint_url, Amazon).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell warm" s3-region' -l 's3-region' -d 'Its region (default: AWS_REGION, AWS_DEFAULT_REGION, the profile\'s, us-east-1).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell warm" s3-profile' -l 's3-profile' -d 'Whose key is taken from ~/.aws, instead of that in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (default: AWS_PROFILE, default).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell warm" immich-key' -l 'immich-key' -d 'A file with the key that immich:// servers are asked with (default: IMMICH_API_KEY).' -rF
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell warm" size' -l 'size' -d 'How large: normal, large, x-large or xx-large, 128 to 1024 pixels.' -rfka 'normal large x-large xx-large'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell warm" quiet' -l 'quiet' -d 'Say nothing but what went wrong.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell warm" shared-tier' -l 'shared-tier' -d 'Share thumbnails with other machines: memcached://HOST, redis://HOST or rediss://HOST, hosts joined by commas.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell warm" shared-tier-secret' -l 'shared-tier-secret' -d 'The file with the secret of the shared tier, 16 bytes at least; without it the variable PHOTOCELL_TIER_SECRET is taken.' -rF
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell warm" allow-unsandboxed' -l 'allow-unsandboxed' -d 'Decode even if the system lacks a part of the decoder\'s sandbox.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell warm"' -l 'header' -d 'Add a request header, sent only to the origins named on the command line.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell warm" offline' -l 'offline' -d 'Never use the network; show cached responses even if stale.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell warm" no-offline' -l 'no-offline' -d 'Never use the network; show cached responses even if stale.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell warm" http-cache' -l 'http-cache' -d 'How much disk space cached responses may take: 500kB, 256MB, 1GB (default: 1GB).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell warm" version' -l 'version' -d 'Show the version.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell warm" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell duplicates" -ge 1' -F
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell duplicates" demo' -l 'demo' -d 'Show the demo photos that come with photocell.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell duplicates" r recursive' -s 'r' -l 'recursive' -d 'Show the photos of all folders inside at once.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell duplicates" no-recursive' -l 'no-recursive' -d 'Show the photos of all folders inside at once.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell duplicates"' -s 'i' -l 'input' -d 'Show the photos of a list of paths and addresses too, one a line; - is standard input.' -rF
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell duplicates" 0 null' -s '0' -l 'null' -d 'Each entry of a list, and each path that is printed, is ended by a zero byte.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell duplicates" json-items' -l 'json-items' -d 'Where the list is in a JSON feed: data.photos.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell duplicates" json-image' -l 'json-image' -d 'Where an item of the list has the address of its picture: urls.regular.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell duplicates" json-title' -l 'json-title' -d 'Where an item of the list has its title: user.name.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell duplicates" s3-endpoint' -l 's3-endpoint' -d 'The server that s3:// means (default: AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, the profile\'s endpoint_url, Amazon).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell duplicates" s3-region' -l 's3-region' -d 'Its region (default: AWS_REGION, AWS_DEFAULT_REGION, the profile\'s, us-east-1).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell duplicates" s3-profile' -l 's3-profile' -d 'Whose key is taken from ~/.aws, instead of that in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (default: AWS_PROFILE, default).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell duplicates" immich-key' -l 'immich-key' -d 'A file with the key that immich:// servers are asked with (default: IMMICH_API_KEY).' -rF
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell duplicates" exact' -l 'exact' -d 'Print only files that have the same bytes.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell duplicates" within' -l 'within' -d 'How many of the 64 bits may differ, from 0 to 15.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell duplicates" allow-unsandboxed' -l 'allow-unsandboxed' -d 'Decode even if the system lacks a part of the decoder\'s sandbox.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell duplicates"' -l 'header' -d 'Add a request header, sent only to the origins named on the command line.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell duplicates" offline' -l 'offline' -d 'Never use the network; show cached responses even if stale.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell duplicates" no-offline' -l 'no-offline' -d 'Never use the network; show cached responses even if stale.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell duplicates" http-cache' -l 'http-cache' -d 'How much disk space cached responses may take: 500kB, 256MB, 1GB (default: 1GB).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell duplicates" version' -l 'version' -d 'Show the version.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell duplicates" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell info" -ge 1' -F
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell info" json' -l 'json' -d 'Print one JSON array with an object for each file.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell info" 0 null' -s '0' -l 'null' -d 'Read more names from standard input, each ended by a zero byte.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell info" allow-unsandboxed' -l 'allow-unsandboxed' -d 'Decode even if the system lacks a part of the decoder\'s sandbox.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell info" version' -l 'version' -d 'Show the version.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell info" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell decode" -ge 1' -F
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell decode" info' -l 'info' -d 'Print type, size, orientation, decoder and time, or the reason, for each file (default).'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell decode" summary' -l 'summary' -d 'Print one line for each type instead: counts, reasons and the worst cost.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell decode" json' -l 'json' -d 'Print each file as one JSON object on a line.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell decode" 0 null' -s '0' -l 'null' -d 'Read more names from standard input, each ended by a zero byte.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell decode" size' -l 'size' -d 'The box in pixels that pictures are scaled down to.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell decode" region' -l 'region' -d 'Decode only this part of each picture as it is shown: WIDTHxHEIGHT+X+Y in pixels.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell decode" allow-unsandboxed' -l 'allow-unsandboxed' -d 'Decode even if the system lacks a part of the decoder\'s sandbox.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell decode" version' -l 'version' -d 'Show the version.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell decode" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell doctor" json' -l 'json' -d 'Print one JSON object instead of a table.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell doctor" shared-tier' -l 'shared-tier' -d 'Share thumbnails with other machines: memcached://HOST, redis://HOST or rediss://HOST, hosts joined by commas.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell doctor" shared-tier-secret' -l 'shared-tier-secret' -d 'The file with the secret of the shared tier, 16 bytes at least; without it the variable PHOTOCELL_TIER_SECRET is taken.' -rF
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell doctor" version' -l 'version' -d 'Show the version.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell doctor" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache" version' -l 'version' -d 'Show the version.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell cache" -eq 1' -fa 'stats' -d 'Report the entries, bytes, budget and folder of each tier.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell cache" -eq 1' -fa 'clear' -d 'Remove what photocell keeps on disk.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell cache" -eq 1' -fa 'prune' -d 'Remove what is no longer of use.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell cache" -eq 1' -fa 'verify' -d 'Read everything that photocell wrote, and remove what is broken.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache stats" memory' -l 'memory' -d 'The pictures in memory; without any of the four, all tiers.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache stats" thumbnails' -l 'thumbnails' -d 'The thumbnails on disk.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache stats" http' -l 'http' -d 'The responses of web servers.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache stats" index' -l 'index' -d 'The index: what photos say of themselves, and lists of servers.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache stats" json' -l 'json' -d 'Print one JSON object instead of a table.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache stats" shared-tier' -l 'shared-tier' -d 'Share thumbnails with other machines: memcached://HOST, redis://HOST or rediss://HOST, hosts joined by commas.' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache stats" shared-tier-secret' -l 'shared-tier-secret' -d 'The file with the secret of the shared tier, 16 bytes at least; without it the variable PHOTOCELL_TIER_SECRET is taken.' -rF
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache stats" version' -l 'version' -d 'Show the version.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache stats" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache clear" memory' -l 'memory' -d 'The pictures in memory; without any of the four, all tiers.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache clear" thumbnails' -l 'thumbnails' -d 'The thumbnails on disk.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache clear" http' -l 'http' -d 'The responses of web servers.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache clear" index' -l 'index' -d 'The index: what photos say of themselves, and lists of servers.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache clear" json' -l 'json' -d 'Print one JSON object instead of a table.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache clear" version' -l 'version' -d 'Show the version.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache clear" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache prune" memory' -l 'memory' -d 'The pictures in memory; without any of the four, all tiers.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache prune" thumbnails' -l 'thumbnails' -d 'The thumbnails on disk.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache prune" http' -l 'http' -d 'The responses of web servers.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache prune" index' -l 'index' -d 'The index: what photos say of themselves, and lists of servers.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache prune" json' -l 'json' -d 'Print one JSON object instead of a table.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache prune" http-cache' -l 'http-cache' -d 'How much disk space cached responses may take: 500kB, 256MB, 1GB (default: 1GB).' -rfka ''
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache prune" version' -l 'version' -d 'Show the version.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache prune" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache verify" memory' -l 'memory' -d 'The pictures in memory; without any of the four, all tiers.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache verify" thumbnails' -l 'thumbnails' -d 'The thumbnails on disk.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache verify" http' -l 'http' -d 'The responses of web servers.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache verify" index' -l 'index' -d 'The index: what photos say of themselves, and lists of servers.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache verify" json' -l 'json' -d 'Print one JSON object instead of a table.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache verify" version' -l 'version' -d 'Show the version.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell cache verify" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell config" version' -l 'version' -d 'Show the version.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell config" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell config" -eq 1' -fa 'print' -d 'Print a configuration file that changes nothing, with comments.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell config" -eq 1' -fa 'check' -d 'Tell everything that is wrong with the configuration file.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell config" -eq 1' -fa 'path' -d 'Print the path of the configuration file.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell config print" version' -l 'version' -d 'Show the version.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell config print" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell config check" -eq 1' -F
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell config check" version' -l 'version' -d 'Show the version.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell config check" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell config path" version' -l 'version' -d 'Show the version.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell config path" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_positional "photocell init" -eq 1' -fka 'bash zsh fish'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell init" version' -l 'version' -d 'Show the version.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell init" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'photocell' -n '__photocell_should_offer_completions_for_flags_or_options "photocell help" version' -l 'version' -d 'Show the version.'
# Browsing is the default: what begins with no command is completed as for browse.
functions -c __photocell_tokens __photocell_typed_tokens
function __photocell_tokens
    set -l tokens (__photocell_typed_tokens $argv)
    if test "$argv" = -pc; and not contains -- "$tokens[2]" browse sheet apod warm duplicates info decode doctor cache config init help
        set tokens $tokens[1] browse $tokens[2..]
    end
    string join -- \n $tokens
end

function __photocell_is_first_word
    test (count (__photocell_typed_tokens -pc)) -eq 1
end

complete -c photocell -n __photocell_is_first_word -fa browse -d 'Browse photos in a scrolling grid (the default).'
complete -c photocell -n __photocell_is_first_word -fa sheet -d 'Print one contact sheet with captions, and end.'
complete -c photocell -n __photocell_is_first_word -fa apod -d 'Browse NASA\'s Astronomy Pictures of the Day, the newest first.'
complete -c photocell -n __photocell_is_first_word -fa warm -d 'Make the thumbnails of whole sources before anybody looks.'
complete -c photocell -n __photocell_is_first_word -fa duplicates -d 'Print which photos look alike, or are copies of one another.'
complete -c photocell -n __photocell_is_first_word -fa info -d 'Print what photos say of themselves: camera, date, place, words.'
complete -c photocell -n __photocell_is_first_word -fa decode -d 'Report how files decode, or why they do not.'
complete -c photocell -n __photocell_is_first_word -fa doctor -d 'Report what works here, and what is missing.'
complete -c photocell -n __photocell_is_first_word -fa cache -d 'Report, prune, clear and verify what photocell keeps.'
complete -c photocell -n __photocell_is_first_word -fa config -d 'Print, check and find the configuration file.'
complete -c photocell -n __photocell_is_first_word -fa init -d 'Print a shell function that goes where one has browsed.'
