import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseActivation } from '../../bench/startupPerformance.ts';

const DOCUMENT = `## Performance Marks

| What             | Duration | Process | Info |
| ---------------- | -------- | ------- | ---- |
| Extension        | 12       | [main]  | -    |
| acme.demo        | 13       | [main]  | -    |

## Extension Activation Stats

| Extension  | Eager | Load Code | Call Activate | Finish Activate | Event             | By         |
| ---------- | ----- | --------- | ------------- | --------------- | ----------------- | ---------- |
| vscode.git | true  | 59        | 2             | 1               | *                 | vscode.git |
| acme.demos | false | 7         | 7             | 7               | onLanguage        | acme.demos |
| acme.demo  | false | 22        | 3             | 0               | onCommand:acme.do | acme.demo  |
`;

test('parseActivation: reads times and event from the row of the extension, not of a similar name', () => {
  assert.deepEqual(parseActivation(DOCUMENT, 'acme.demo'), {
    loadCode: 22,
    callActivate: 3,
    finishActivate: 0,
    event: 'onCommand:acme.do',
  });
});

test('parseActivation: ignores rows of other tables', () => {
  const withoutRow = DOCUMENT.replace(/\| acme\.demo {2}\|.*\n/, '');
  assert.equal(parseActivation(withoutRow, 'acme.demo'), undefined);
});

test('parseActivation: accepts no-break spaces and CRLF', () => {
  const copied = DOCUMENT.replaceAll(' ', '\u00a0').replaceAll('\n', '\r\n');
  assert.equal(parseActivation(copied, 'acme.demo')?.callActivate, 3);
});

test('parseActivation: finds columns by name in any order', () => {
  const swapped = DOCUMENT.replace('Load Code | Call Activate', 'Call Activate | Load Code');
  assert.equal(parseActivation(swapped, 'acme.demo')?.callActivate, 22);
});

test('parseActivation: returns undefined if the extension has no row or the document has no table', () => {
  assert.equal(parseActivation(DOCUMENT, 'acme.other'), undefined);
  assert.equal(parseActivation('', 'acme.demo'), undefined);
});

test('parseActivation: throws on a missing column and on a time that is not a number', () => {
  assert.throws(() => parseActivation(DOCUMENT.replace('Load Code', 'Loading'), 'acme.demo'), /"Load Code"/);
  assert.throws(
    () => parseActivation(DOCUMENT.replace('| 22 ', '|    '), 'acme.demo'),
    /has "" in column "Load Code"/,
  );
});
