import { posix } from 'node:path';

/** Contents of source files by path from the repository's root, such as `src/core/turn.ts`. */
export type Sources = ReadonlyMap<string, string>;

/** What a folder of `src` may import: folders, and packages as globs. */
interface Layer {
  readonly imports: readonly string[];
  /** Only for type imports, which don't exist at run time. */
  readonly types?: readonly string[];
}

/** Import that `src/package.json` maps to the module for Node.js or for browsers. */
const PLATFORM = '#platform';

/** Allowed imports between layers; `src/README.md` shows them. A folder may always import from itself. */
const LAYERS: Readonly<Record<string, Layer>> = {
  base: { imports: ['zod/*'] },
  contract: { imports: ['base', 'zod/*'] },
  client: { imports: ['base', 'contract', 'zod/*'] },
  core: { imports: ['base', 'crc-32', 'ignore', 'markdown-it', 'node-diff3'], types: ['contract'] },
  // Validates what it reads from disk as the client validates responses.
  'core/history': { imports: ['base', 'core', 'zod/*', 'crc-32', 'dequal/*'], types: ['contract'] },
  protocol: { imports: ['base', 'core', 'zod/*'] },
  vscode: {
    imports: ['base', 'core', 'client', 'protocol', 'contract', 'vscode', 'zod/*', 'dequal/*', PLATFORM],
  },
  webview: { imports: ['base', 'protocol', 'core', '@shikijs/*', 'temml'] },
  localService: { imports: ['contract', 'node:*'] },
  'extension.ts': { imports: ['vscode', 'base', 'core', 'client', 'protocol', 'contract', PLATFORM] },
  'main.ts': { imports: ['vscode', 'base', 'core'], types: ['protocol'] },
};

/**
 * Which rooms of a layer a room may import. The imports form a DAG: rooms without imports come first, and no two
 * rooms import each other. All rooms may import the files at the layer's root, which import no room, except for
 * `TOPS`.
 */
const ROOMS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  client: {
    address: [],
    failures: ['address'],
    pacing: ['address'],
    transport: ['address', 'failures', 'pacing'],
    reading: ['address', 'failures', 'transport'],
  },
  core: {
    code: [],
    attachments: ['code'],
    markdown: ['code'],
    models: [],
    composer: [],
    prompts: [],
    secrets: ['code'],
    commitMessage: ['markdown'],
    conversation: ['attachments', 'markdown', 'secrets'],
    editing: ['attachments', 'code', 'conversation', 'markdown'],
    contextWindow: ['attachments', 'conversation'],
    history: ['attachments', 'conversation', 'markdown', 'secrets'],
    asking: ['attachments', 'contextWindow', 'conversation', 'history', 'markdown'],
    requests: ['asking', 'conversation', 'history'],
  },
  vscode: {
    panel: [],
    failures: [],
    code: ['panel'],
    composer: ['panel'],
    connection: ['failures', 'panel'],
    models: ['connection', 'failures', 'panel'],
    secrets: ['composer', 'connection'],
    contextWindow: ['composer', 'connection', 'models', 'panel'],
    attachments: ['code', 'composer', 'contextWindow', 'models', 'panel', 'secrets'],
    editing: ['attachments', 'composer', 'panel'],
    prompts: ['attachments', 'composer', 'panel'],
    problems: ['attachments', 'composer', 'editing', 'panel', 'prompts'],
    asking: [
      'attachments',
      'composer',
      'connection',
      'contextWindow',
      'editing',
      'failures',
      'models',
      'panel',
      'prompts',
      'secrets',
    ],
    commitMessage: ['asking', 'attachments', 'composer', 'contextWindow', 'failures', 'models', 'panel'],
    conversation: ['asking', 'attachments', 'composer', 'connection', 'failures', 'models', 'panel'],
    requests: ['asking', 'connection', 'failures', 'panel', 'secrets'],
    history: ['composer', 'connection', 'panel', 'secrets'],
    node: ['history'],
  },
  webview: {
    code: [],
    connection: [],
    contextWindow: [],
    failures: [],
    find: [],
    history: [],
    attachments: [],
    markdown: ['code'],
    composer: ['attachments', 'connection', 'contextWindow'],
    conversation: ['attachments', 'code', 'failures', 'find', 'markdown'],
    panel: ['attachments', 'code', 'composer', 'connection', 'contextWindow', 'conversation', 'history'],
  },
};

