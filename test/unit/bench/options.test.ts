import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseOptions } from '../../bench/options.ts';

test('without options everything is measured, in five cold starts', () => {
  assert.deepEqual(parseOptions([]), {
    parts: new Set([
      'decoding',
      'stop',
      'streaming',
      'conversation',
      'history',
      'sizes',
      'activation',
      'panel',
    ]),
    runs: 5,
    help: false,
  });
});

test('one part and another number of cold starts can be asked for', () => {
  const options = parseOptions(['--only', 'panel', '--runs', '1']);
  assert.deepEqual([...options.parts], ['panel']);
  assert.equal(options.runs, 1);
});

test('what is not known is refused with what is', () => {
  assert.throws(
    () => parseOptions(['--only', 'speed']),
    /one of decoding, stop, streaming, conversation, history, sizes, activation, panel, not speed/,
  );
  for (const runs of ['0', '-1', '1.5', 'many']) {
    assert.throws(() => parseOptions([`--runs=${runs}`]), /whole number from 1/);
  }
});
