import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAULTS } from '../../../faults/catalogue.ts';
import { BREAK_CHECKS } from './breakChecks.ts';
import { CONNECTION_CHECKS } from './connectionChecks.ts';
import { ERROR_BODY_CHECKS } from './errorBodyChecks.ts';
import { EVENT_CHECKS } from './eventChecks.ts';
import { faultCase } from './faultCase.ts';
import { HEAD_CHECKS } from './headChecks.ts';
import { REDIRECT_CHECKS } from './redirectChecks.ts';
import { SIZE_CHECKS } from './sizeChecks.ts';
import { STATUS_CHECKS } from './statusChecks.ts';
import { WRITING_CHECKS } from './writingChecks.ts';

const IN_EVERY_FORMAT = { ...BREAK_CHECKS, ...WRITING_CHECKS, ...EVENT_CHECKS };
const CHECKS = {
  ...CONNECTION_CHECKS,
  ...REDIRECT_CHECKS,
  ...HEAD_CHECKS,
  ...STATUS_CHECKS,
  ...ERROR_BODY_CHECKS,
  ...SIZE_CHECKS,
  ...IN_EVERY_FORMAT,
};

/** Rows of the fault matrix that a server can cause. */
const ROWS =
  'F09 F10 F12 F16 F17 F18 F19 F20 F21 F22 F23 F24 F25 F26 F27 F28 F29 F30 F31 F32 F33 F34 F35 F36 F37 F38 F39 F40 ' +
  'F41 F42 F43 F44 F45 F46 F47 F48 F49 F50 F51 F52 F53 F54 F55 F56 F57 F58 F59 F60 F61 F62 F63 F64 F65 F66 F67 F68 ' +
  'F69 F70 F71 F76';

describe('the faults', () => {
  it('cover every row that a server can cause', () => {
    const rows = new Set(Object.keys(FAULTS).map((id) => id.split('.')[0]));
    assert.deepEqual(
      ROWS.split(' ').filter((row) => !rows.has(row)),
      [],
    );
  });

  it('are checked one and all', () => {
    assert.deepEqual(Object.keys(CHECKS).sort(), Object.keys(FAULTS).sort());
  });
});

describe('fault', () => {
  for (const [id, { line }] of Object.entries(FAULTS)) {
    it(`${id}: ${line}`, async (t) => {
      await CHECKS[id]?.(await faultCase(t, id));
    });
  }
});

for (const stream of ['choices', 'ndjson'] as const) {
  describe(`fault of a stream in the format ${stream}`, () => {
    for (const [id, check] of Object.entries(IN_EVERY_FORMAT)) {
      it(id, async (t) => {
        await check(await faultCase(t, id, stream));
      });
    }
  });
}
