import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { possiblePrompts, type Trigger, triggerAt } from '../../../../src/core/composer/triggers.ts';
import { anyCharacter, holds } from '../../../support/property.ts';

/** The trigger at the caret, which `|` marks or which is at the end. */
function triggerIn(marked: string): Trigger | undefined {
  const caret = marked.indexOf('|');
  return triggerAt(marked.replace('|', ''), caret < 0 ? marked.length : caret);
}

/** By what is typed: what is searched for. */
const ATTACHMENT_QUERIES: Readonly<Record<string, string>> = {
  '@': '',
  'see @du|ration': 'du',
  'see\n@src/a.ts': 'src/a.ts',
  '请看@du': 'du',
  '请看，@du': 'du',
  'これは@': '',
  'これは＠du': 'du',
  'ﾌｧｲﾙ@': '',
  '이 파일을@du': 'du',
  '𠮷@du': 'du',
  'ดูไฟล์@du': 'du',
  'ໄຟລ໌@': '',
  'ឯកសារ@': '',
  'ဖိုင်@': '',
  '（@du': 'du',
  '「@': '',
  '『注意』【@': '',
  '《@': '',
  '“@': '',
  '«@du': 'du',
  '看——@du': 'du',
  '(@du': 'du',
  'see "@du': 'du',
  '看(@du': 'du',
  // The last of several.
  'see @报告@2x': '2x',
  '@node_modules/@types/x': 'node_modules/@types/x',
};

const NOT_ATTACHMENTS: readonly string[] = [
  'someone@example.org',
  'first.last+tag@example.org',
  '写信给someone@example.org',
  'ｓｏｍｅｏｎｅ＠ｅｘａｍｐｌｅ',
  'пишите@пример',
  'https://example.org/@someone',
  'HEAD@{1}',
  'call(@Inject',
  "l'@",
  '5"@',
  'a\u0301@',
  '1@2',
  'see @ ',
  'see @ du',
  'see @　du',
  '|@du',
  `@${'a'.repeat(200)}`,
];

describe('what is typed to attach something', () => {
  for (const [typed, query] of Object.entries(ATTACHMENT_QUERIES)) {
    it(`${JSON.stringify(typed)} searches for ${JSON.stringify(query)}`, () => {
      const caret = typed.includes('|') ? typed.indexOf('|') : typed.length;
      assert.deepEqual(triggerIn(typed), { kind: 'attachment', start: caret - query.length - 1, query });
    });
  }

  for (const typed of NOT_ATTACHMENTS) {
    it(`${JSON.stringify(typed.slice(0, 40))} searches for nothing`, () => {
      assert.equal(triggerIn(typed), undefined);
    });
  }
});

describe('what is typed to use a prompt', () => {
  for (const [typed, query] of [
    ['/', ''],
    ['/exp| why', 'exp'],
    ['／exp', 'exp'],
    ['、exp', 'exp'],
    ['・', ''],
    ['/解释', '解释'],
  ] as const) {
    it(`${JSON.stringify(typed)} searches for ${JSON.stringify(query)}`, () => {
      assert.deepEqual(triggerIn(typed), { kind: 'prompt', start: 0, query });
    });
  }

  for (const typed of [
    ' /exp',
    'see /usr',
    '1/2',
    'src/a',
    '看/exp',
    '看、',
    '「/exp',
    '/explain why',
    '、 然后',
  ]) {
    it(`${JSON.stringify(typed)} searches for nothing`, () => {
      assert.equal(triggerIn(typed), undefined);
    });
  }
});

/** By question: the prompts that it may start with, and the text after each. */
const QUESTIONS: Readonly<Record<string, readonly (readonly [name: string, args: string])[]>> = {
  '/explain': [['explain', '']],
  '/explain why is it slow': [['explain', 'why is it slow']],
  '/explain\nwhy\n\nso': [['explain', 'why\n\nso']],
  '/fix  ': [['fix', '']],
  '/release-notes.short 2.0': [['release-notes.short', '2.0']],
  '/erkläre das': [['erkläre', 'das']],
  '／explain　为什么': [['explain', '为什么']],
  '/explain这段': [
    ['explain这段', ''],
    ['explain这', '段'],
    ['explain', '这段'],
  ],
  '/explain：为什么': [['explain', '：为什么']],
  '/explain「これ」': [['explain', '「これ」']],
  '/fix 这段': [['fix', '这段']],
  '/解释a.ts 吧': [
    ['解释a.ts', '吧'],
    ['解释', 'a.ts 吧'],
    ['解', '释a.ts 吧'],
  ],
  '/explain코드': [
    ['explain코드', ''],
    ['explain코', '드'],
    ['explain', '코드'],
  ],
  '/fixโค': [
    ['fixโค', ''],
    ['fixโ', 'ค'],
    ['fix', 'โค'],
  ],
  // A mark stays with its letter.
  '/fixดู': [
    ['fixดู', ''],
    ['fix', 'ดู'],
  ],
  '/usr/bin is what?': [],
  '/文/readme': [],
  '/explain: why': [],
  '/fixture': [['fixture', '']],
  '、explain': [],
  '、然后呢': [],
  '/': [],
  '/ explain': [],
  '// a comment': [],
  '/* a comment */': [],
  '/-x': [],
  ' /explain': [],
  'what does /explain do?': [],
  '': [],
};

describe('a question', () => {
  for (const [question, prompts] of Object.entries(QUESTIONS)) {
    const names = prompts.map(([name]) => name).join(', ');
    it(`${JSON.stringify(question)} may name ${names || 'no prompt'}`, () => {
      assert.deepEqual(
        possiblePrompts(question).map(({ name, args }) => [name, args]),
        prompts,
      );
    });
  }

  it('consists of a name and the text after it, whichever name is taken', async () => {
    await holds(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        for (const { name, args } of possiblePrompts(`/${text}`)) {
          assert.equal((name + args).replace(/\s+/g, ''), text.replace(/\s+/g, ''));
        }
      }),
    );
  });
});
