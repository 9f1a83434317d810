import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type AnyNode, parse } from 'acorn';
import { transform } from 'esbuild';
import { REPOSITORY } from '../harness/paths.ts';
import type { Recorded } from './expressionRecorder.ts';

/** A regular expression of `src`. */
export interface Found {
  /** The first file that has it, from the repository's root. */
  readonly file: string;
  /** Undefined if it is made when a function is called: what it is may depend on the call. */
  readonly expression?: RegExp;
}

/** A call of `RegExp`. */
interface Call {
  /** Its source on one line. */
  readonly text: string;
  /** Position as V8 counts, such as `12:1`. */
  readonly at: string;
  readonly isInFunction: boolean;
}

/** What stands in the source of a module. */
interface Read {
  readonly literals: RegExp[];
  readonly calls: Call[];
}

/**
 * A line that may have an expression, so that only a third of all files must be parsed: `RegExp`, or a slash that begins
 * no comment and another one, neither in a line of a comment nor of an import.
 */
const MAY_HAVE_EXPRESSION =
  /\bRegExp\b|^(?!\s*(?:\/\/|\* |import |\} from )(?!.*\$\{)).*(?<![*/])\/(?![*/]).*\//m;

/**
 * Finds all regular expressions of `src`: literals, and what modules make with `RegExp` when they are loaded, by their
 * source, such as `/a/g`. Calls of `RegExp` in functions, by file and source.
 *
 * @param inEveryFile also in those that seem to have none
 * @throws Error if a file can't be read, or makes an expression in a way that this does not find
 */
export async function findExpressions(inEveryFile: boolean): Promise<ReadonlyMap<string, Found>> {
  const files = readdirSync(join(REPOSITORY, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path))
    .sort()
    .map((path) => ({
      file: `src/${path.replaceAll('\\', '/')}`,
      url: pathToFileURL(join(REPOSITORY, 'src', path)).href,
      source: readFileSync(join(REPOSITORY, 'src', path), 'utf8'),
    }))
    .filter(({ source }) => inEveryFile || MAY_HAVE_EXPRESSION.test(source));
  const modules = await Promise.all(
    files.map(async ({ file, url, source }) => {
      const js = await withoutTypes(file, source);
      return { file, url, js, ...expressionsIn(file, js) };
    }),
  );
  const found = new Map<string, Found>();
  const add = (key: string, item: Found): void => {
    found.set(key, found.get(key) ?? item);
  };
  for (const { file, literals, calls } of modules) {
    for (const expression of literals) {
      add(sourceOf(expression), { file, expression });
    }
    for (const { text } of calls.filter(({ isInFunction }) => isInFunction)) {
      add(`${file}: ${text}`, { file });
    }
  }
  const loading = modules.filter(({ calls }) => calls.some(({ isInFunction }) => !isInFunction));
  const recorded = await recordLoading(new Map(loading.map(({ url, js }) => [url, js])));
  for (const { file, url, calls } of loading) {
    const own = recorded.filter((each) => each.url === url);
    for (const { expression } of own) {
      add(sourceOf(expression), { file, expression });
    }
    const positions = new Set(own.map(({ line, column }) => `${line}:${column}`));
    const missed = calls.find(({ at, isInFunction }) => !isInFunction && !positions.has(at));
    if (missed !== undefined) {
      throw new Error(`${file} was loaded without a call of ${missed.text}`);
    }
  }
  return found;
}

/** Acorn reads only JavaScript. */
export async function withoutTypes(file: string, source: string): Promise<string> {
  const { code } = await transform(source, { loader: file.endsWith('x') ? 'tsx' : 'ts', sourcefile: file });
  return code;
}

/** The source of an expression on one line, without tabs. */
function sourceOf(expression: RegExp): string {
  return String(expression).replaceAll('\t', '\\t');
}

/** Returns what the modules make with `RegExp` when they are loaded. */
async function recordLoading(sources: ReadonlyMap<string, string>): Promise<readonly Recorded[]> {
  const worker = new Worker(new URL('./expressionRecorder.ts', import.meta.url), { workerData: sources });
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('The modules of src did not load')));
    });
  } finally {
    await worker.terminate();
  }
}

/**
 * Finds the expressions of a module.
 *
 * @throws Error if it can't be parsed, or uses `RegExp` otherwise than to call it where it is named
 */
export function expressionsIn(file: string, js: string): Read {
  const read: Read = { literals: [], calls: [] };
  try {
    visit(parse(js, { ecmaVersion: 'latest', sourceType: 'module', locations: true }), false);
  } catch (error) {
    throw new Error(`The expressions of ${file} can't be found`, { cause: error });
  }
  return read;

  function visit(node: AnyNode, isInFunction: boolean): void {
    if (node.type === 'Literal' && node.regex) {
      read.literals.push(new RegExp(node.regex.pattern, node.regex.flags));
    }
    if ((node.type === 'NewExpression' || node.type === 'CallExpression') && isRegExp(node.callee)) {
      const text = js.slice(node.start, node.end).replaceAll(/\s+/g, ' ');
      const at = `${node.loc?.start.line}:${(node.loc?.start.column ?? 0) + 1}`;
      read.calls.push({ text, at, isInFunction });
      for (const argument of node.arguments) {
        visit(argument, isInFunction);
      }
    } else if (node.type === 'BinaryExpression' && node.operator === 'instanceof' && isRegExp(node.right)) {
      visit(node.left, isInFunction);
    } else if (isRegExp(node)) {
      throw new Error(`RegExp is used without a call: ${js.slice(node.start, js.indexOf('\n', node.end))}`);
    } else if (!isEscape(node)) {
      for (const child of childrenOf(node)) {
        visit(child, isInFunction || isFunction(node, child));
      }
    }
  }
}

function isRegExp(node: AnyNode): boolean {
  return node.type === 'Identifier' && node.name === 'RegExp';
}

/** `RegExp.escape` */
function isEscape(node: AnyNode): boolean {
  return (
    node.type === 'MemberExpression' &&
    isRegExp(node.object) &&
    node.property.type === 'Identifier' &&
    node.property.name === 'escape'
  );
}

/** Whether a child runs only when a function is called or an object is made. */
function isFunction(node: AnyNode, child: AnyNode): boolean {
  return (
    /Function/.test(node.type) || (node.type === 'PropertyDefinition' && !node.static && child === node.value)
  );
}

function childrenOf(node: AnyNode): AnyNode[] {
  return Object.values(node).flat().filter(isNode);
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