/** Files at a layer's root that compose it and may import all of its rooms. No room may import them. */
const TOPS: readonly string[] = [
  'src/client/chatClient.ts',
  'src/vscode/features.ts',
  'src/vscode/testAccess.ts',
  'src/vscode/platformInBrowser.ts',
  'src/vscode/platformInBundle.ts',
  'src/webview/firstPaint.ts',
  'src/webview/start.ts',
];

/** Exceptions to the tables above: each allows one file one import. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  // Has the name of the built file, which the bundle loads.
  'src/main.ts': 'src/extension.js',
  // Fills in, from the catalogue, the fields that a list of models leaves out.
  'src/core/models/modelInfo.ts': 'src/contract/catalogue.ts',
  // Validates stored failures by kind.
  'src/core/history/records/recordSchema.ts': 'src/contract/failure.ts',
  // Offers the home folder as the target of exports.
  'src/vscode/node/platformInNode.ts': 'node:os',
  // Hears from `fetch` that a proxy closes its connections.
  'src/vscode/node/fetchByProxy.ts': 'node:diagnostics_channel',
  // Stores the history on disk.
  'src/vscode/node/disk.ts': 'node:fs/promises',
  // Finds the folder of a file, also on Windows.
  'src/vscode/node/realPath.ts': 'node:path',
};

/** What is behind a door, by file and export: only these files may import it. */
const BEHIND_DOORS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  // Writes without asking: only what a proposal shows, or into a proposal.
  'src/vscode/editing/documentWriter.ts': { writeReviewed: ['src/vscode/editing/review.ts'] },
  // Reads files that a search would not find: those that the user has turned on, selected code in, or opens from a reply.
  'src/vscode/attachments/readingDoor.ts': {
    readChosen: [
      'src/vscode/attachments/attachmentReader.ts',
      'src/vscode/attachments/definitions/findDefinitions.ts',
      'src/vscode/editing/applyToFile.ts',
      'src/vscode/editing/blockFiles.ts',
      'src/vscode/editing/replyFiles.ts',
    ],
  },
  // Reads any notebook.
  'src/vscode/attachments/notebookText.ts': { notebookText: ['src/vscode/attachments/readingDoor.ts'] },
  // Writes any file: the one that the user has named in VS Code's dialog.
  'src/vscode/history/transfer/transferFiles.ts': {
    writeWhole: ['src/vscode/history/transfer/exportCommands.ts'],
  },
  // Hands out VS Code's access to all files.
  'src/vscode/history/files/workspaceHistoryFiles.ts': {
    createWorkspaceHistoryFiles: ['src/vscode/node/platformInNode.ts', 'src/vscode/platformInBrowser.ts'],
  },
};

/** Returns a sentence for each import that goes round a door. */
export function importsRoundDoors(sources: Sources): string[] {
  const found: string[] = [];
  for (const [file, source] of sources) {
    for (const { specifier, names } of readImports(source)) {
      for (const [name, importers] of Object.entries(BEHIND_DOORS[resolve(file, specifier)] ?? {})) {
        if ((names.includes(name) || names.includes('*')) && !importers.includes(file)) {
          found.push(`${file} may not import ${name} of ${specifier}`);
        }
      }
    }
  }
  return found;
}

/** Returns what the table of doors names but no file exports. */
export function unknownDoors(sources: Sources): string[] {
  return Object.entries(BEHIND_DOORS).flatMap(([file, names]) =>
    Object.keys(names).filter(
      (name) => !new RegExp(`^export .*\\bfunction ${name}\\b`, 'm').test(sources.get(file) ?? ''),
    ),
  );
}

