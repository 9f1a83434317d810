import * as z from 'zod/mini';

/** What VS Code says of files that are dragged, the best first; its own names are written in small letters by browsers. */
const LISTS = ['application/vnd.code.uri-list', 'text/uri-list'] as const;
const URI_ARRAY = 'resourceurls';
const EDITORS = 'codeeditors';
const KNOWN: readonly string[] = [...LISTS, URI_ARRAY, EDITORS, 'codefiles', 'files'];

const urisSchema = z.array(z.string());
const editorsSchema = z.array(z.object({ resource: z.optional(z.unknown()) }));

/** Whether files may be among what is dragged. What they are is only said when they are dropped. */
export function mayHoldFiles({ types }: DataTransfer): boolean {
  return types.some((type) => KNOWN.includes(type.toLowerCase()));
}

/** The addresses of the files that were dropped; empty for those that come from outside VS Code. */
export function droppedUris(dropped: DataTransfer): string[] {
  const lists = LISTS.flatMap((type) => dropped.getData(type).split(/\r?\n/));
  const all = [...lists, ...uriArray(dropped), ...editorUris(dropped)];
  const uris = all.map((uri) => uri.trim()).filter((uri) => /^[a-z][\w+.-]*:/i.test(uri));
  return [...new Set(uris)].filter((uri) => !/^https?:/i.test(uri));
}

function uriArray(dropped: DataTransfer): string[] {
  return urisSchema.safeParse(parsed(dropped.getData(URI_ARRAY))).data ?? [];
}

function editorUris(dropped: DataTransfer): string[] {
  const editors = editorsSchema.safeParse(parsed(dropped.getData(EDITORS))).data ?? [];
  return editors.flatMap(({ resource }) => (typeof resource === 'string' ? [resource] : []));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
