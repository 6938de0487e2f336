__photocell_cursor_index_in_current_word() {
    local remaining="${COMP_LINE}"

    local word
    for word in "${COMP_WORDS[@]::COMP_CWORD}"; do
        remaining="${remaining##*([[:space:]])"${word}"*([[:space:]])}"
    done

    local -ir index="$((COMP_POINT - ${#COMP_LINE} + ${#remaining}))"
    if [[ "${index}" -le 0 ]]; then
        printf 0
    else
        printf %s "${index}"
    fi
}

# positional arguments:
#
# - 1: the current (sub)command's count of positional arguments
#
# required variables:
#
# - repeating_flags: the repeating flags that the current (sub)command can accept
# - non_repeating_flags: the non-repeating flags that the current (sub)command can accept
# - repeating_options: the repeating options that the current (sub)command can accept
# - non_repeating_options: the non-repeating options that the current (sub)command can accept
# - positional_number: value ignored
# - unparsed_words: unparsed words from the current command line
#
# modified variables:
#
# - non_repeating_flags: remove flags for this (sub)command that are already on the command line
# - non_repeating_options: remove options for this (sub)command that are already on the command line
# - positional_number: set to the current positional number
# - unparsed_words: remove all flags, options, and option values for this (sub)command
__photocell_offer_flags_options() {
    local -ir positional_count="${1}"
    positional_number=0

    local was_flag_option_terminator_seen=false
    local is_parsing_option_value=false

    local -ar unparsed_word_indices=("${!unparsed_words[@]}")
    local -i word_index
    for word_index in "${unparsed_word_indices[@]}"; do
        if "${is_parsing_option_value}"; then
            # This word is an option value:
            # Reset marker for next word iff not currently the last word
            [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]] && is_parsing_option_value=false
            unset "unparsed_words[${word_index}]"
            # Do not process this word as a flag or an option
            continue
        fi

        local word="${unparsed_words["${word_index}"]}"
        if ! "${was_flag_option_terminator_seen}"; then
            case "${word}" in
            --)
                unset "unparsed_words[${word_index}]"
                # by itself -- is a flag/option terminator, but if it is the last word, it is the start of a completion
                if [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]]; then
                    was_flag_option_terminator_seen=true
                fi
                continue
                ;;
            -*)
                # ${word} is a flag or an option
                # If ${word} is an option, mark that the next word to be parsed is an option value
                local option
                for option in "${repeating_options[@]}" "${non_repeating_options[@]}"; do
                    [[ "${word}" = "${option}" ]] && is_parsing_option_value=true && break
                done

                # Remove ${word} from ${non_repeating_flags} or ${non_repeating_options} so it isn't offered again
                local not_found=true
                local -i index
                for index in "${!non_repeating_flags[@]}"; do
                    if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                        unset "non_repeating_flags[${index}]"
                        non_repeating_flags=("${non_repeating_flags[@]}")
                        not_found=false
                        break
                    fi
                done
                if "${not_found}"; then
                    for index in "${!non_repeating_flags[@]}"; do
                        if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                            unset "non_repeating_flags[${index}]"
                            non_repeating_flags=("${non_repeating_flags[@]}")
                            break
                        fi
                    done
                fi
                unset "unparsed_words[${word_index}]"
                continue
                ;;
            esac
        fi

        # ${word} is neither a flag, nor an option, nor an option value
        if [[ "${positional_number}" -lt "${positional_count}" || "${positional_count}" -lt 0 ]]; then
            # ${word} is a positional
            ((positional_number++))
            unset "unparsed_words[${word_index}]"
        else
            if [[ -z "${word}" ]]; then
                # Could be completing a flag, option, or subcommand
                positional_number=-1
            else
                # ${word} is a subcommand or invalid, so stop processing this (sub)command
                positional_number=-2
            fi
            break
        fi
    done

    unparsed_words=("${unparsed_words[@]}")

    if\
        ! "${was_flag_option_terminator_seen}"\
        && ! "${is_parsing_option_value}"\
        && [[ ("${cur}" = -* && "${positional_number}" -ge 0) || "${positional_number}" -eq -1 ]]
    then
        COMPREPLY+=($(compgen -W "${repeating_flags[*]} ${non_repeating_flags[*]} ${repeating_options[*]} ${non_repeating_options[*]}" -- "${cur}"))
    fi
}