/** Returns a sentence for each import between rooms of a layer that the table doesn't allow. */
export function forbiddenBetweenRooms(sources: Sources): string[] {
  const found: string[] = [];
  for (const [file, source] of sources) {
    for (const { specifier } of readImports(source)) {
      const target = resolve(file, specifier);
      if (specifier.startsWith('.') && layerOf(file) === layerOf(target) && !mayUse(file, target)) {
        found.push(`${file} may not import ${specifier}`);
      }
    }
  }
  return found;
}

function mayUse(file: string, target: string): boolean {
  const rooms = ROOMS[layerOf(file)];
  const [own, other] = [roomOf(file), roomOf(target)];
  if (rooms === undefined || own === other || TOPS.includes(file)) {
    return true;
  }
  return other === '' ? !TOPS.includes(target) : (rooms[own]?.includes(other) ?? false);
}

/**
 * Returns folders of a layer that are missing in the table, rooms of the table without a folder, and rooms in a
 * cycle.
 */
export function unknownRooms(sources: Sources): string[] {
  const folders = new Set(
    [...sources.keys()]
      .filter((file) => roomOf(file) !== '')
      .map((file) => `${layerOf(file)}/${roomOf(file)}`),
  );
  const rooms = new Set(
    Object.entries(ROOMS).flatMap(([layer, own]) => Object.keys(own).map((room) => `${layer}/${room}`)),
  );
  const layers = Object.keys(ROOMS);
  return [
    ...[...folders].filter((folder) => layers.includes(folder.split('/')[0] ?? '') && !rooms.has(folder)),
    ...[...rooms].filter((room) => !folders.has(room)),
    ...Object.values(ROOMS).flatMap((own) => roomsInCycles(own)),
  ];
}

/** Returns rooms that reach themselves through the table. */
function roomsInCycles(rooms: Readonly<Record<string, readonly string[]>>): string[] {
  const reaches = (room: string, goal: string): boolean =>
    (rooms[room] ?? []).some((next) => next === goal || reaches(next, goal));
  return Object.keys(rooms).filter((room) => reaches(room, room));
}

/** Returns the room of a file; empty for a file at the layer's root. */
function roomOf(file: string): string {
  return /^src\/[^/]+\/([^/]+)\//.exec(file)?.[1] ?? '';
}

/** Returns a sentence for each import that violates the layers. */
export function forbiddenImports(sources: Sources): string[] {
  const found: string[] = [];
  for (const [file, source] of sources) {
    for (const imported of readImports(source)) {
      if (!isAllowed(file, imported)) {
        const what = imported.typesOnly ? 'the types of ' : '';
        found.push(`${file} may not import ${what}${imported.specifier}`);
      }
    }
  }
  return found;
}

function isAllowed(file: string, { specifier, typesOnly }: Import): boolean {
  const own = layerOf(file);
  const layer = LAYERS[`${own}/${roomOf(file)}`] ?? LAYERS[own];
  const isPackage = !specifier.startsWith('.');
  const target = isPackage ? specifier : resolve(file, specifier);
  if (EXCEPTIONS[file] === target) {
    return true;
  }
  if (!isPackage && !specifier.endsWith('.ts')) {
    return false;
  }
  const to = isPackage ? specifier : layerOf(target);
  if (to === own && !isPackage) {
    return true;
  }
  const allowed = [...(layer?.imports ?? []), ...(typesOnly ? (layer?.types ?? []) : [])];
  // The package `vscode` has the same name as a layer.
  if (isPackage && specifier === 'vscode') {
    return own === 'vscode' || own === 'main.ts' || (own === 'extension.ts' && typesOnly);
  }
  return allowed.some((name) =>
    name.endsWith('*') ? isPackage && to.startsWith(name.slice(0, -1)) : name === to,
  );
}

/** Returns the folder below `src` of a file, its name if it is directly in `src`, or its path if it is outside. */
function layerOf(file: string): string {
  return /^src\/([^/]+)/.exec(file)?.[1] ?? file;
}

function resolve(file: string, specifier: string): string {
  return posix.join(posix.dirname(file), specifier);
}

