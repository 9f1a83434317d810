import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Composer } from '../../../../src/vscode/composer/composer.ts';
import type { ComposerAttachment } from '../../../../src/vscode/composer/composerAttachment.ts';

function chip(id: string, more: Partial<ComposerAttachment> = {}): ComposerAttachment {
  return { id, kind: 'selection', path: `${id}.ts`, languageId: 'typescript', text: id, ...more };
}

function unsent({ draft, attachments }: Composer): unknown {
  return [draft, ...attachments.map(({ id }) => id)];
}

function inConversation(id: string): Composer {
  const composer = new Composer();
  composer.moveTo(id);
  return composer;
}

describe('the drafts of conversations', () => {
  it('leave the file in front where it is: it goes along in each', () => {
    const composer = inConversation('a');
    composer.draft = 'of a';
    composer.attach(chip('one'));
    composer.attach(chip('front', { kind: 'file', isCurrentFile: true }));
    composer.enter('b', false);
    assert.deepEqual(unsent(composer), ['', 'front']);
    assert.equal(composer.hasDraft('b'), false);
    composer.enter('a', false);
    assert.deepEqual(unsent(composer), ['of a', 'one', 'front']);
    assert.deepEqual(composer.others, []);
  });

  it('are taken out when they were sent, and keep what was written meanwhile', () => {
    const composer = inConversation('a');
    composer.draft = 'sent';
    composer.attach(chip('one'));
    composer.enter('b', true);
    composer.attach(chip('two'));
    composer.takeOut('sent', ['one'], 'a');
    assert.equal(composer.hasDraft('a'), false);
    composer.enter('a', false);
    composer.write('b', 'typed since');
    composer.write('never shown', 'made up');
    assert.equal(composer.hasDraft('never shown'), false);
    composer.takeOut('sent', ['two'], 'b');
    composer.enter('b', false);
    assert.deepEqual(unsent(composer), ['typed since']);
  });

  it('are forgotten with their conversations, and come back with them, also with one that is shown by then', () => {
    const composer = inConversation('a');
    for (const id of ['a', 'b', 'c']) {
      composer.enter(id, false);
      composer.draft = `of ${id}`;
    }
    const undo = composer.forget(['a', 'b']);
    assert.deepEqual([composer.hasDraft('a'), composer.hasDraft('c')], [false, true]);
    composer.enter('a', false);
    undo();
    assert.deepEqual(unsent(composer), ['of a']);
    composer.enter('b', false);
    assert.deepEqual(unsent(composer), ['of b']);
  });

  it('are joined where something was written before they were read from the disk', () => {
    const composer = inConversation('a');
    composer.draft = 'since';
    composer.enter('b', false);
    composer.restoreOthers([{ conversation: 'a', text: 'before', attachments: [chip('one')] }]);
    composer.enter('a', false);
    assert.deepEqual(unsent(composer), ['before\nsince', 'one']);
  });
});
