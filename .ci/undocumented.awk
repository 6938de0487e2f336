# Prints every `package` or `public` declaration without a documentation comment before it (attributes may stand
# between the two). Imports are no declarations.
/^[[:space:]]*\/\/\// { documented = 1; next }
/^[[:space:]]*@[A-Za-z(). ]+$/ { next }
/^[[:space:]]*(@[A-Za-z]+ )*(package|public) / && !/^[[:space:]]*(package|public) import / {
  if (!documented) printf "%s:%d: %s\n", FILENAME, FNR, $0
}
{ documented = 0 }
