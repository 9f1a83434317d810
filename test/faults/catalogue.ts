import type { Fault, Faults, Treatment } from './fault.ts';
import { BREAK_FAULTS } from './tables/breaks.ts';
import { BYTE_FAULTS } from './tables/bytes.ts';
import { COMPRESSION_FAULTS } from './tables/compression.ts';
import { CONNECTION_FAULTS } from './tables/connections.ts';
import { ERROR_BODY_FAULTS } from './tables/errorBodies.ts';
import { EVENT_FAULTS } from './tables/events.ts';
import { FRAMING_FAULTS } from './tables/framing.ts';
import { HEADER_FAULTS } from './tables/headers.ts';
import { RATE_LIMIT_FAULTS } from './tables/rateLimits.ts';
import { REDIRECT_FAULTS } from './tables/redirects.ts';
import { REFUSAL_FAULTS } from './tables/refusals.ts';
import { SIZE_FAULTS } from './tables/sizes.ts';
import { STATUS_FAULTS, SUCCESS_FAULTS } from './tables/statuses.ts';
import { TEXT_FAULTS } from './tables/texts.ts';

const GROUPS: readonly Faults[] = [
  CONNECTION_FAULTS,
  REDIRECT_FAULTS,
  HEADER_FAULTS,
  COMPRESSION_FAULTS,
  SUCCESS_FAULTS,
  STATUS_FAULTS,
  REFUSAL_FAULTS,
  RATE_LIMIT_FAULTS,
  ERROR_BODY_FAULTS,
  BREAK_FAULTS,
  BYTE_FAULTS,
  FRAMING_FAULTS,
  EVENT_FAULTS,
  SIZE_FAULTS,
  TEXT_FAULTS,
];

/** All faults by id, in the order of ids. Variants of a fault share the part before the dot. */
export const FAULTS: Faults = Object.fromEntries(
  GROUPS.flatMap((group) => Object.entries(group)).sort(([left], [right]) => left.localeCompare(right, 'en')),
);

/** A fault id with an optional parameter, as in `F21:2000`. */
export interface FaultChoice {
  id: string;
  parameter?: string;
}

/** Parses `F21` and `F21:2000`. A parameter may contain colons. */
export function parseFaultChoice(text: string): FaultChoice {
  const [, id = '', parameter] = /^([^:]*)(?::(.*))?$/s.exec(text) ?? [];
  return { id, ...(parameter !== undefined && { parameter }) };
}

/** Formats the faults as a human-readable table, one per line. */
export function faultTable(): string {
  const heads = Object.entries(FAULTS).map(([id, { parameter }]) => (parameter ? `${id}:…` : id));
  const width = Math.max(...heads.map((head) => head.length));
  return Object.values(FAULTS)
    .map(({ description, parameter }, row) => {
      const more = parameter === undefined ? '' : ` (${parameter})`;
      return `${(heads[row] ?? '').padEnd(width)}  ${description}${more}`;
    })
    .join('\n');
}

/** @throws Error that lists all ids if the id is unknown, or that describes the parameter if it is invalid */
export function beginFault({ id, parameter }: FaultChoice): { fault: Fault; treat: Treatment } {
  const fault = Object.hasOwn(FAULTS, id) ? FAULTS[id] : undefined;
  if (fault === undefined) {
    throw new Error(`There is no fault "${id}". There are:\n${faultTable()}`);
  }
  if (parameter !== undefined && fault.parameter === undefined) {
    throw new Error(`${id} takes no parameter.`);
  }
  try {
    return { fault, treat: fault.begin(parameter) };
  } catch (error) {
    throw new Error(`${id} ${error instanceof Error ? error.message : String(error)}.`);
  }
}
