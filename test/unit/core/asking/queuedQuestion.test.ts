import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { queueStep } from '../../../../src/core/asking/queuedQuestion.ts';
import type { AssistantTurn, ReplyStatus, Turn } from '../../../../src/core/conversation/conversation.ts';

function question(id: string): Turn {
  return { kind: 'user', id, text: 'Why?', attachments: [], at: 0 };
}

function reply(status: ReplyStatus): AssistantTurn {
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

  it('waits for both of two compared replies, and depends on how the first has ended', () => {
    const alternative = (status: ReplyStatus): Turn => ({ ...reply(status), alternativeTo: 'reply' });
    const turns = [question('q'), reply('finished')];
    assert.deepEqual(queueStep([...turns, alternative('streaming')], 'q'), { step: 'wait' });
    assert.deepEqual(queueStep([...turns, alternative('failed')], 'q'), { step: 'send' });
    assert.deepEqual(queueStep([question('q'), reply('stopped'), alternative('finished')], 'q'), {
      step: 'hold',
      ended: 'stopped',
    });
  });

  it('depends on how the new reply has ended if the one before it was retried', () => {
    const earlier: Turn = { ...reply('finished'), id: 'earlier', alternativeTo: 'reply' };
    assert.deepEqual(queueStep([question('q'), earlier, reply('finished')], 'q'), { step: 'send' });
    assert.deepEqual(queueStep([question('q'), earlier, { ...reply('failed'), text: '' }], 'q'), {
      step: 'hold',
      ended: 'failed',
    });
  });

  it('is held if another question is asked, or if its conversation is deleted', () => {
    const later = [question('q'), reply('stopped'), question('later'), reply('finished')];
    assert.deepEqual(queueStep(later, 'q'), { step: 'hold' });
    assert.deepEqual(queueStep([], 'q'), { step: 'hold' });
  });
});
