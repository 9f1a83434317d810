import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultModel, toModelInfo } from '../../../../src/core/models/modelInfo.ts';

describe('toModelInfo', () => {
  it('completes missing fields from the catalogue', () => {
    assert.deepEqual(toModelInfo({ id: 'assistant-fable-5' }), {
      id: 'assistant-fable-5',
      description: 'Long documents, large codebases',
      contextWindow: 1_000_000,
    });
  });

  it("prefers the fields of the service's list", () => {
    const listed = { id: 'assistant-haiku', description: 'New', context_window: 5 };
    assert.deepEqual(toModelInfo(listed), { id: 'assistant-haiku', description: 'New', contextWindow: 5 });
  });

  it('adds no fields to a model that is not in the catalogue', () => {
    assert.deepEqual(toModelInfo({ id: 'assistant-next', description: undefined }), {
      id: 'assistant-next',
    });
  });
});

describe('defaultModel', () => {
  it('is the model for general use if it is listed', () => {
    assert.equal(
      defaultModel([{ id: 'assistant-opus-5' }, { id: 'assistant-sonnet-4' }])?.id,
      'assistant-sonnet-4',
    );
  });

  it('is the first of the list if that model is not listed, and undefined for an empty list', () => {
    assert.equal(defaultModel([{ id: 'x' }, { id: 'y' }])?.id, 'x');
    assert.equal(defaultModel([]), undefined);
  });
});
