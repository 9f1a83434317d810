type WithoutUndefined<Properties> = { [Name in keyof Properties]?: Exclude<Properties[Name], undefined> };

/**
 * A copy without the properties whose value is `undefined`. Throughout this code an optional property is absent rather
 * than `undefined`, so that an object compares equal to its copy that went through JSON.
 */
export function omitUndefined<Properties extends object>(
  properties: Properties,
): WithoutUndefined<Properties>;
export function omitUndefined(properties: object): object {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));
}
