/** What a piece of code declares, as far as simple patterns can tell, each name once and in order. */
interface CodeFacts {
  /** The language in words, such as `TypeScript`; the id itself where it is not one of those known here. */
  languageName: string;
  /** Functions and methods. */
  functions: string[];
  /** Classes, and what stands for them: structs, interfaces, enums, traits, modules. */
  classes: string[];
  /** Whether there are patterns for the language: without, empty lists say nothing. */
  isKnownLanguage: boolean;
}

/** Each pattern reads one line and puts the name in its group. */
interface Language {
  name: string;
  ids: readonly string[];
  functions: readonly RegExp[];
  classes: readonly RegExp[];
}

/** Words that are neither the name nor the type of a function where they look like one. */
const NOT_A_KEYWORD =
  '(?!(?:if|else|elif|for|foreach|while|do|switch|case|catch|try|return|throw|new|await|yield|using|lock|' +
  'with|delete|typeof|sizeof|assert|synchronized|fixed|goto|function|constructor|class|record)\\b)';

/** `public static int parse(String text) {`: words, then a name and its arguments, and no `;` at the end. */
const TYPED_FUNCTION = new RegExp(
  `^[ \\t]*(?:${NOT_A_KEYWORD}[\\w.<>[\\],?@:*&]+[ \\t]+)+[*&]*${NOT_A_KEYWORD}([\\w:~]+)[ \\t]*\\([^;]*$`,
);

/** `async load(path: string): Promise<void> {` in a class or an object; a call with a callback is none. */
const SCRIPT_METHOD = new RegExp(
  '^[ \\t]+(?:(?:public|private|protected|static|override|async|get|set)[ \\t]+)*[*#]?' +
    `${NOT_A_KEYWORD}([\\w$]+)(?:<[^()]*>)?\\((?:[^()'"\`=]|=(?!>))*\\)[^;=]*\\{[ \\t]*\\}?[ \\t]*$`,
);

const LANGUAGES: readonly Language[] = [
  {
    name: 'TypeScript',
    ids: ['typescript', 'typescriptreact', 'ts', 'tsx', 'mts', 'cts'],
    functions: [],
    classes: [/^[ \t]*(?:export[ \t]+)?(?:declare[ \t]+)?(?:const[ \t]+)?(?:interface|enum)[ \t]+([\w$]+)/],
  },
  {
    name: 'JavaScript',
    ids: ['javascript', 'javascriptreact', 'js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte'],
    functions: [
      /^[ \t]*(?:(?:export|default|declare|async)[ \t]+)*function[ \t]*\*?[ \t]*([\w$]+)/,
      /^[ \t]*(?:export[ \t]+)?(?:const|let|var)[ \t]+([\w$]+)[^=]*=[ \t]*(?:async[ \t]*\($|(?:async\b[ \t]*)?(?:function\b|[\w$]+[ \t]*=>|\((?:[^()]|\([^()]*\))*\)[ \t]*(?::[^=]*)?=>))/,
      SCRIPT_METHOD,
    ],
    classes: [/^[ \t]*(?:(?:export|default|declare|abstract)[ \t]+)*class[ \t]+([\w$]+)/],
  },
  {
    name: 'Python',
    ids: ['python', 'py'],
    functions: [/^[ \t]*(?:async[ \t]+)?def[ \t]+(\w+)/],
    classes: [/^[ \t]*class[ \t]+(\w+)/],
  },
  {
    name: 'Go',
    ids: ['go', 'golang'],
    functions: [/^func[ \t]+(?:\([^)]*\)[ \t]*)?(\w+)/],
    classes: [/^type[ \t]+(\w+)/],
  },
  {
    name: 'Rust',
    ids: ['rust', 'rs'],
    functions: [
      /^[ \t]*(?:(?:pub(?:\([\w: ]+\))?|default|const|async|unsafe|extern(?: "\w+")?)[ \t]+)*fn[ \t]+(\w+)/,
    ],
    classes: [/^[ \t]*(?:pub(?:\([\w: ]+\))?[ \t]+)?(?:struct|enum|trait|union)[ \t]+(\w+)/],
  },
  {
    name: 'Java',
    ids: ['java'],
    functions: [TYPED_FUNCTION],
    classes: [/^[ \t]*(?:[\w-]+[ \t]+)*(?:class|interface|enum|record)[ \t]+(\w+)/],
  },
  {
    name: 'C#',
    ids: ['csharp', 'cs', 'c#'],
    functions: [TYPED_FUNCTION],
    classes: [/^[ \t]*(?:\w+[ \t]+)*(?:class|interface|enum|record|struct)[ \t]+(\w+)/],
  },
  {
    name: 'C++',
    ids: ['cpp', 'c++', 'cxx', 'hpp', 'cc', 'cuda-cpp', 'objective-cpp'],
    functions: [TYPED_FUNCTION, /^([\w:]+::~?\w+)[ \t]*\([^;]*$/],
    classes: [
      /^[ \t]*(?:typedef[ \t]+)?(?:class|struct|union|enum(?:[ \t]+class)?)[ \t]+(\w+)[^;()]*(?:\{|$)/,
    ],
  },
  {
    name: 'C',
    ids: ['c', 'h', 'objective-c'],
    functions: [TYPED_FUNCTION],
    classes: [/^[ \t]*(?:typedef[ \t]+)?(?:struct|union|enum)[ \t]+(\w+)[^;()]*(?:\{|$)/],
  },
  {
    name: 'PHP',
    ids: ['php'],
    functions: [/^[ \t]*(?:(?:public|private|protected|static|final|abstract)[ \t]+)*function[ \t]+&?(\w+)/],
    classes: [/^[ \t]*(?:(?:final|abstract|readonly)[ \t]+)*(?:class|interface|trait|enum)[ \t]+(\w+)/],
  },
  {
    name: 'Ruby',
    ids: ['ruby', 'rb'],
    functions: [/^[ \t]*def[ \t]+(?:self\.)?(\w+[?!=]?)/],
    classes: [/^[ \t]*(?:class|module)[ \t]+([\w:]+)/],
  },
];

/** Longer lines are data or minified code, where the patterns would find nothing a person wants to read. */
const MAX_LINE_CHARS = 1000;

function namesIn(lines: readonly string[], patterns: readonly RegExp[]): string[] {
  const names = new Set<string>();
  for (const line of lines) {
    for (const pattern of patterns) {
      const name = pattern.exec(line)?.[1];
      if (name !== undefined) {
        names.add(name);
        break;
      }
    }
  }
  return [...names];
}

/** Reads the declarations line by line. `languageId` is VS Code's or what people write after a fence. */
export function readCodeFacts(code: string, languageId: string): CodeFacts {
  const id = languageId.toLowerCase();
  const language = LANGUAGES.find((entry) => entry.ids.includes(id));
  const script =
    language?.name === 'TypeScript' ? LANGUAGES.find((entry) => entry.name === 'JavaScript') : undefined;
  const lines = code.split('\n').filter((line) => line.length <= MAX_LINE_CHARS);
  return {
    languageName: language?.name ?? languageId,
    functions: namesIn(lines, [...(script?.functions ?? []), ...(language?.functions ?? [])]),
    classes: namesIn(lines, [...(script?.classes ?? []), ...(language?.classes ?? [])]),
    isKnownLanguage: language !== undefined,
  };
}
