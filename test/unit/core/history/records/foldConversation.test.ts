import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { foldConversation } from '../../../../../src/core/history/records/foldConversation.ts';
import { mergeRecords } from '../../../../../src/core/history/records/mergeRecords.ts';
import type { HistoryRecord } from '../../../../../src/core/history/records/record.ts';
import { ended, exchange, question, reply, state, text } from '../changes.ts';
import { by, describeTurns, recordsOf, stored } from '../stored.ts';

const one = exchange('p', null, 'Yes');
const two = exchange('q', 'p-reply', 'It is ', 'so.');

describe('a conversation folded from records', () => {
  it('is the same in whatever order the files are read', () => {
    const records = recordsOf(...by('one', one), ...by('two', two));
    assert.deepEqual(stored(records.toReversed()), stored(records));
    assert.deepEqual(describeTurns(stored(records)), [
      'p: what is p?',
      'p-reply: Yes',
      'q: what is q?',
      'q-reply: It is so.',
    ]);
  });

  it('ignores duplicate records', () => {
    const records = recordsOf(...by('one', [...one, ...two]));
    assert.deepEqual(stored([...records, ...records.slice(2)]), stored(records));
  });

  it('keeps exchanges together when two windows ask at the same time', () => {
    const left = exchange('left', 'p-reply', 'L1', 'L2');
    const right = exchange('right', 'p-reply', 'R1', 'R2');
    const mixed = left.flatMap((change, index) => {
      const other = right[index];
      return [...by('one', [change]), ...(other ? by('two', [other]) : [])];
    });
    assert.deepEqual(describeTurns(stored(recordsOf(...by('one', one), ...mixed))).slice(2), [
      'left: what is left?',
      'left-reply: L1L2',
      'right: what is right?',
      'right-reply: R1R2',
    ]);
  });

  it('keeps a reply next to its question if another window has already asked the next one', () => {
    const records = recordsOf(
      ['one', question('p', null)],
      ['two', question('q', 'p')],
      ['two', reply('q-reply', 'q')],
      ['one', reply('p-reply', 'p')],
      ['one', question('r', 'p-reply')],
    );
    assert.deepEqual(
      stored(records).turns.map(({ id }) => id),
      ['p', 'p-reply', 'q', 'q-reply', 'r'],
    );
  });

  it('shows a question after what it follows, even if a time is wrong', () => {
    const records = recordsOf(
      ['one', question('q', 'p-reply')],
      ['two', question('p', null)],
      ['two', reply('p-reply', 'p')],
    );
    assert.deepEqual(
      stored(records).turns.map(({ id }) => id),
      ['p', 'p-reply', 'q'],
    );
  });

  it('keeps all replies to a question together, even if the conversation continued after the first', () => {
    const records = recordsOf(
      ...by('one', one),
      ...by('two', exchange('q', 'p-reply', 'Next')),
      ['one', reply('again', 'p')],
      ['one', reply('beside', 'p-reply', { alternativeTo: 'p-reply' })],
    );
    assert.deepEqual(
      stored(records).turns.map(({ id }) => id),
      ['p', 'p-reply', 'beside', 'again', 'q', 'q-reply'],
    );
  });

  it('removes turns and restores them at their position', () => {
    const records = recordsOf(
      ...by('one', [...one, ...two]),
      ...by('one', exchange('r', 'q-reply', 'Then')),
      ['two', { type: 'remove', turns: ['q', 'q-reply'] }],
    );
    assert.deepEqual(describeTurns(stored(records)), [
      'p: what is p?',
      'p-reply: Yes',
      'r: what is r?',
      'r-reply: Then',
    ]);
    const back = recordsOf(
      ...by('one', [...one, ...two, ...exchange('r', 'q-reply', 'Then')]),
      ['two', { type: 'remove', turns: ['q', 'q-reply'] }],
      ['one', { type: 'restore', turns: ['q', 'q-reply'] }],
    );
    assert.equal(describeTurns(stored(back))[3], 'q-reply: It is so.');
  });

  it('leaves a question out according to the last record, which does not make the conversation more recent', () => {
    const out = (leftOut?: boolean) =>
      ['two', { type: 'leaveOut', turn: 'p', ...(leftOut !== undefined && { leftOut }) }] as const;
    const isLeftOut = (...said: ReturnType<typeof out>[]): unknown => {
      const [first] = stored(recordsOf(...by('one', [...one, ...two]), ...said)).turns;
      return first?.kind === 'user' ? first.isLeftOut : 'none';
    };
    assert.equal(isLeftOut(), undefined);
    assert.equal(isLeftOut(out(true)), true);
    assert.equal(isLeftOut(out(true), out(false)), false);
    assert.equal(isLeftOut(out(false), out(true)), true);
    assert.equal(isLeftOut(out(true), out()), undefined);
    const { changedAt } = stored(recordsOf(...by('one', one)));
    assert.equal(stored(recordsOf(...by('one', one), out(true))).changedAt, changedAt);
  });

  it('says where each turn was sent: with its last record, and since; nowhere if records are missing', () => {
    const asked = by('one', exchange('p', null, 'It is so.'));
    const places = (...more: readonly (typeof asked)[number][]) =>
      stored(recordsOf(...asked, ...more)).turns.map(({ sentTo, isMasked }) => ({ sentTo, isMasked }));
    const unknown = { sentTo: undefined, isMasked: undefined };
    assert.deepEqual(places(), [unknown, unknown]);
    const sent = (to: string): (typeof asked)[number] => [
      'two',
      { type: 'sent', turns: ['p', 'p-reply'], to },
    ];
    const mask: (typeof asked)[number] = ['two', { type: 'mask', turns: ['p'] }];
    assert.deepEqual(places(sent('a'), mask, sent('b')), [
      { sentTo: ['a', 'b'], isMasked: true },
      { sentTo: ['a', 'b'], isMasked: undefined },
    ]);
    // A reply that another service continues is one that the first one doesn't have.
    const state = { model: 'm', status: 'finished', startedAt: 1, sentTo: ['b'] } as const;
    assert.deepEqual(places(sent('a'), ['one', { type: 'state', turn: 'p-reply', state }])[1]?.sentTo, ['b']);
    const restored = ['two', { type: 'restore', turns: ['p-reply'], isImported: true }] as const;
    assert.deepEqual(
      places(sent('a'), restored).map(({ sentTo }) => sentTo),
      [['a'], []],
    );
    // The record that is missing may have masked a turn.
    const records = recordsOf(...asked, mask, sent('a'));
    const damaged = stored(records.filter((record) => record.type !== 'mask'));
    assert.deepEqual(
      damaged.turns.map(({ sentTo }) => sentTo),
      [[], []],
    );
  });

  it('orders turns that follow each other in a cycle or follow themselves, without losing any', () => {
    const records = recordsOf(
      ['one', question('p', 'q')],
      ['one', question('q', 'p')],
      ['one', reply('r', 's')],
      ['one', reply('s', 'r')],
      ['one', question('t', 't')],
    );
    assert.deepEqual(
      stored(records)
        .turns.map(({ id }) => id)
        .sort(),
      ['p', 'q', 'r', 's', 't'],
    );
  });

  it('can contain ten thousand exchanges', () => {
    const records = Array.from({ length: 10_000 }, (_, index): HistoryRecord[] => {
      const head = { v: 1, w: 'one', at: index };
      return [
        { ...head, n: 2 * index + 1, ...question(`q${index}`, index === 0 ? null : `r${index - 1}`) },
        { ...head, n: 2 * index + 2, ...reply(`r${index}`, `q${index}`) },
      ];
    }).flat();
    const { turns } = stored(records);
    assert.equal(turns.length, 20_000);
    assert.equal(turns.at(-1)?.id, 'r9999');
  });

  it('has the last title, pin, model and trash state, which do not make it more recent', () => {
    const records = recordsOf(
      ...by('one', one),
      ['one', { type: 'title', title: 'Old' }],
      ['two', { type: 'title', title: 'New' }],
      ['one', { type: 'pin', pinned: true }],
      ['one', { type: 'model', model: 'smart' }],
      ['one', { type: 'trash', trashed: true }],
    );
    const { title, pinned, model, trashedAt, createdAt, changedAt } = stored(records);
    assert.deepEqual(
      { title, pinned, model, trashedAt, createdAt, changedAt },
      { title: 'New', pinned: true, model: 'smart', trashedAt: 1008, createdAt: 1000, changedAt: 1003 },
    );
    const out = recordsOf(
      ['one', { type: 'trash', trashed: true }],
      ['one', { type: 'trash', trashed: false }],
    );
    assert.equal('trashedAt' in stored(out), false);
    const untitled = recordsOf(
      ['one', { type: 'title', title: 'Old' }],
      ['one', { type: 'title', title: '' }],
    );
    assert.equal('title' in stored(untitled), false);
  });

  it('reports that a newer version wrote to it, and keeps records it does not know', () => {
    const newer = { v: 2, w: 'two', n: 1, at: 5, type: 'unknown' as const, json: '{}' };
    const conversation = stored([...recordsOf(...by('one', one)), newer]);
    assert.equal(conversation.turns.length, 2);
    assert.equal(conversation.isNewer, true);
    assert.equal(conversation.unknownRecords, 1);
    assert.equal(conversation.damage, undefined);
  });
});

