import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type ExactCount, measureOf, ZERO } from '../../../../src/core/tokens/exactCount.ts';
import { measured } from '../../../../src/core/tokens/measuredText.ts';
import { NearestCount } from '../../../../src/core/tokens/nearestCount.ts';

function counted(...texts: string[]): ExactCount {
  const messages = texts.map(measured);
  return { messages, measure: measureOf(messages), tokens: 1 };
}

it('the count that is nearest has most in common with the messages, each as often as it is in both', () => {
  const [long, short] = ['Why does it do that, and since when?', 'Go on.'];
  const counts = [counted(long), counted(short, short, short), counted(long, short), counted(short)];
  const near = new NearestCount(counts);
  const to = (...texts: string[]): ExactCount => near.to(texts.map(measured));
  assert.equal(to(long), counts[0]);
  assert.equal(to(long, short), counts[2]);
  assert.equal(to(long, short, short), counts[2]);
  assert.equal(to(short), counts[3]);
  assert.equal(to(short, short, short), counts[1]);
  assert.equal(to('Something else.'), ZERO);
  assert.equal(to(), ZERO);
});