__photocell_add_completions() {
    local completion
    while IFS='' read -r completion; do
        COMPREPLY+=("${completion}")
    done < <(IFS=$'\n' compgen "${@}" -- "${cur}")
}

__photocell_custom_complete() {
    if [[ -n "${cur}" || -z ${COMP_WORDS[${COMP_CWORD}]} || "${COMP_LINE:${COMP_POINT}:1}" != ' ' ]]; then
        local -ar words=("${COMP_WORDS[@]}")
    else
        local -ar words=("${COMP_WORDS[@]::${COMP_CWORD}}" '' "${COMP_WORDS[@]:${COMP_CWORD}}")
    fi

    "${COMP_WORDS[0]}" "${@}" "${words[@]}"
}

_photocell() {
    local state
    state="$(shopt -p;shopt -po)"
    trap "${state//$'\n'/;}" RETURN
    shopt -s extglob
    set +o history +o posix

    local -xr SAP_SHELL=bash
    local -x SAP_SHELL_VERSION
    SAP_SHELL_VERSION="$(IFS='.';printf %s "${BASH_VERSINFO[*]}")"
    local -r SAP_SHELL_VERSION

    local -r cur="${2}"
    local -r prev="${3}"

    local -i positional_number
    local -a unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")

    local -a repeating_flags=()
    local -a non_repeating_flags=(--version -h --help)
    local -a repeating_options=()
    local -a non_repeating_options=()
    __photocell_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    browse|sheet|apod|warm|duplicates|info|decode|doctor|cache|config|init|help)
        # Offer subcommand argument completions
        "_photocell_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'browse sheet apod warm duplicates info decode doctor cache config init help' -- "${cur}"))
        ;;
    esac
}

_photocell_browse() {
    repeating_flags=()
    non_repeating_flags=(--demo -r --recursive --no-recursive -0 --null --private --no-private --allow-unsandboxed --watch --no-watch --auto-advance --no-auto-advance --output -o --reverse --no-reverse --pairs --no-pairs --motion --no-motion --cursor --no-cursor --plain --no-plain --cache --no-cache --keep-cache-when-suspended --no-keep-cache-when-suspended --offline --no-offline --demo-race --report --json --version -h --help)
    repeating_options=(-i --input --header)
    non_repeating_options=(--json-items --json-image --json-title --s3-endpoint --s3-region --s3-profile --immich-key --color --symbols --images --bandwidth --shared-tier --shared-tier-secret --slideshow --background --pick --cwd-file --sort --group --caption --zoom --theme --ttl --memory-cache --compare-cache --http-cache --stats --seed --latency --photos)
    __photocell_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '-i'|'--input')
        __photocell_add_completions -f
        return
        ;;
    '--json-items')
        return
        ;;
    '--json-image')
        return
        ;;
    '--json-title')
        return
        ;;
    '--s3-endpoint')
        return
        ;;
    '--s3-region')
        return
        ;;
    '--s3-profile')
        return
        ;;
    '--immich-key')
        __photocell_add_completions -f
        return
        ;;
    '--color')
        __photocell_add_completions -W 'none'$'\n''16'$'\n''256'$'\n''truecolor'
        return
        ;;
    '--symbols')
        __photocell_add_completions -W 'half'$'\n''quadrants'$'\n''sextants'$'\n''ascii'
        return
        ;;
    '--images')
        __photocell_add_completions -W 'auto'$'\n''symbols'$'\n''kitty'$'\n''kitty-direct'$'\n''sixel'$'\n''iterm2'
        return
        ;;
    '--bandwidth')
        return
        ;;
    '--shared-tier')
        return
        ;;
    '--shared-tier-secret')
        __photocell_add_completions -f
        return
        ;;
    '--slideshow')
        return
        ;;
    '--background')
        __photocell_add_completions -W 'terminal'$'\n''dark'$'\n''light'$'\n''checkered'
        return
        ;;
    '--pick')
        return
        ;;
    '--cwd-file')
        __photocell_add_completions -f
        return
        ;;
    '--sort')
        __photocell_add_completions -W 'name'$'\n''taken'$'\n''modified'$'\n''size'$'\n''pixels'$'\n''shape'$'\n''rating'$'\n''kind'$'\n''folder'$'\n''random'$'\n''given'
        return
        ;;
    '--group')
        __photocell_add_completions -W 'none'$'\n''day'$'\n''month'$'\n''year'$'\n''folder'$'\n''rating'$'\n''likeness'$'\n''burst'$'\n''auto'
        return
        ;;
    '--caption')
        __photocell_add_completions -W 'name'$'\n''date'$'\n''none'
        return
        ;;
    '--zoom')
        return
        ;;
    '--theme')
        __photocell_add_completions -W 'terminal'$'\n''quiet'$'\n''contrast'
        return
        ;;
    '--ttl')
        return
        ;;
    '--memory-cache')
        return
        ;;
    '--compare-cache')
        __photocell_add_completions -d
        return
        ;;
    '--header')
        return
        ;;
    '--http-cache')
        return
        ;;
    '--stats')
        __photocell_add_completions -W 'text'$'\n''json'
        return
        ;;
    '--seed')
        return
        ;;
    '--latency')
        return
        ;;
    '--photos')
        __photocell_add_completions -d
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __photocell_add_completions -f
        return
        ;;
    esac
}

