import { codeFence } from './markdownText.ts';

const PARAGRAPHS = [
  'A reply that arrives word by word can be read while it is still being written. What stands on the screen must not move while it grows, so the panel only ever touches the **last block**, and everything above it stays where the eye left it.',
  'Numbers make this concrete: at 60 frames a second there are about *16 milliseconds* to take in whatever arrived, to parse it and to draw it. A parser that begins at the first word each time, such as `parse(everything)`, gets slower with every piece; one that keeps what is settled does not.',
  'The scroll bar is a promise as well. As long as it is at the bottom, new text pulls the view along; once a reader has scrolled up by as little as a line, the view stays there until it is brought back with `End` or with the button that appears.',
  'Some text is awkward on purpose: a very_long_identifier_that_has_no_place_to_break_and_has_to_wrap_somewhere, a path like `src/features/conversation/rendering/incremental.ts`, and characters beyond the first plane such as 🧭, é, 漢字 and עברית.',
];

const LISTS = [
  '- Read the bytes as they come\n- Cut them into events\n  - an event may be split between two reads\n  - two events may come in one\n- Hand the text on, and nothing else',
  '1. Ask the question\n2. Read the first words\n3. Stop it with `Esc` when they are enough\n4. Keep what has come so far',
  '- [x] Code in a fence\n- [x] A list in a list\n- [ ] A picture, which stays text',
];

const TABLES = [
  '| Format | Ends with | Carries usage |\n|---|---|---|\n| `sse` | `message_stop` | yes |\n| `choices` | `[DONE]` | in the last chunk |\n| `ndjson` | `message_stop` | yes |',
  '| Width | Columns | Reads well |\n|---:|:---:|:---|\n| 200 px | 1 | with short lines |\n| 400 px | 1 | yes |\n| 800 px | 2 | yes, with room to spare |',
];

const CODE = [
  codeFence(
    'export function* lines(text: string): Generator<string> {\n  let start = 0;\n  for (let end = text.indexOf("\\n"); end !== -1; end = text.indexOf("\\n", start)) {\n    yield text.slice(start, end);\n    start = end + 1;\n  }\n}',
    'typescript',
  ),
  codeFence(
    'def median(values: list[float]) -> float:\n    ordered = sorted(values)\n    middle = len(ordered) // 2\n    if len(ordered) % 2:\n        return ordered[middle]\n    return (ordered[middle - 1] + ordered[middle]) / 2',
    'python',
  ),
  codeFence('{\n  "editor.wordWrap": "on",\n  "editor.minimap.enabled": false\n}', 'json'),
  codeFence('for file in *.log; do\n  gzip --keep "$file"\ndone', 'shellscript'),
];

const CLOSINGS = [
  '> A quotation stands apart from the text around it, and may hold `code` too.',
  'More about the notation is at [commonmark.org](https://commonmark.org/help/).',
];

function countWords(text: string): number {
  return text.split(/\s+/).length;
}

/** Returns the element at `position`, starting over after the end of the list. */
function elementAtWrapped(list: readonly string[], position: number): string {
  return list[position % list.length] ?? '';
}

function* blocks(): Generator<string> {
  for (let part = 0; ; part += 1) {
    yield part === 0 ? '# A long reply' : `## Part ${part + 1}`;
    yield elementAtWrapped(PARAGRAPHS, part);
    yield elementAtWrapped(LISTS, part);
    yield elementAtWrapped(CODE, part);
    yield elementAtWrapped(PARAGRAPHS, part + 1);
    yield elementAtWrapped(TABLES, part);
    yield elementAtWrapped(CLOSINGS, part);
    yield elementAtWrapped(CODE, part + 1);
  }
}

/**
 * Creates about `words` words of Markdown that use every construct a reply can contain. Ends with a complete block.
 */
export function createLongReply(words: number): string {
  const reply: string[] = [];
  let count = 0;
  for (const block of blocks()) {
    reply.push(block);
    count += countWords(block);
    if (count >= words) {
      break;
    }
  }
  return reply.join('\n\n');
}
