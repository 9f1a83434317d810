import type { DialectRule } from '../../../../src/core/markdown/dialect.ts';

interface RuleCases {
  /** What models wrote, and how it is read. */
  readonly reads: readonly (readonly [text: string, outline: string])[];
  /** Texts that look alike and are read as by the standard. */
  readonly leaves: readonly string[];
  /** Numbers of CommonMark's examples that the rule reads otherwise, on purpose. */
  readonly examples?: readonly number[];
}

export const DIALECT_CASES: Readonly<Record<DialectRule, RuleCases>> = {
  fences: {
    reads: [
      ['```sh\na\n```, then b.', '{fence sh:a}|, then b.|'],
      ['```sh\na\n``` `b` does c', '{fence sh:a}|{code_inline:b} does c|'],
      [
        '```md\n# a\n```JSON with comments\n{}\n```\n## b\n```\nc',
        '{fence md:# a\n```JSON with comments\n{}\n```\n## b}|c|',
      ],
      ['```js\na\n``` Then run `b`.\nc', '{fence js:a}|Then run {code_inline:b}.{softbreak}c|'],
      ['```js\na\n```Then:\n- b', '{fence js:a}|Then:|{bullet_list}{list_item}|b|{/list_item}{/bullet_list}'],
      ['~~~\na\n~~~ **Note:** b', '{fence:a}|{strong}Note:{/strong} b|'],
      ['```js\na\n``` and then run the tests.', '{fence js:a}|and then run the tests.|'],
      ['```sh\na\n```然后运行', '{fence sh:a}|然后运行|'],
      ['```sh\na\n```2. b', '{fence sh:a}{ordered_list}{list_item 2}|b|{/list_item}{/ordered_list}'],
      [
        '- a\n  ```js\n  b\n  ``` Then c.\n- d',
        '{bullet_list}{list_item}|a|{fence js:b}|Then c.|{/list_item}{list_item}|d|{/list_item}{/bullet_list}',
      ],
      ['```md\n# a\n```js\nb\n```\n```\nc', '{fence md:# a\n```js\nb\n```}|c|'],
    ],
    leaves: [
      '```prompt\na\n```User input: {{b}}```\nc\n```\nd',
      "```python\nre.compile(r'''\n```[a-z]*\\n(.*?)\n''')\n```\na",
      '```js\na(`\n```(\\w*)\n`)\n```\nb',
      '```python\nif a:\n  ```Return JSON only.\n```\nb',
      ...[
        '```\na\n``` b',
        '```\na\n```ts twoslash copy\nb',
        '```\na\n```ts title="B c" d',
        '```\n```js\na\n```',
      ],
      ...[
        '``` Then a\nb\n```',
        '```python copy editable\na\n```',
        '````\n``` Then b.\n````',
        '```md\n```js\na\n``` Then b.\n```\nc',
        '```\n~~~ Then b.\n```',
      ],
    ],
  },
  fencesBehindText: {
    reads: [
      [
        '1. a:```sh\n   b\n```\n2. c',
        '{ordered_list}{list_item 1}|a:|{fence sh:b}{/list_item}{list_item 2}|c|{/list_item}{/ordered_list}',
      ],
      ['  a:```py\n  b\n  ```\nc', '|a:|{fence py:b}|c|'],
      ['Use this:```bash\na\n```\nb', '|Use this:|{fence bash:a}|b|'],
      [
        'a\nThen `b`. **Run:**```bash\nc\n```',
        '|a|Then {code_inline:b}. {strong}Run:{/strong}|{fence bash:c}',
      ],
      ['使用：```sh\na\n```', '|使用：|{fence sh:a}'],
      ['Use:```ts file="a b.ts"\nc', '|Use:|{fence ts file="a b.ts":c}'],
      ['### Use:```ts\na\n```', '{heading}Use:{/heading}{fence ts:a}'],
      [
        '1. a:```sh\nb\n```\n2. c:```sh\n   d\n   ```\n3. e',
        '{ordered_list}{list_item 1}|a:|{fence sh:b}{/list_item}{list_item 2}|c:|{fence sh:d}{/list_item}{list_item 3}|e|{/list_item}{/ordered_list}',
      ],
      ['> a:```sh\n> b\n> ```\nc', '{blockquote}|a:|{fence sh:b}{/blockquote}|c|'],
      ['```sh\na\n```Then:```js\nb\n```', '{fence sh:a}|Then:|{fence js:b}'],
    ],
    leaves: [
      'Start a block like this: ```python\n\nThen close it.',
      '- Python: ```python\n\nPick one.',
      'A block starts with: ```\n\nand ends with: ```\n\na',
      'Use backticks: ```.\n\na',
      'a | b:```md\n|---|---|\n| c | d |',
      '1. Open with: ```\n2. a',
      ...['Start a block with ```js', 'Use:```a``` or ```js', 'Use: ```a b', 'Use: ``js'],
      ...['a\n    b:```js', '`a:```js`', '| a:```js |\n|---|', 'Use:~~~js\na\n~~~'],
    ],
  },
  tables: {
    reads: [
      [
        "| a | b |\n|-|-|\n| it's ` odd | c | d ` e |",
        "{table}{thead}{tr}{th}a{/th}{th}b{/th}{/tr}{/thead}{tbody}{tr}{td}it's ` odd{/td}{td}c{/td}{td}d ` e{/td}{/tr}{/tbody}{/table}",
      ],
      [
        '| a | b |\n|-|-|\n| `c || d` | e |',
        '{table}{thead}{tr}{th}a{/th}{th}b{/th}{/tr}{/thead}{tbody}{tr}{td}{code_inline:c || d}{/td}{td}e{/td}{/tr}{/tbody}{/table}',
      ],
      [
        '| `a|b` |\n|-|\n| $|c|$ |',
        '{table}{thead}{tr}{th}{code_inline:a|b}{/th}{/tr}{/thead}{tbody}{tr}{td}{math:$|c|$}{/td}{/tr}{/tbody}{/table}',
      ],
      [
        '| a |\n|-|\n| b || c |',
        '{table}{thead}{tr}{th}a{/th}{/tr}{/thead}{tbody}{tr}{td}b{/td}{td}{/td}{td}c{/td}{/tr}{/tbody}{/table}',
      ],
      [
        '| a |\n|-|\n| ``b`|c`` d|e |',
        '{table}{thead}{tr}{th}a{/th}{/tr}{/thead}{tbody}{tr}{td}{code_inline:b`|c} d{/td}{td}e{/td}{/tr}{/tbody}{/table}',
      ],
    ],
    leaves: [
      '|a|\n|-|\n| `` b ``||',
      ...[
        '| a | b |\n|-|-|\n| ` | the mark ` |',
        '| a | b |\n|-|-|\n| `c \\| d` | e |',
        '| a | b |\n|-|-|\n| `c | d` |',
      ],
      ...[
        '| a | b |\n|-|\n| c |',
        '| `a|b` |\n|-|-|',
        'a | b\n:-:|--:\nc\n\nd',
        '| a |\n|-|\n    b',
        'a |\n- |',
        '| a |\n| - | - |',
      ],
    ],
  },
  formulas: {
    reads: [['It is $a_b*c$ or \\(d*e*\\).', '|It is {math:$a_b*c$} or {math:\\(d*e*\\)}.|']],
    leaves: ['It costs $5 and *not* $10.', 'Set $HOME and $PATH.'],
  },
  comments: {
    reads: [['a\n<!-- b\n\nc -->', '|a|{comment}']],
    leaves: ['a <!-- b', '`<!-- a -->`'],
    examples: [179, 183, 308, 309],
  },
  details: {
    reads: [
      [
        '<details>\n<summary>a</summary>\nb\n</details>',
        '{details}{summary}a{/summary}{/details}|b|{details_end:</details>}',
      ],
    ],
    leaves: ['<details class="a">\nb', 'The <details> tag'],
  },
  footnotes: {
    reads: [['a[^1]\n\n[^1]: b', '|a{footnote_reference:1}|{footnote}|b|{/footnote}']],
    leaves: ['a[^1]', '[^a b]: c'],
  },
  tags: {
    reads: [['<kbd>a</kbd><br>H<sub>2</sub>O', '|{kbd}a{/kbd}{hardbreak}H{sub}2{/sub}O|']],
    leaves: ['<b>a</b> <kbd class="b">c</kbd>'],
    examples: [177, 625],
  },
  names: {
    reads: [
      ['支持*.js、*.ts', '|支持*.js、*.ts|'],
      ['__FILE__ and __add__', '|__FILE__ and __add__|'],
      ['src/__tests__/a.test.ts', '|src/__tests__/a.test.ts|'],
      [
        '`a`: __init__.py, obj.__custom__, __call__(self)',
        '|{code_inline:a}: __init__.py, obj.__custom__, __call__(self)|',
      ],
      ['The __init__ method, "__main__"', '|The __init__ method, "__main__"|'],
      ['src/**/*.ts and test/**/*.ts', '|src/**/*.ts and test/**/*.ts|'],
      ['**/*.js, a/*.md and b/*.md*', '|**/*.js, a/*.md and b/*.md*|'],
    ],
    leaves: [
      '__Yes__/__No__, __Required__(string), and __Note__(see below)',
      '**.gitignore**/**.env**',
      ...['__a__ and __Note__: __two words__.', '__a__. B', '(__a__) "__b__"', '__a.b__/c', '_a_/_b_'],
      ...['**/etc/hosts** and **src/**: a', '*a/*', 'a/**b**', '**a**/*b*'],
    ],
  },
  unspacedEmphasis: {
    reads: [
      ['**注意：**请', '|{strong}注意：{/strong}请|'],
      ['ב**`code`**', '|ב{strong}{code_inline:code}{/strong}|'],
      ['وال**"API"**', '|وال{strong}"API"{/strong}|'],
    ],
    leaves: [
      '用户名*、密码*、邮箱',
      'int*（指针）和char*（字符）',
      '价格*：100元。运费*：10元',
      '**Note:**see',
      '2 * 3 **乘',
      '请_注意：_看',
      'ה-**API** שלו',
    ],
  },
  urls: {
    reads: [
      ['http://localhost:3000で', '|{link auto}http://localhost:3000{/link}で|'],
      ['https://example.com/README中文.md', '|{link auto}https://example.com/README中文.md{/link}|'],
      ['https://example.com/pathを参照', '|{link auto}https://example.com/path{/link}を参照|'],
      ['https://example.com에서', '|{link auto}https://example.com{/link}에서|'],
      ['*https://example.com/a*、b', '|{em}{link auto}https://example.com/a{/link}{/em}、b|'],
      ['https://ja.wikipedia.org/wiki/日本語', '|{link auto}https://ja.wikipedia.org/wiki/日本語{/link}|'],
    ],
    leaves: ['example.com/a', '`https://example.com`'],
    examples: [602, 608, 611],
  },
};
