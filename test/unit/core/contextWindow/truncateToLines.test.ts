import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  countLines,
  truncateAsBefore,
  truncateToLines,
} from '../../../../src/core/contextWindow/truncateToLines.ts';
import { attachmentHeading } from '../../../../src/core/conversation/buildMessages.ts';
import { holds } from '../../../support/property.ts';
import { attachment } from '../support.ts';

describe('countLines', () => {
  it('does not count a line after the last line end', () => {
    const counts = ['', 'a', 'a\n', 'a\nb', 'a\r\nb\r\n', '\n\n', '\n'].map(countLines);
    assert.deepEqual(counts, [0, 1, 1, 2, 2, 2, 1]);
  });
});

describe('shortening an attachment', () => {
  it('keeps complete first lines, and records their range and the number of lines left out', () => {
    const cut = truncateToLines(
      attachment({ text: 'one\r\ntwo\nthree\nfour', startLine: 12, endLine: 15 }),
      2,
    );
    assert.deepEqual([cut.text, cut.startLine, cut.endLine, cut.leftOutLines], ['one\r\ntwo\n', 12, 13, 2]);
    assert.equal(attachmentHeading(cut), 'src/duration.ts (typescript), lines 12-13, 2 more left out:');
  });

  it('records only the number of lines left out for a whole file', () => {
    const {
      startLine: _,
      endLine: _endLine,
      ...whole
    } = attachment({ kind: 'file', text: 'one\ntwo\nthree\n' });
    assert.deepEqual(truncateToLines(whole, 1), { ...whole, text: 'one\n', leftOutLines: 2 });
  });

  it('adds to the lines that were left out before, and returns an attachment that is short enough unchanged', () => {
    const twice = truncateToLines(truncateToLines(attachment({ text: '1\n2\n3\n4\n5' }), 3), 1);
    assert.deepEqual([twice.text, twice.leftOutLines], ['1\n', 4]);
    const whole = attachment({ text: '1\n2' });
    assert.equal(truncateToLines(whole, 2), whole);
    assert.equal(truncateToLines(whole, 9), whole);
  });

  it('keeps or counts every line of any text', async () => {
    const anyText = fc.string({ unit: fc.constantFrom('\n', '\r\n', 'a', '\ud83d', ' ') });
    await holds(
      fc.property(anyText, fc.integer({ min: 1, max: 20 }), (text, lines) => {
        const cut = truncateToLines(attachment({ text }), lines);
        assert.ok(text.startsWith(cut.text));
        assert.equal(countLines(cut.text), Math.min(lines, countLines(text)));
        assert.equal((cut.leftOutLines ?? 0) + countLines(cut.text), countLines(text));
      }),
    );
  });

  it('is repeated when an attachment is read again, unless it was complete before', () => {
    const whole = attachment({ text: '1\n2\n3\n' });
    const cut = truncateToLines(whole, 2);
    const now = attachment({ text: 'a\nb\nc\nd\n' });
    assert.equal(truncateAsBefore(now, cut).text, 'a\nb\n');
    assert.equal(truncateAsBefore(now, cut).leftOutLines, 2);
    assert.equal(truncateAsBefore(now, whole), now);
    assert.equal(truncateAsBefore(attachment({ text: 'a\n' }), cut).leftOutLines, undefined);
  });
});
