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
  composer.setConversation(id);
  return composer;
}

describe('the drafts of conversations', () => {
  it('do not include the attachment of the current file, which stays in every conversation', () => {
    const composer = inConversation('a');
    composer.draft = 'of a';
    composer.attach(chip('one'));
    composer.attach(chip('front', { kind: 'file', isCurrentFile: true }));
    composer.switchTo('b', false);
    assert.deepEqual(unsent(composer), ['', 'front']);
    assert.equal(composer.hasDraft('b'), false);
    composer.switchTo('a', false);
    assert.deepEqual(unsent(composer), ['of a', 'one', 'front']);
    assert.deepEqual(composer.otherDrafts, []);
  });

  it('are removed when they are sent, except for what was typed or attached since', () => {
    const composer = inConversation('a');
    composer.draft = 'sent';
    composer.attach(chip('one'));
    composer.switchTo('b', true);
    composer.attach(chip('two'));
    composer.removeSent('sent', ['one'], 'a');
    assert.equal(composer.hasDraft('a'), false);
    composer.switchTo('a', false);
    composer.writeDraft('b', 'typed since');
    composer.writeDraft('never shown', 'made up');
    assert.equal(composer.hasDraft('never shown'), false);
    composer.attach(chip('since'), { conversation: 'b' });
    composer.removeSent('sent', ['two'], 'b');
    composer.switchTo('b', false);
    assert.deepEqual(unsent(composer), ['typed since', 'since']);
    composer.attach(chip('later'));
    composer.removeSent('sent', ['since']);
    assert.deepEqual(unsent(composer), ['typed since', 'later']);
  });

  it('get what was attached in them before another was shown, unless they are deleted', () => {
    const composer = inConversation('before the restore');
    const { owner } = composer;
    composer.setConversation('a');
    composer.switchTo('b', true);
    composer.attach(chip('one'), owner);
    composer.noteProblems(new Map([['one', 'Gone.']]));
    assert.deepEqual(
      [composer.attachments, composer.otherDrafts],
      [[], [{ conversation: 'a', isNew: true, text: '', attachments: [chip('one', { problem: 'Gone.' })] }]],
    );
    composer.replaceAttachments([chip('one')]);
    assert.deepEqual(composer.attachmentsOf(owner), [chip('one')]);
    const undo = composer.discardDrafts(['a']);
    composer.attach(chip('two'), owner);
    composer.writeDraft('a', 'late');
    assert.deepEqual(composer.otherDrafts, []);
    undo();
    composer.attach(chip('three'), owner);
    assert.deepEqual(composer.attachmentsOf(owner), [chip('one'), chip('three')]);
  });

  it('are discarded with their conversations, and restored with them, even if one is shown by then', () => {
    const composer = inConversation('a');
    for (const id of ['a', 'b', 'c']) {
      composer.switchTo(id, false);
      composer.draft = `of ${id}`;
    }
    composer.queue.put({ id: 'q', conversation: 'b', text: 'queued in b', attachments: [] });
    const undo = composer.discardDrafts(['a', 'b']);
    assert.deepEqual(composer.queue.all, []);
    assert.deepEqual([composer.hasDraft('a'), composer.hasDraft('c')], [false, true]);
    composer.switchTo('a', false);
    undo();
    assert.deepEqual(unsent(composer), ['of a']);
    composer.switchTo('b', false);
    assert.deepEqual(unsent(composer), ['of b']);
    assert.equal(composer.queue.of('b')?.text, 'queued in b');
  });

  it('are joined if something was typed before they were read from disk', () => {
    const composer = inConversation('a');
    composer.draft = 'since';
    composer.switchTo('b', false);
    composer.restoreDrafts([{ conversation: 'a', text: 'before', attachments: [chip('one')] }]);
    composer.switchTo('a', false);
    assert.deepEqual(unsent(composer), ['before\nsince', 'one']);
    const queued = { conversation: 'a', attachments: [] };
    composer.queue.put({ ...queued, id: 'newer', text: 'queued since' });
    composer.restoreQueued([{ ...queued, id: 'older', text: 'queued before' }]);
    assert.deepEqual([composer.queue.of('a')?.id, composer.draft], ['newer', 'queued before\nbefore\nsince']);
  });
});

describe('the edited questions of conversations', () => {
  const edit = (conversation: string, text = `of ${conversation}`, turn = 'q') => ({
    conversation,
    turn,
    text,
  });

  it('are drafts that are discarded with their conversations, and restored with them', () => {
    const composer = inConversation('a');
    composer.switchTo('b', false);
    for (const id of ['a', 'b']) {
      composer.writeEdit(edit(id));
    }
    assert.deepEqual([composer.hasDraft('a'), composer.hasDraft('b')], [true, true]);
    const undo = composer.discardDrafts(['a']);
    assert.deepEqual([composer.edits.all, composer.hasDraft('a')], [[edit('b')], false]);
    undo();
    assert.deepEqual(composer.edits.of('a'), [edit('a')]);
  });

  it('take what arrives late, but nothing for a conversation that was deleted or never shown', () => {
    const composer = inConversation('a');
    composer.switchTo('b', false);
    composer.writeEdit(edit('a', 'late'));
    composer.writeEdit(edit('never shown'));
    assert.deepEqual(composer.edits.all, [edit('a', 'late')]);
    composer.discardDrafts(['a']);
    composer.writeEdit(edit('a', 'too late'));
    assert.deepEqual(composer.edits.all, []);
  });

  it('have one text of each question, the last changed one last, joined if it was typed before the disk was read', () => {
    const composer = inConversation('a');
    composer.writeEdit(edit('a', 'First', 'q1'));
    composer.writeEdit(edit('a', 'Second', 'q2'));
    composer.writeEdit(edit('a', 'First one', 'q1'));
    assert.deepEqual(composer.edits.all, [edit('a', 'Second', 'q2'), edit('a', 'First one', 'q1')]);
    composer.edits.restore([edit('a', 'Before', 'q2'), edit('a', 'First', 'q1')]);
    assert.deepEqual(composer.edits.all, [edit('a', 'Before\nSecond', 'q2'), edit('a', 'First one', 'q1')]);
  });
});
