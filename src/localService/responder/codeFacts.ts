/** Declarations of a code block as found by simple patterns, without duplicates, in order. */
interface CodeFacts {
  /** Name of the language, such as `TypeScript`; the language id if the language is unknown. */
  languageName: string;
  /** Functions and methods. */
  functions: string[];
  /** Classes, structs, interfaces, enums, traits, and modules. */
  classes: string[];
  /** Whether patterns exist for the language. If not, empty lists mean nothing. */
  isKnownLanguage: boolean;
}

/** Each pattern matches one line and captures the name. */
interface Language {
  name: string;
  ids: readonly string[];
  functions: readonly RegExp[];
  classes: readonly RegExp[];
}

/** Keywords that look like the name or the return type of a function. */
const NOT_A_KEYWORD =
  '(?!(?:if|else|elif|for|foreach|while|do|switch|case|catch|try|return|throw|new|await|yield|using|lock|' +
  'with|delete|typeof|sizeof|assert|synchronized|fixed|goto|function|constructor|class|record)\\b)';

/** Matches `public static int parse(String text) {`: words, then a name with arguments, and no `;` at the end. */
const TYPED_FUNCTION = new RegExp(
  `^[ \\t]*(?:${NOT_A_KEYWORD}[\\w.<>[\\],?@:*&]+[ \\t]+)+[*&]*${NOT_A_KEYWORD}([\\w:~]+)[ \\t]*\\([^;]*$`,
);

/** Matches `async load(path: string): Promise<void> {` in a class or an object, but not calls with a callback. */
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

/** Longer lines are data or minified code, where names found by patterns are of no interest. */
const MAX_LINE_CHARS = 1000;

function findNames(lines: readonly string[], patterns: readonly RegExp[]): string[] {
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

/** Finds declarations line by line. `languageId` is a VS Code language id or the info string of a fence. */
export function readCodeFacts(code: string, languageId: string): CodeFacts {
  const id = languageId.toLowerCase();
  const language = LANGUAGES.find((entry) => entry.ids.includes(id));
  const base =
    language?.name === 'TypeScript' ? LANGUAGES.find((entry) => entry.name === 'JavaScript') : undefined;
  const lines = code.split('\n').filter((line) => line.length <= MAX_LINE_CHARS);
  return {
    languageName: language?.name ?? languageId,
    functions: findNames(lines, [...(base?.functions ?? []), ...(language?.functions ?? [])]),
    classes: findNames(lines, [...(base?.classes ?? []), ...(language?.classes ?? [])]),
    isKnownLanguage: language !== undefined,
  };
}