/** Returns the files of one import cycle (of types or values), in order, or `undefined` if there is none. */
export function importCycle(sources: Sources): string[] | undefined {
  const finished = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(file)) {
      return [...path.slice(path.indexOf(file)), file];
    }
    if (finished.has(file)) {
      return undefined;
    }
    for (const { specifier } of readImports(sources.get(file) ?? '')) {
      const cycle = specifier.startsWith('.') ? visit(resolve(file, specifier), [...path, file]) : undefined;
      if (cycle) {
        return cycle;
      }
    }
    finished.add(file);
    return undefined;
  };
  for (const file of sources.keys()) {
    const cycle = visit(file, []);
    if (cycle) {
      return cycle;
    }
  }
  return undefined;
}

/** Returns these files and all that import one of them at run time, directly or not. */
export function importersOf(files: readonly string[], sources: Sources): ReadonlySet<string> {
  const importers = new Map<string, string[]>();
  for (const [file, source] of sources) {
    for (const { specifier, typesOnly } of readImports(source)) {
      if (specifier.startsWith('.') && !typesOnly) {
        const imported = resolve(file, specifier);
        importers.set(imported, [...(importers.get(imported) ?? []), file]);
      }
    }
  }
  const found = new Set(files);
  for (const file of found) {
    for (const importer of importers.get(file) ?? []) {
      found.add(importer);
    }
  }
  return found;
}

/** Returns files with more than 400 lines. */
export function longFiles(sources: Sources): string[] {
  return [...sources]
    .map(([file, source]) => ({ file, lines: source.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > 400)
    .map(({ file, lines }) => `${file} has ${lines} lines`);
}

/** Returns files with a default export: an export should have the same name everywhere. */
export function defaultExports(sources: Sources): string[] {
  return [...sources.keys()].filter((file) =>
    /^export (?:default\b|\{[^}]*\bas default\b)/m.test(sources.get(file) ?? ''),
  );
}

/** A static or dynamic import, or a re-export. */
interface Import {
  /** The specifier as written: `zod/mini`, `../core/turn.ts`. */
  readonly specifier: string;
  /** The names of what is imported, as they are exported. `*` for everything. */
  readonly names: readonly string[];
  /** Whether it doesn't exist at run time: `import type`, `export type`, or every name marked with `type`. */
  readonly typesOnly: boolean;
}

const STATIC = /^[ \t]*(?:import|export)\b(?<clause>[^;'"`]*?)\bfrom\s*['"](?<specifier>[^'"]+)['"]/gm;
const SIDE_EFFECT = /^[ \t]*import\s*['"](?<specifier>[^'"]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"](?<specifier>[^'"]+)['"]/g;

/**
 * Finds the imports of a TypeScript file by patterns. Relies on the formatter, which puts each statement on its own
 * line.
 */
function readImports(source: string): Import[] {
  const found: Import[] = [];
  for (const { groups } of source.matchAll(STATIC)) {
    const { clause = '', specifier = '' } = groups ?? {};
    found.push({ specifier, names: namesIn(clause), typesOnly: isTypesOnly(clause) });
  }
  for (const pattern of [SIDE_EFFECT, DYNAMIC]) {
    for (const { groups } of source.matchAll(pattern)) {
      found.push({ specifier: groups?.['specifier'] ?? '', names: ['*'], typesOnly: false });
    }
  }
  return found;
}

function namesIn(clause: string): string[] {
  const list = /\{(?<names>[^}]*)\}/.exec(clause)?.groups?.['names'];
  return list === undefined
    ? ['*']
    : list.split(',').map((name) => /^\s*(?:type\s+)?(\w+)/.exec(name)?.[1] ?? '');
}

function isTypesOnly(clause: string): boolean {
  const names = /^\s*\{(?<names>[^}]*)\}\s*$/.exec(clause)?.groups?.['names'] ?? '';
  const list = names.split(',').filter((name) => name.trim() !== '');
  const isType = (name: string): boolean => /^\s*type\s/.test(name);
  return isType(clause) || (list.length > 0 && list.every(isType));
}