_photocell_sheet() {
    repeating_flags=()
    non_repeating_flags=(--demo -r --recursive --no-recursive -0 --null --private --no-private --allow-unsandboxed --offline --no-offline --version -h --help)
    repeating_options=(-i --input --header)
    non_repeating_options=(--json-items --json-image --json-title --s3-endpoint --s3-region --s3-profile --immich-key --color --symbols --images --bandwidth --shared-tier --shared-tier-secret --http-cache --columns --width)
    __photocell_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '-i'|'--input')
        __photocell_add_completions -f
        return
        ;;
    '--json-items')
        return
        ;;
    '--json-image')
        return
        ;;
    '--json-title')
        return
        ;;
    '--s3-endpoint')
        return
        ;;
    '--s3-region')
        return
        ;;
    '--s3-profile')
        return
        ;;
    '--immich-key')
        __photocell_add_completions -f
        return
        ;;
    '--color')
        __photocell_add_completions -W 'none'$'\n''16'$'\n''256'$'\n''truecolor'
        return
        ;;
    '--symbols')
        __photocell_add_completions -W 'half'$'\n''quadrants'$'\n''sextants'$'\n''ascii'
        return
        ;;
    '--images')
        __photocell_add_completions -W 'auto'$'\n''symbols'$'\n''kitty'$'\n''kitty-direct'$'\n''sixel'$'\n''iterm2'
        return
        ;;
    '--bandwidth')
        return
        ;;
    '--shared-tier')
        return
        ;;
    '--shared-tier-secret')
        __photocell_add_completions -f
        return
        ;;
    '--header')
        return
        ;;
    '--http-cache')
        return
        ;;
    '--columns')
        return
        ;;
    '--width')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __photocell_add_completions -f
        return
        ;;
    esac
}

