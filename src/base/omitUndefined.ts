/** Some of the properties, none of them `undefined`. */
type WithoutUndefined<Properties> = { [Name in keyof Properties]?: Exclude<Properties[Name], undefined> };

/**
 * The properties whose value is not `undefined`. An optional property is absent and never `undefined`, so that
 * objects compare, are stored and are sent the same whether or not they came through JSON.
 */
export function omitUndefined<Properties extends object>(
  properties: Properties,
): WithoutUndefined<Properties>;
export function omitUndefined(properties: object): object {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));
}
