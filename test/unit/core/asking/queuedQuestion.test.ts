import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { queueStep } from '../../../../src/core/asking/queuedQuestion.ts';
import type { ReplyStatus, Turn } from '../../../../src/core/conversation/conversation.ts';

function question(id: string): Turn {
  return { kind: 'user', id, text: 'Why?', attachments: [], at: 0 };
}

function reply(status: ReplyStatus): Turn {
  return { kind: 'assistant', id: 'reply', model: 'm', text: 'So', status, startedAt: 0 };
}

describe('a queued question', () => {
  it('waits while the reply can grow or is about to start, as in a retry', () => {
    for (const turns of [[reply('waiting')], [reply('streaming')], []]) {
      assert.deepEqual(queueStep([question('q'), ...turns], 'q'), { step: 'wait' });
    }
  });

  it('is sent only when the reply has finished', () => {
    assert.deepEqual(queueStep([question('q'), reply('finished')], 'q'), { step: 'send' });
    for (const ended of ['cutAtLimit', 'stopped', 'failed', 'interrupted'] as const) {
      assert.deepEqual(queueStep([question('q'), reply(ended)], 'q'), { step: 'hold', ended });
    }
  });

  it('is sent after the last of two compared replies', () => {
    const turns = [question('q'), reply('finished')];
    assert.equal(queueStep([...turns, reply('streaming')], 'q').step, 'wait');
    assert.equal(queueStep([...turns, reply('finished')], 'q').step, 'send');
  });

  it('is held if another question is asked, or if its conversation is deleted', () => {
    const later = [question('q'), reply('stopped'), question('later'), reply('finished')];
    assert.deepEqual(queueStep(later, 'q'), { step: 'hold' });
    assert.deepEqual(queueStep([], 'q'), { step: 'hold' });
  });
});
