/** What may begin a member of a class, and what may not although it looks so. */
export interface Members {
  readonly may: RegExp;
  readonly mayNot?: RegExp;
  /** Whether a function with a decorator may be one, whatever its parameters are. */
  readonly anyDecorated?: true;
}

/** By the language that they are first of. */
export const MEMBERS = {
  /** With types in front of names. */
  typed: {
    may: /^(?:@|\[|#|(?:[\p{L}_][\p{L}\p{N}_<>[\],.*&?:~()]*\s+)+[*&]?~?[\p{L}_]|[~\p{L}_][\p{L}\p{N}_]*\s*\(.*\{|(?:public|private|protected|signals|slots)\s*:|static\s*\{|template\b)/u,
    mayNot: /^[\p{L}_][\p{L}\p{N}_]*(?:\.|->)/u,
  },
  script: {
    may: /^(?:@|\.\.\.|(?:(?:public|private|protected|static|async|readonly|abstract|override|declare|accessor|get|set)\s+)*[*#]?(?:[\p{L}_$][\p{L}\p{N}_$]*|\[[^\]]*\]|'[^']*'|"[^"]*"|\d+)[?!]?\s*(?:[:=;]|<[^(]*\(|\(|$)|static\s*\{)/u,
    mayNot: /^(?:function|class|interface|type|enum|namespace|const|let|var|new)\b/,
  },
  kotlin: {
    may: /^(?:@|(?:[\p{L}]+(?:\([^)]*\))?\s+)*(?:fun|val|var|class|interface|object|constructor|typealias|init)\b)/u,
  },
  php: {
    may: /^(?:#\[|(?:(?:public|private|protected|static|abstract|final|readonly|var)\s+)*(?:function|const|use|case|(?:public|private|protected|static|readonly|var)\s)|(?:public|private|protected|static|readonly|var)\b)/,
  },
  python: {
    may: /^(?:@|(?:async\s+)?def\s+\w+\s*(?:\[[^\]]*\])?\(\s*(?:(?:self|cls|mcs|_)\b|$|\*)|class\s|"""|'''|r?"|pass$|\.\.\.$|[\p{L}_][\p{L}\p{N}_]*\s*(?::|=(?!=)))/u,
    mayNot: /^class\s+(?:Test\w*|\w+Tests?)\b|^class\s+\w+\((?!.*(?:Enum|Meta|Config)\b).*\)/,
    anyDecorated: true,
  },
  ruby: {
    may: /^(?:def\s|class\s|module\s|private|protected|public|alias\b|[A-Z]\w*\s*=|@@?\w+\s*=|[a-z_]\w*[?!]?\s+[:"'[{A-Z*-]|[a-z_]\w*$|[a-z_]\w*\s+do\b)/,
    mayNot: /^(?:class\s+\w*Test\b|RSpec|describe\b|context\b|it\b|puts\b|pp?\b|print\b|require)/,
  },
  rust: {
    may: /^(?:#!?\[|(?:pub(?:\([^)]*\))?\s+)?(?:default\s+)?(?:(?:const|async|unsafe|extern(?:\s+"\w+")?)\s+)*(?:fn|const|type)\b)/,
  },
  scala: {
    may: /^(?:@|(?:[a-z]+(?:\[[^\]]*\])?\s+)*(?:def|val|var|class|object|trait|type|given|enum|case|import)\b)/,
  },
  swift: {
    may: /^(?:@|(?:\w+(?:\(\w+\))?\s+)*(?:func|var|let|init[?!]?|deinit|class|struct|enum|extension|protocol|subscript|typealias|associatedtype|case|actor)\b|init[?!]?\s*[(<])/,
    mayNot: /^(?:final\s+)?class\s+\w*Tests?\b/,
  },
} as const satisfies Readonly<Record<string, Members>>;
