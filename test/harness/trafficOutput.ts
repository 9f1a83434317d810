import type { Acknowledged } from '../support/traffic.ts';
import type { TrafficReport } from '../vscode/history/sharedConversations.ts';
import { HostOutput } from './hostOutput.ts';

const MARK = '[traffic] ';

/** What one window has told, among all that is printed there. */
export class TrafficOutput extends HostOutput {
  readonly acknowledged: Acknowledged[] = [];
  /** How it read each conversation at the end, by its id. */
  readonly readings = new Map<string, string>();
  processId: number | undefined;
  hasStopped = false;
  readonly #onReport: () => void;

  constructor(onReport: () => void) {
    super();
    this.#onReport = onReport;
  }

  override accept(text: string): void {
    for (const line of text.split('\n')) {
      const start = line.indexOf(MARK);
      if (start === -1) {
        super.accept(line);
      } else {
        this.#take(JSON.parse(line.slice(start + MARK.length)) as TrafficReport);
      }
    }
  }

  #take(report: TrafficReport): void {
    switch (report.type) {
      case 'began':
        this.processId = report.processId;
        break;
      case 'acknowledged':
        this.acknowledged.push(report.one);
        break;
      case 'stopped':
        this.hasStopped = true;
        break;
      case 'read':
        this.readings.set(report.conversation, report.digest);
        break;
    }
    this.#onReport();
  }
}
