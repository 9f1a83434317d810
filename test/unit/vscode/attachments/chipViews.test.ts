import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Attachments } from '../../../../src/vscode/attachments/attachments.ts';
import { toAttachmentView } from '../../../../src/vscode/attachments/chipViews.ts';
import type { SecretGuard } from '../../../../src/vscode/secrets/secretGuard.ts';
import { useStubVsCode } from '../../../support/useStubVsCode.ts';
import { ANCHOR, attachment } from '../../core/support.ts';

useStubVsCode();
const { attachmentsFeature } = await import('../../../../src/vscode/attachments/attachmentsFeature.ts');
const { Composer } = await import('../../../../src/vscode/composer/composer.ts');

describe('an attachment as the panel sees it', () => {
  it('has neither its text nor its place', () => {
    const { text: _, ...view } = attachment();
    assert.deepEqual(
      toAttachmentView({ ...attachment({ anchor: ANCHOR }), uri: 'file:///a.ts', version: 7 }),
      view,
    );
  });

  it('is searched for secrets only for a page that is loaded', () => {
    const never = () => ({ dispose: () => undefined });
    const composer = new Composer();
    const searched: string[] = [];
    const secretsIn = ({ text }: { text: string }) => {
      searched.push(text);
      return { lines: [], redacted: 0 };
    };
    const ui = { hasPage: false, post: () => undefined, reveal: async () => undefined };
    const feature = attachmentsFeature({
      attachments: { onCurrentFileChanged: never, onOfferChanged: never } as unknown as Attachments,
      composer,
      definitions: { view: undefined, onChanged: never } as never,
      secretGuard: { secretsIn, onFound: never } as unknown as SecretGuard,
      meter: { tokensOf: () => 1 } as never,
      models: { current: '' },
      targetEditor: {} as never,
      ui,
    });
    composer.attach(attachment({ id: 'one', text: 'unseen' }));
    assert.deepEqual(searched, []);
    ui.hasPage = true;
    composer.attach(attachment({ id: 'two', text: 'seen' }));
    assert.deepEqual(searched, ['unseen', 'seen']);
    feature.dispose();
  });
});
