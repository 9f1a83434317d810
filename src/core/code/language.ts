import type { ImportSyntax } from './importSyntax.ts';
import type { Members } from './memberSyntax.ts';

/** What rooms need to know about a language. */
export type Trait =
  /** A value without quotes is an expression, so it is no secret. */
  | 'expressions'
  /** Its lines are names and values. */
  | 'data'
  /** Data in sections such as `[name]`. */
  | 'sections'
  | 'json'
  | 'script'
  | 'shell'
  | 'style'
  /** A style language whose blocks are selectors with braces. */
  | 'selectors'
  /** Its brackets need not come in pairs. */
  | 'prose'
  /** Its blocks are told by headings. */
  | 'headings'
  /** A document can have parts in other languages. */
  | 'container'
  /** What is between tags is text. */
  | 'markup'
  /** Tags stand among code, and what is between them is text. */
  | 'tagsInCode'
  /** Code stands between `<?php` and `?>`, and all else is text. */
  | 'codeInTags'
  /** Its blocks are targets, such as `test: build`. */
  | 'targets'
  /** What is in a block is a member of it, never a statement. */
  | 'onlyMembers'
  /** The brace of a method often stands on the next line. */
  | 'braceOnNextLine'
  /** A name behind a type is a property if a block follows. */
  | 'propertyBlocks'
  /** Preprocessor directives stand in the first column, whatever surrounds them. */
  | 'directives'
  /** It is indented with tabs, whatever the editor's settings are. */
  | 'tabs'
  /** Commas and semicolons are text in it, or stand between nothing. */
  | 'noSeparators'
  | 'optionalSemicolons'
  /** A semicolon stands behind the brace of a type. */
  | 'semicolonAfterType'
  /** A comma at the end of a value makes a tuple of it. */
  | 'tuples'
  /** A block has a value, that of its last line; one in place of a value needs no comma. */
  | 'valueBlocks'
  /** A statement goes on with clauses in the lines below, and reads from tables. */
  | 'queries'
  /** `...` is a statement, the body of a stub. */
  | 'stubs'
  /** Comments stand between slashes and asterisks although none begins with two slashes. */
  | 'blockComments'
  /** A single quote encloses one character, or is part of a name. */
  | 'noSingleQuotes'
  /** Regular expressions stand between slashes. */
  | 'slashExpressions'
  /** The indentation that all lines of a string have is no part of it. */
  | 'trimmedStrings'
  /** The end of a here document can stand in any column. */
  | 'indentedTextEnd'
  /** The end of a here document that begins with `<<-` is indented as code, and its text isn't. */
  | 'codeTextEnd';

/** What encloses strings of several lines. */
export type Quotes =
  | 'backticks'
  | 'templates'
  | 'triple'
  | 'tripleSingle'
  | 'double'
  | 'single'
  /** Nothing is escaped in it. */
  | 'plainSingle'
  /** Such as `r#"…"#`. */
  | 'raw'
  /** Such as `R"x(…)x"`. */
  | 'parenthesized'
  | 'verbatim'
  | 'long'
  | 'hereString'
  | 'hereDocument';

export interface Language {
  /** Display name. What has none is only known to other extensions, which declare its names. */
  readonly name?: string;
  /** File extensions and other names in info strings, such as `golang`. */
  readonly otherNames?: string;
  readonly traits?: readonly Trait[];
  /** What begins a comment that ends with its line, as a part of a pattern. In most languages it is `//`. */
  readonly comment?: string;
  readonly strings?: readonly Quotes[];
  /** What begins code in double quotes. */
  readonly codeInStrings?: '{$' | '#{' | '$(';
  /** A line that declares a name, its group, apart from those that do in all languages. */
  readonly declares?: RegExp;
  readonly members?: Members;
  /** Its imports, and what stands above them. */
  readonly imports?: ImportSyntax;
}