_photocell_apod() {
    repeating_flags=()
    non_repeating_flags=(--private --no-private --allow-unsandboxed --auto-advance --no-auto-advance --output -o --reverse --no-reverse --pairs --no-pairs --motion --no-motion --cursor --no-cursor --plain --no-plain --cache --no-cache --keep-cache-when-suspended --no-keep-cache-when-suspended --offline --no-offline --sheet --version -h --help)
    repeating_options=(--header)
    non_repeating_options=(--count --since --api-key --endpoint --color --symbols --images --bandwidth --shared-tier --shared-tier-secret --slideshow --background --pick --cwd-file --sort --group --caption --zoom --theme --ttl --memory-cache --http-cache --columns --width)
    __photocell_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--count')
        return
        ;;
    '--since')
        return
        ;;
    '--api-key')
        return
        ;;
    '--endpoint')
        return
        ;;
    '--color')
        __photocell_add_completions -W 'none'$'\n''16'$'\n''256'$'\n''truecolor'
        return
        ;;
    '--symbols')
        __photocell_add_completions -W 'half'$'\n''quadrants'$'\n''sextants'$'\n''ascii'
        return
        ;;
    '--images')
        __photocell_add_completions -W 'auto'$'\n''symbols'$'\n''kitty'$'\n''kitty-direct'$'\n''sixel'$'\n''iterm2'
        return
        ;;
    '--bandwidth')
        return
        ;;
    '--shared-tier')
        return
        ;;
    '--shared-tier-secret')
        __photocell_add_completions -f
        return
        ;;
    '--slideshow')
        return
        ;;
    '--background')
        __photocell_add_completions -W 'terminal'$'\n''dark'$'\n''light'$'\n''checkered'
        return
        ;;
    '--pick')
        return
        ;;
    '--cwd-file')
        __photocell_add_completions -f
        return
        ;;
    '--sort')
        __photocell_add_completions -W 'name'$'\n''taken'$'\n''modified'$'\n''size'$'\n''pixels'$'\n''shape'$'\n''rating'$'\n''kind'$'\n''folder'$'\n''random'$'\n''given'
        return
        ;;
    '--group')
        __photocell_add_completions -W 'none'$'\n''day'$'\n''month'$'\n''year'$'\n''folder'$'\n''rating'$'\n''likeness'$'\n''burst'$'\n''auto'
        return
        ;;
    '--caption')
        __photocell_add_completions -W 'name'$'\n''date'$'\n''none'
        return
        ;;
    '--zoom')
        return
        ;;
    '--theme')
        __photocell_add_completions -W 'terminal'$'\n''quiet'$'\n''contrast'
        return
        ;;
    '--ttl')
        return
        ;;
    '--memory-cache')
        return
        ;;
    '--header')
        return
        ;;
    '--http-cache')
        return
        ;;
    '--columns')
        return
        ;;
    '--width')
        return
        ;;
    esac
}

_photocell_warm() {
    repeating_flags=()
    non_repeating_flags=(--demo -r --recursive --no-recursive -0 --null --quiet --allow-unsandboxed --offline --no-offline --version -h --help)
    repeating_options=(-i --input --header)
    non_repeating_options=(--json-items --json-image --json-title --s3-endpoint --s3-region --s3-profile --immich-key --size --shared-tier --shared-tier-secret --http-cache)
    __photocell_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '-i'|'--input')
        __photocell_add_completions -f
        return
        ;;
    '--json-items')
        return
        ;;
    '--json-image')
        return
        ;;
    '--json-title')
        return
        ;;
    '--s3-endpoint')
        return
        ;;
    '--s3-region')
        return
        ;;
    '--s3-profile')
        return
        ;;
    '--immich-key')
        __photocell_add_completions -f
        return
        ;;
    '--size')
        __photocell_add_completions -W 'normal'$'\n''large'$'\n''x-large'$'\n''xx-large'
        return
        ;;
    '--shared-tier')
        return
        ;;
    '--shared-tier-secret')
        __photocell_add_completions -f
        return
        ;;
    '--header')
        return
        ;;
    '--http-cache')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __photocell_add_completions -f
        return
        ;;
    esac
}

_photocell_duplicates() {
    repeating_flags=()
    non_repeating_flags=(--demo -r --recursive --no-recursive -0 --null --exact --allow-unsandboxed --offline --no-offline --version -h --help)
    repeating_options=(-i --input --header)
    non_repeating_options=(--json-items --json-image --json-title --s3-endpoint --s3-region --s3-profile --immich-key --within --http-cache)
    __photocell_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '-i'|'--input')
        __photocell_add_completions -f
        return
        ;;
    '--json-items')
        return
        ;;
    '--json-image')
        return
        ;;
    '--json-title')
        return
        ;;
    '--s3-endpoint')
        return
        ;;
    '--s3-region')
        return
        ;;
    '--s3-profile')
        return
        ;;
    '--immich-key')
        __photocell_add_completions -f
        return
        ;;
    '--within')
        return
        ;;
    '--header')
        return
        ;;
    '--http-cache')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __photocell_add_completions -f
        return
        ;;
    esac
}