describe('a reply folded from records', () => {
  it('is interrupted and listed as unfinished while no record ends it', () => {
    const records = recordsOf(...by('one', one.slice(0, -1)), ['one', { type: 'pulse', turn: 'p-reply' }]);
    const { turns, unfinishedReplies, damage } = stored(records);
    assert.deepEqual(unfinishedReplies, ['p-reply']);
    assert.ok(turns[1]?.kind === 'assistant' && turns[1].status === 'interrupted');
    assert.equal(damage, undefined);
  });

  it('can be continued by another window', () => {
    const records = recordsOf(
      ...by('one', one.slice(0, -1)),
      ['two', { type: 'state', turn: 'p-reply', state: state({ status: 'waiting' }) }],
      ['two', text('p-reply', 3, ', it is')],
      ['two', ended('p-reply')],
    );
    assert.deepEqual(describeTurns(stored(records)), ['p: what is p?', 'p-reply: Yes, it is']);
  });

  it('becomes two replies if two windows continue it at the same time', () => {
    const waiting = state({ status: 'waiting', startedAt: 7 });
    const records = recordsOf(
      ...by('one', one.slice(0, -1)),
      ['one', { type: 'state', turn: 'p-reply', state: state({ status: 'stopped' }) }],
      ['two', { type: 'state', turn: 'p-reply', state: waiting }],
      ['three', { type: 'state', turn: 'p-reply', state: waiting }],
      ['two', text('p-reply', 3, ', two')],
      ['three', text('p-reply', 3, ', three')],
      ['two', text('p-reply', 8, ' of them')],
      ['three', text('p-reply', 10, ' of us')],
      ['two', ended('p-reply')],
      ['three', ended('p-reply', { status: 'cutAtLimit' })],
      ['two', question('q', 'p-reply')],
      ['three', question('r', 'p-reply~three')],
    );
    const conversation = stored(records);
    assert.deepEqual(describeTurns(conversation), [
      'p: what is p?',
      'p-reply: Yes, two of them',
      'p-reply~three: Yes, three of us (cutAtLimit)',
      'q: what is q?',
      'r: what is r?',
    ]);
    const [, , alternative] = conversation.turns;
    assert.ok(alternative?.kind === 'assistant' && alternative.alternativeTo === 'p-reply');
    assert.equal(conversation.damage, undefined);
  });

  it('has in each branch the end that its own writer wrote, even while the other writer is still writing', () => {
    const records = recordsOf(
      ...by('one', one.slice(0, -1)),
      ['two', text('p-reply', 3, ', two')],
      ['two', ended('p-reply', { status: 'stopped' })],
      ['three', { type: 'state', turn: 'p-reply', state: state({ status: 'waiting' }) }],
      ['three', text('p-reply', 3, ', three')],
    );
    const conversation = stored(records);
    assert.deepEqual(describeTurns(conversation).slice(1), [
      'p-reply: Yes, two (stopped)',
      'p-reply~three: Yes, three (interrupted)',
    ]);
    assert.deepEqual(conversation.unfinishedReplies, ['p-reply~three']);
  });

  it('applies later records to the second branch if two windows continued it', () => {
    const records = recordsOf(
      ...by('one', one.slice(0, -1)),
      ['two', text('p-reply', 3, ', two')],
      ['three', text('p-reply', 3, ', three')],
      ['four', text('p-reply~three', 10, ' and four')],
      ['four', ended('p-reply~three')],
      ['four', { type: 'remove', turns: ['p-reply'] }],
    );
    const conversation = stored(records);
    assert.deepEqual(describeTurns(conversation), ['p: what is p?', 'p-reply~three: Yes, three and four']);
    assert.ok(
      conversation.turns[1]?.kind === 'assistant' && conversation.turns[1].alternativeTo === undefined,
    );
    assert.equal(conversation.damage, undefined);
  });

  it('stays finished when another window stops continuing it', () => {
    const records = recordsOf(...by('one', one), ['two', ended('p-reply', { status: 'stopped' })]);
    assert.deepEqual(describeTurns(stored(records)), ['p: what is p?', 'p-reply: Yes']);
    const withAlternative = recordsOf(...by('one', one), [
      'two',
      ended('p-reply', { alternativeTo: 'other' }),
    ]);
    assert.ok(
      stored(withAlternative).turns.some(
        (turn) => turn.kind === 'assistant' && turn.alternativeTo === 'other',
      ),
    );
  });

  const pieces = recordsOf(...by('one', exchange('p', null, 'One ', 'two ', 'three ', 'four')));
  const without = (...numbers: readonly number[]): HistoryRecord[] =>
    pieces.filter(({ n }) => !numbers.includes(n));

  it('marks a missing piece and keeps the position of the text after it', () => {
    const { turns, damage } = stored(without(4));
    assert.equal(turns[1]?.text, 'One …   three four');
    assert.deepEqual(damage, { badLines: 0, missingRecords: 1, turnIds: ['p-reply'] });
  });

  it('is damaged if its last piece is missing', () => {
    const { turns, damage } = stored(without(6));
    assert.equal(turns[1]?.text, 'One two three ');
    assert.deepEqual(damage, { badLines: 0, missingRecords: 1, turnIds: ['p-reply'] });
  });

  it('is damaged if its file ends in a torn line and its end is missing', () => {
    const torn = (records: readonly HistoryRecord[]) =>
      foldConversation('a', mergeRecords([{ writer: 'one', records, badLines: 0, isTorn: true }])).damage;
    assert.deepEqual(torn(pieces.slice(0, 4)), { badLines: 1, missingRecords: 0, turnIds: ['p-reply'] });
    assert.deepEqual(torn(pieces), { badLines: 1, missingRecords: 0, turnIds: [] });
  });

  it('is shown if the record of its start is missing', () => {
    const { turns, damage } = stored(without(2));
    assert.equal(turns[1]?.text, 'One two three four');
    assert.deepEqual(damage, { badLines: 0, missingRecords: 1, turnIds: ['p-reply'] });
    const { turns: bare } = stored(without(1, 2, 7));
    assert.deepEqual(
      bare.map((turn) => turn.text),
      ['One two three four'],
    );
  });

  it('is shown if its question is missing, which is reported', () => {
    const records = recordsOf(['one', question('p', null)], ...by('two', one.slice(1))).slice(1);
    const { turns, damage } = stored(records);
    assert.deepEqual(
      turns.map((turn) => turn.text),
      ['Yes'],
    );
    assert.deepEqual(damage, { badLines: 0, missingRecords: 1, turnIds: [] });
  });

  it('is complete if only records of other turns or properties are missing', () => {
    const records = recordsOf(['one', { type: 'pin', pinned: true }], ...by('one', [...one, ...two])).slice(
      1,
    );
    assert.deepEqual(stored(records).damage, { badLines: 0, missingRecords: 1, turnIds: [] });
    const between = recordsOf(...by('one', one), ['one', { type: 'pin', pinned: true }], ...by('one', two));
    assert.deepEqual(stored(between.filter(({ type }) => type !== 'pin')).damage?.turnIds, []);
  });
});
