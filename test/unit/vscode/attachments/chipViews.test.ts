import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toAttachmentView } from '../../../../src/vscode/attachments/chipViews.ts';
import { ANCHOR, attachment } from '../../core/support.ts';

describe('an attachment as the panel sees it', () => {
  it('has neither its text nor its place', () => {
    const { text: _, ...view } = attachment();
    assert.deepEqual(
      toAttachmentView({ ...attachment({ anchor: ANCHOR }), uri: 'file:///a.ts', version: 7 }),
      view,
    );
  });
});
