import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ATTACHMENT_KINDS, type Attachment } from '../../../../../src/core/attachments/attachment.ts';
import { attachmentSchema } from '../../../../../src/core/history/records/attachmentSchema.ts';
import { ANCHOR, attachment } from '../../support.ts';

describe('an attachment on disk', () => {
  for (const kind of ATTACHMENT_KINDS) {
    it(`is restored exactly: ${kind}`, () => {
      const complete: Attachment = {
        ...attachment({ kind }),
        symbol: 'parse',
        command: { exitCode: 1 },
        redacted: 1,
        leftOutLines: 2,
        anchor: ANCHOR,
      };
      assert.deepEqual(attachmentSchema.parse(JSON.parse(JSON.stringify(complete))), complete);
    });
  }

  it('keeps the exit code of its command, as Windows has them, or that it has none', () => {
    for (const command of [{}, { exitCode: -1_073_741_510 }, { exitCode: 3_221_225_786 }]) {
      assert.deepEqual(attachmentSchema.parse({ ...attachment(), command }).command, command);
    }
  });

  it('has no lines when it is restored if it had none', () => {
    const { startLine: _start, endLine: _end, ...folder } = attachment({ kind: 'folder' });
    assert.deepEqual(attachmentSchema.parse(folder), folder);
  });

  it('becomes a file if a later version wrote its kind, and loses nothing else', () => {
    assert.deepEqual(attachmentSchema.parse({ ...attachment(), kind: 'picture' }), {
      ...attachment(),
      kind: 'file',
    });
  });
});
