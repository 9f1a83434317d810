/**
 * The scopes of the other grammars that a TextMate grammar takes rules from, such as `source.css` for
 * `source.css#rules`, in the order of the grammar. Its own parts (`#name`, `$self`, `$base`) are none.
 */
export function includedScopes(grammar: unknown): string[] {
  const found = new Set<string>();
  const open: unknown[] = [grammar];
  // Not recursive: a grammar of an extension may be nested as deep as its author likes.
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) {
      continue;
    }
    if ('include' in value && typeof value.include === 'string') {
      const [scope = ''] = value.include.split('#', 1);
      if (scope !== '' && !scope.startsWith('$')) {
        found.add(scope);
      }
    }
    open.push(
      ...Object.values(value)
        .filter((part) => typeof part === 'object' && part !== null)
        .reverse(),
    );
  }
  return [...found];
}
