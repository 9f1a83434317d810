import type { Fault, Faults, Treatment } from './fault.ts';
import { STATUS_FAULTS } from './statuses.ts';

/** Every fault by its id. The number is the same for all variants of one fault. */
export const FAULTS: Faults = {
  ...STATUS_FAULTS,
};

/** `F21` and, as text, its parameter after a colon. */
export interface FaultChoice {
  id: string;
  parameter?: string;
}

/** Reads `F21` and `F21:2000`. A parameter may hold colons of its own. */
export function parseFaultChoice(text: string): FaultChoice {
  const [, id = '', parameter] = /^([^:]*)(?::(.*))?$/s.exec(text) ?? [];
  return { id, ...(parameter !== undefined && { parameter }) };
}

/** The faults as a table for people, one a line. */
export function faultTable(): string {
  const heads = Object.entries(FAULTS).map(([id, { parameter }]) => (parameter ? `${id}:…` : id));
  const width = Math.max(...heads.map((head) => head.length));
  return Object.values(FAULTS)
    .map(({ line, parameter }, row) => {
      const more = parameter === undefined ? '' : ` (${parameter})`;
      return `${(heads[row] ?? '').padEnd(width)}  ${line}${more}`;
    })
    .join('\n');
}

/** @throws Error that lists the ids where there is no such fault, or names what its parameter must be */
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
