/** Whether two values of JSON are the same, in whatever order their fields are; a field without a value is none. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return Object.is(one, other);
  }
  const [fields, others] = [fieldsOf(one), fieldsOf(other)];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    fields.size === others.size &&
    [...fields].every(([name, value]) => others.has(name) && sameValue(value, others.get(name)))
  );
}

function fieldsOf(value: object): Map<string, unknown> {
  return new Map(Object.entries(value).filter(([, field]) => field !== undefined));
}
