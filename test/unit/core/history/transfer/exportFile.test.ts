import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Turn } from '../../../../../src/core/conversation/conversation.ts';
import { createFileNamer, exportFileName } from '../../../../../src/core/history/transfer/exportFile.ts';
import { holds } from '../../../../support/property.ts';
import { anyText } from '../arbitraryConversations.ts';

const ASKED: Turn = {
  kind: 'user',
  id: 'q',
  text: 'Why is a/b <slow>?',
  attachments: [],
  at: Date.UTC(2026, 10, 21),
};

describe('the file name of a conversation', () => {
  it('consists of the date of its first turn and its title', () => {
    assert.equal(exportFileName({ turns: [ASKED] }), '2026-11-21-Why-is-a-b-slow');
    assert.equal(exportFileName({ turns: [ASKED], title: 'Größe: 日本' }), '2026-11-21-Größe-日本');
    assert.equal(exportFileName({ turns: [] }), 'conversation');
    assert.equal(exportFileName({ turns: [{ ...ASKED, at: 1e300 }], title: '…' }), 'conversation');
  });

  it('is valid on every file system, whatever the title is', async () => {
    const title = fc.oneof(anyText, fc.constantFrom('CON', 'nul.txt', '..', '.git', '𝒜'.repeat(300)));
    await holds(
      fc.asyncProperty(title, async (text) => {
        const nameOf = createFileNamer(async (taken) => !taken.endsWith('-2'));
        const name = `${await nameOf({ id: 'c', turns: [{ ...ASKED, text }] })}.json`;
        assert.match(name, /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]*\.json$/u);
        assert.ok(new TextEncoder().encode(name).length <= 255, name);
      }),
    );
  });

  it('is unique, even among existing files', async () => {
    const titles = ['One', 'one', 'ONE', 'Två', 'Tva\u030a'];
    const conversations = titles.map((title, index) => ({ id: `c${index}`, title, turns: [ASKED] }));
    const nameOf = createFileNamer(async (name) => name.endsWith('-One'));
    const names: string[] = [];
    for (const conversation of conversations) {
      names.push(await nameOf(conversation));
    }
    const withoutHashes = names.map((name) => name.replace(/-[0-9a-f]{8}$/, '-…'));
    assert.deepEqual(
      withoutHashes.map((name) => name.normalize('NFC')),
      ['2026-11-21-One-…', '2026-11-21-one', '2026-11-21-ONE-…', '2026-11-21-Två', '2026-11-21-Två-…'],
    );
    assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length);
  });
});