_photocell_info() {
    repeating_flags=()
    non_repeating_flags=(--json -0 --null --allow-unsandboxed --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __photocell_offer_flags_options -1

    # Offer positional completions
    case "${positional_number}" in
    *)
        __photocell_add_completions -f
        return
        ;;
    esac
}

_photocell_decode() {
    repeating_flags=()
    non_repeating_flags=(--info --summary --json -0 --null --allow-unsandboxed --version -h --help)
    repeating_options=()
    non_repeating_options=(--size --region)
    __photocell_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--size')
        return
        ;;
    '--region')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __photocell_add_completions -f
        return
        ;;
    esac
}

_photocell_doctor() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--shared-tier --shared-tier-secret)
    __photocell_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--shared-tier')
        return
        ;;
    '--shared-tier-secret')
        __photocell_add_completions -f
        return
        ;;
    esac
}

_photocell_cache() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __photocell_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    stats|clear|prune|verify)
        # Offer subcommand argument completions
        "_photocell_cache_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'stats clear prune verify' -- "${cur}"))
        ;;
    esac
}

_photocell_cache_stats() {
    repeating_flags=()
    non_repeating_flags=(--memory --thumbnails --http --index --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--shared-tier --shared-tier-secret)
    __photocell_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--shared-tier')
        return
        ;;
    '--shared-tier-secret')
        __photocell_add_completions -f
        return
        ;;
    esac
}

_photocell_cache_clear() {
    repeating_flags=()
    non_repeating_flags=(--memory --thumbnails --http --index --json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __photocell_offer_flags_options 0
}

_photocell_cache_prune() {
    repeating_flags=()
    non_repeating_flags=(--memory --thumbnails --http --index --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--http-cache)
    __photocell_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--http-cache')
        return
        ;;
    esac
}

_photocell_cache_verify() {
    repeating_flags=()
    non_repeating_flags=(--memory --thumbnails --http --index --json --version -h --help)
    repeating_options=()
    non_repeating_options=()
    __photocell_offer_flags_options 0
}

_photocell_config() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __photocell_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    print|check|path)
        # Offer subcommand argument completions
        "_photocell_config_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'print check path' -- "${cur}"))
        ;;
    esac
}

_photocell_config_print() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __photocell_offer_flags_options 0
}

_photocell_config_check() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __photocell_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __photocell_add_completions -f
        return
        ;;
    esac
}

_photocell_config_path() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __photocell_offer_flags_options 0
}

_photocell_init() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __photocell_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __photocell_add_completions -W 'bash'$'\n''zsh'$'\n''fish'
        return
        ;;
    esac
}

_photocell_help() {
    repeating_flags=()
    non_repeating_flags=(--version)
    repeating_options=()
    non_repeating_options=()
    __photocell_offer_flags_options -1
}

# Browsing is the default: what begins with no command is completed as for browse.
_photocell_or_browse() {
    local -r commands=' browse sheet apod warm duplicates info decode doctor cache config init help '
    if ((COMP_CWORD > 1)) && [[ "${commands}" = *" ${COMP_WORDS[1]} "* ]]; then
        _photocell "${@}"
        return
    fi
    local -a found=()
    ((COMP_CWORD == 1)) && found=($(compgen -W "${commands}" -- "${2}"))
    COMP_WORDS=("${COMP_WORDS[0]}" browse "${COMP_WORDS[@]:1}")
    ((COMP_CWORD++))
    _photocell "${1}" "${2}" "${3}"
    COMPREPLY+=("${found[@]}")
}

complete -o filenames -F _photocell_or_browse photocell
