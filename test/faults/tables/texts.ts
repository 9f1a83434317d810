import { type Fault, type Faults, fault } from '../fault.ts';
import { addTexts, replaceTexts } from '../replyParts.ts';

const DEPTH = 5000;

function pathological(line: string, text: string): Fault {
  const chunks = text.match(/.{1,200}/gs) ?? [];
  return fault(`A reply of ${line}`, (_, next) => next({ parts: replaceTexts(chunks) }));
}

/** Characters that reverse, hide, or control text, in prose, in code, and in a link. */
const HIDDEN = [
  'Turned: \u202egnp.exe\u202c and \u2066isolated\u2069.',
  'Hidden: zero\u200bwidth, soft\u00adhyphen, \ufeffmark, tags \u{e0068}\u{e0069}, selectors a\u{e0100}\u{e0101}.',
  'Controls: bell \u0007, escape \u001b[31mred\u001b[0m, null \u0000, C1 \u0085.',
  'Inline `if (admin\u200b) \u2066{` and [a link \u202etxt.exe\u202c](https://example.com).',
  '```js\nif (level !== "user\u202e \u2066// admin only\u2069 \u2066") {\n  allow\u200b();\n}\n```',
  'Not hidden at all: \u{1f469}\u200d\u{1f4bb}, \u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}, \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645.',
].join('\n\n');

/** Texts that are slow to draw or deceptive. */
export const TEXT_FAULTS: Faults = {
  'F70.brackets': pathological('brackets that never close', '[a'.repeat(DEPTH)),
  'F70.emphasis': pathological('emphasis that never ends', '*a _b '.repeat(DEPTH)),
  'F70.quotes': pathological('deeply nested quotations', '> '.repeat(DEPTH)),
  'F70.backticks': pathological('backticks in runs of all lengths', '`a``b```c````'.repeat(DEPTH)),
  'F70.links': pathological('links in links', '[a]('.repeat(DEPTH) + ')'.repeat(DEPTH)),
  'F70.table': pathological(
    'a table with thousands of columns',
    ['|a', '|-', '|b'].map((cell) => cell.repeat(DEPTH)).join('\n'),
  ),
  F71: fault('The regular response with characters that turn, hide or control text', (_, next) =>
    next({ parts: addTexts([`\n\n${HIDDEN}\n\n`]) }),
  ),
};
