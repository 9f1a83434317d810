/**
 * The scopes of other grammars that a TextMate grammar includes, such as `source.css` for `source.css#rules`, in
 * order. References to the grammar itself (`#name`, `$self`, `$base`) don't count.
 */
export function includedScopes(grammar: unknown): string[] {
  const found = new Set<string>();
  const open: unknown[] = [grammar];
  // Not recursive, since an extension's grammar can be nested to any depth.
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
