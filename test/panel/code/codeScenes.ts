import type { BlockFileView } from '../../../src/protocol/code.ts';
import type { HostMessage } from '../panelPage.ts';
import { question, reply, SELECTION, state, TARGET } from '../samples.ts';

const CODE_BLOCKS = [
  'Install it and run the tests:',
  '```sh\nnpm ci && npm test\n```',
  '```ts title="src/a-folder/duration.ts"\nexport const UNIT = { ms: 1, s: 1000, min: 60_000 } as const;\n```',
  '```json:../outside.json\n{ "name": "duration" }\n```',
  '```python\nprint("a long line, which is wrapped by the menu of its block", 1, 2, 3, 4, 5, 6)\n```',
].join('\n\n');

const CODE_FILES = [
  'The table moves out of `src/duration.ts`:',
  '```ts\nconst match = PATTERN.exec(text);\n```',
  '**`src/units.ts`**',
  '```ts\nexport const UNIT = { ms: 1, s: 1000, min: 60_000 } as const;\n```',
  '```ts title="src/parsers/iso8601.ts"\nexport const ISO = /^P/;\n```',
  '```ts title="index.ts"\nexport * from "./units";\n```',
  '```json:../outside.json\n{ "name": "duration" }\n```',
].join('\n\n');

const BLOCK_FILES: readonly BlockFileView[] = [
  { blockIndex: 1, path: 'src/units.ts', leadsTo: 'file' },
  { blockIndex: 2, path: 'src/parsers/iso8601.ts', leadsTo: 'newFile', isOwn: true },
  { blockIndex: 3, path: 'index.ts', leadsTo: 'file', isChoice: true, isOwn: true },
  { blockIndex: 4, path: '../outside.json', leadsTo: 'nowhere', isOwn: true },
];

/** Messages that show the states of code blocks. */
export const CODE_SCENES: Readonly<Record<string, () => HostMessage[]>> = {
  codeBlocks: () => [
    state({ turns: [question('How do I run it, and where does it go?'), reply(CODE_BLOCKS)] }),
    {
      type: 'replyFiles',
      turnId: 'reply-1',
      blocks: [
        { blockIndex: 1, path: 'src/a-folder/duration.ts', leadsTo: 'file', isOwn: true, isAskedAbout: true },
      ],
      links: [],
    },
    { type: 'replyTarget', turnId: 'reply-1', target: TARGET },
    { type: 'codeBlockCommand', command: 'previous' },
    { type: 'codeBlockCommand', command: 'toggleWrap' },
  ],
  codeFiles: () => [
    state({ turns: [question('Move the table out', { attachments: [SELECTION] }), reply(CODE_FILES)] }),
    { type: 'replyTarget', turnId: 'reply-1', target: { ...TARGET, blocks: [0] } },
    { type: 'replyFiles', turnId: 'reply-1', blocks: [...BLOCK_FILES], links: [] },
    {
      type: 'codeBlockApplied',
      turnId: 'reply-1',
      blockIndex: 0,
      applied: { path: 'src/duration.ts', lines: { start: 3, end: 11 } },
    },
    {
      type: 'codeBlockApplied',
      turnId: 'reply-1',
      blockIndex: 1,
      applied: { path: 'src/units.ts', lines: { start: 7, end: 7 }, isChanged: true },
    },
    {
      type: 'codeBlockStatus',
      turnId: 'reply-1',
      blockIndex: 1,
      text: 'Review opened. Nothing changes until you accept it.',
    },
  ],
};
