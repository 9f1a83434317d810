import { longStep } from '../../harness/progress.ts';
import { type Subject, TWIN } from '../panel/subjects.ts';
import { type HostMemory, measureHostMemory } from './hostMemory.ts';
import { measurePanelMemory, type PanelMemory } from './panelMemory.ts';

export interface Memory {
  readonly hosts: readonly SubjectMemory[];
  readonly panel: PanelMemory;
}

/** What an extension adds to the memory of its extension host, compared with the twin. */
export interface SubjectMemory {
  readonly subject: string;
  /** With the view open. */
  readonly viewed: HostMemory;
  /** After a hundred questions. */
  readonly asked: HostMemory;
}

/**
 * Measures the memory of the extension host with each subject, and of the panel's page, once: it hardly differs between
 * runs.
 * @param folder for temporary files
 */
export async function measureMemory(subjects: readonly Subject[], folder: string): Promise<Memory> {
  const twin = await longStep('Memory of twin', () => measureHostMemory(TWIN, false, folder));
  const lessTwin = ({ used, resident }: HostMemory): HostMemory => ({
    used: used - twin.viewed.used,
    resident: resident - twin.viewed.resident,
  });
  const hosts: SubjectMemory[] = [];
  for (const subject of subjects) {
    const { viewed, asked = viewed } = await longStep(`Memory of ${subject.name}, with 100 questions`, () =>
      measureHostMemory(subject, true, folder),
    );
    hosts.push({ subject: subject.name, viewed: lessTwin(viewed), asked: lessTwin(asked) });
  }
  return { hosts, panel: await longStep('Memory of the panel', measurePanelMemory) };
}
