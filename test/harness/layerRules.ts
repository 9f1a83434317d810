import { posix } from 'node:path';

/** Source files by their path from the repository's root, such as `src/core/turn.ts`. */
export type Sources = ReadonlyMap<string, string>;

/** What a folder of `src` may import, as globs of folders and packages. */
interface Layer {
  readonly imports: readonly string[];
  /** Allowed for types alone, which are gone at run time. */
  readonly types?: readonly string[];
}

/** `src/package.json` says which of two modules this is: that for Node.js or that for browsers. */
const PLATFORM = '#platform';

/** The arrows of the architecture; `src/README.md` shows the same table. Every folder may import from itself. */
const LAYERS: Readonly<Record<string, Layer>> = {
  base: { imports: [] },
  contract: { imports: ['zod/*'] },
  client: { imports: ['base', 'contract', 'zod/*'] },
  core: { imports: ['base', 'ignore', 'markdown-it'], types: ['contract'] },
  // What is read from the disk is checked as what comes over a wire is.
  'core/history': { imports: ['base', 'core', 'zod/*', 'crc-32', 'dequal/*'], types: ['contract'] },
  protocol: { imports: ['zod/*'], types: ['core'] },
  vscode: { imports: ['base', 'core', 'client', 'protocol', 'contract', 'vscode', 'zod/*', PLATFORM] },
  webview: { imports: ['base', 'protocol', 'core', 'highlight.js/*', '@shikijs/*', 'zod/*'] },
  localService: { imports: ['contract', 'node:*'] },
  'extension.ts': { imports: ['vscode', 'core', 'client', 'protocol', 'contract', PLATFORM] },
};

/**
 * Which rooms of a floor a room may use. It is a tree: what all stand on comes first, and no two rooms use each other.
 * Files at a floor's root are for every room, and use none, but for those that put the floor together.
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
    attachments: [],
    code: [],
    editing: [],
    markdown: [],
    models: [],
    prompts: [],
    secrets: [],
    conversation: ['attachments', 'markdown'],
    contextWindow: ['attachments', 'conversation'],
    history: ['attachments', 'conversation', 'markdown'],
    asking: ['attachments', 'conversation', 'history', 'markdown'],
    requests: ['asking', 'conversation', 'history'],
  },
  vscode: {
    panel: [],
    failures: [],
    code: ['panel'],
    editing: ['panel'],
    composer: ['panel'],
    connection: ['failures', 'panel'],
    models: ['connection', 'failures', 'panel'],
    secrets: ['composer', 'connection'],
    contextWindow: ['composer', 'connection', 'models', 'panel'],
    attachments: ['composer', 'contextWindow', 'models', 'panel', 'secrets'],
    prompts: ['attachments', 'composer', 'panel'],
    asking: [
      'attachments',
      'composer',
      'connection',
      'contextWindow',
      'models',
      'panel',
      'prompts',
      'secrets',
    ],
    conversation: ['asking', 'attachments', 'composer', 'connection', 'failures', 'models', 'panel'],
    requests: ['asking', 'connection', 'failures', 'panel'],
    history: ['composer', 'connection', 'panel'],
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

/** Files at a floor's root that put it together, and may use all of its rooms. No room may use them. */
const TOPS: readonly string[] = [
  'src/client/chatClient.ts',
  'src/vscode/features.ts',
  'src/vscode/testAccess.ts',
  'src/vscode/platformInBrowser.ts',
  'src/webview/main.ts',
];

/** The arrows that are none of the above, each from one file alone. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  // The catalogue's facts, which fill in what a list of models leaves out.
  'src/core/models/modelInfo.ts': 'src/contract/catalogue.ts',
  // The kinds of failures, by which a failure on the disk is checked.
  'src/core/history/records/recordSchema.ts': 'src/contract/failure.ts',
  // The disk, which the requests of the last minute are counted on. In the bundle for browsers it is not.
  'src/vscode/node/slotFiles.ts': 'node:fs/promises',
  // The user's folder, where an export is offered to go.
  'src/vscode/node/platformInNode.ts': 'node:os',
  // The disk, which history is kept on.
  'src/vscode/node/disk.ts': 'node:fs/promises',
};

const MOST_LINES = 400;

/** Every import from one room of a floor into another that the table has no arrow for, as a sentence each. */
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

