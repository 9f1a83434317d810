/** Ids of icons by file. Names and extensions are in lower case, extensions without the first dot. */
export interface IconAssociations {
  file?: string | undefined;
  fileNames?: Readonly<Record<string, string>> | undefined;
  fileExtensions?: Readonly<Record<string, string>> | undefined;
  languageIds?: Readonly<Record<string, string>> | undefined;
}

/** The associations of a file icon theme, as VS Code documents them. */
export interface FileIconTheme extends IconAssociations {
  /** Override the others in light or high contrast themes. */
  light?: IconAssociations | undefined;
  highContrast?: IconAssociations | undefined;
}

/**
 * Id of a file's icon: by its name, else by its longest known extension, else by its language.
 * @param name without folders
 */
export function fileIconId(
  theme: FileIconTheme,
  { name, languageId }: { name: string; languageId: string | undefined },
  variant: 'light' | 'highContrast' | undefined,
): string | undefined {
  const associations = [...(variant === undefined ? [] : [theme[variant] ?? {}]), theme];
  const find = (kind: 'fileNames' | 'fileExtensions' | 'languageIds', key: string): string | undefined =>
    associations.map((one) => idOf(one[kind], key)).find((id) => id !== undefined);
  const lowerName = name.toLowerCase();
  const byName = find('fileNames', lowerName);
  if (byName !== undefined) {
    return byName;
  }
  for (let dot = lowerName.indexOf('.'); dot !== -1; dot = lowerName.indexOf('.', dot + 1)) {
    const byExtension = find('fileExtensions', lowerName.slice(dot + 1));
    if (byExtension !== undefined) {
      return byExtension;
    }
  }
  return (
    (languageId === undefined ? undefined : find('languageIds', languageId)) ??
    associations.find(({ file }) => file !== undefined)?.file
  );
}

/** A file may have the name of a property that every object has. */
function idOf(ids: Readonly<Record<string, string>> | undefined, key: string): string | undefined {
  return ids !== undefined && Object.hasOwn(ids, key) ? ids[key] : undefined;
}