/** Folders of a floor that are no room of the table, and rooms of the table without a folder. */
export function unknownRooms(sources: Sources): string[] {
  const folders = new Set(
    [...sources.keys()]
      .filter((file) => roomOf(file) !== '')
      .map((file) => `${layerOf(file)}/${roomOf(file)}`),
  );
  const rooms = new Set(
    Object.entries(ROOMS).flatMap(([floor, own]) => Object.keys(own).map((room) => `${floor}/${room}`)),
  );
  const floors = Object.keys(ROOMS);
  return [
    ...[...folders].filter((folder) => floors.includes(folder.split('/')[0] ?? '') && !rooms.has(folder)),
    ...[...rooms].filter((room) => !folders.has(room)),
    ...Object.values(ROOMS).flatMap((own) => roundTrips(own)),
  ];
}

/** Rooms that come back to themselves by the arrows of the table. */
function roundTrips(rooms: Readonly<Record<string, readonly string[]>>): string[] {
  const reaches = (room: string, goal: string): boolean =>
    (rooms[room] ?? []).some((next) => next === goal || reaches(next, goal));
  return Object.keys(rooms).filter((room) => reaches(room, room));
}

/** The folder of a floor that a file is in; empty for a file at the floor's root. */
function roomOf(file: string): string {
  return /^src\/[^/]+\/([^/]+)\//.exec(file)?.[1] ?? '';
}

/** Every import that goes against the layers, as a sentence each. */
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
  if (!isPackage && !specifier.endsWith('.ts')) {
    return false;
  }
  const to = isPackage ? specifier : layerOf(target);
  if (to === own && !isPackage) {
    return true;
  }
  if (EXCEPTIONS[file] === target) {
    return true;
  }
  const allowed = [...(layer?.imports ?? []), ...(typesOnly ? (layer?.types ?? []) : [])];
  // The API of VS Code has the name of one of the folders.
  if (isPackage && specifier === 'vscode') {
    return own === 'vscode' || (own === 'extension.ts' && typesOnly);
  }
  return allowed.some((name) =>
    name.endsWith('*') ? isPackage && to.startsWith(name.slice(0, -1)) : name === to,
  );
}

/** The folder under `src` that a file is in, or its name when it lies in `src` itself; outside of `src` its path. */
function layerOf(file: string): string {
  return /^src\/([^/]+)/.exec(file)?.[1] ?? file;
}

function resolve(file: string, specifier: string): string {
  return posix.join(posix.dirname(file), specifier);
}

/** One cycle of imports, of types or values, as the files in order; `undefined` when there is none. */
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

/** Files that have grown past what one idea needs. */
export function longFiles(sources: Sources): string[] {
  return [...sources]
    .map(([file, source]) => ({ file, lines: source.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > MOST_LINES)
    .map(({ file, lines }) => `${file} has ${lines} lines`);
}

/** Files with a default export: a thing has one name everywhere. */
export function defaultExports(sources: Sources): string[] {
  return [...sources.keys()].filter((file) =>
    /^export (?:default\b|\{[^}]*\bas default\b)/m.test(sources.get(file) ?? ''),
  );
}

/** One import of a module: a static or dynamic import, or a re-export. */
interface Import {
  /** As it is written: `zod/mini`, `../core/turn.ts`. */
  readonly specifier: string;
  /** Whether it is gone at run time: `import type`, `export type`, or every name in it marked with `type`. */
  readonly typesOnly: boolean;
}

const STATIC = /^[ \t]*(?:import|export)\b(?<clause>[^;'"`]*?)\bfrom\s*['"](?<specifier>[^'"]+)['"]/gm;
const SIDE_EFFECT = /^[ \t]*import\s*['"](?<specifier>[^'"]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"](?<specifier>[^'"]+)['"]/g;

/** Finds the imports of a TypeScript file by its text, as the formatter writes it: each statement on its own line. */
function readImports(source: string): Import[] {
  const found: Import[] = [];
  for (const { groups } of source.matchAll(STATIC)) {
    found.push({ specifier: groups?.['specifier'] ?? '', typesOnly: isTypesOnly(groups?.['clause'] ?? '') });
  }
  for (const pattern of [SIDE_EFFECT, DYNAMIC]) {
    for (const { groups } of source.matchAll(pattern)) {
      found.push({ specifier: groups?.['specifier'] ?? '', typesOnly: false });
    }
  }
  return found;
}

function isTypesOnly(clause: string): boolean {
  if (/^\s*type\s/.test(clause)) {
    return true;
  }
  const names = /^\s*\{(?<names>[^}]*)\}\s*$/.exec(clause)?.groups?.['names'] ?? '';
  const list = names.split(',').filter((name) => name.trim() !== '');
  return list.length > 0 && list.every((name) => /^\s*type\s/.test(name));
}
