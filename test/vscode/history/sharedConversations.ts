import * as vscode from 'vscode';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import type { Acknowledged } from '../../support/traffic.ts';
import { REMOVING, type Removing } from '../../support/trafficMarks.ts';
import { equal, until } from '../assert.ts';
import { connect, sendQuestion } from '../extensionAccess.ts';

/** Prefix of lines that are reports to the harness. */
const MARK = '[traffic] ';
const CONVERSATIONS = 3;

/** A report of a window. */
export type TrafficReport =
  | { type: 'began'; processId: number }
  | { type: 'acknowledged'; one: Acknowledged }
  /** The window has stopped making changes. */
  | { type: 'stopped' }
  /** What the window reads of a conversation. */
  | { type: 'read'; conversation: string; digest: string };

/**
 * Makes random changes to conversations that other windows use at the same time, until the file `stop` exists in the
 * folder `TRAFFIC_FOLDER`. Once the file `read` exists, reports what it reads of each conversation. VS Code loads this
 * file as its `extensionTestsPath` and calls this function.
 */
export async function run(): Promise<void> {
  const exists = (name: string): Promise<boolean> =>
    Promise.resolve(vscode.workspace.fs.stat(markFile(name))).then(
      () => true,
      () => false,
    );
  report({ type: 'began', processId: process.pid });
  const services = await connect();
  services.conversations.chooseModel('assistant-haiku');
  while (!(await exists('stop'))) {
    await changeAnything(services);
  }
  await services.conversations.flush();
  report({ type: 'stopped' });
  await until(() => exists('read'), Boolean);
  await reportReadings(services);
}

/** A file in the folder that the harness shares with all windows. */
function markFile(name: string): vscode.Uri {
  return vscode.Uri.joinPath(vscode.Uri.file(process.env['TRAFFIC_FOLDER'] ?? ''), name);
}

function report(message: TrafficReport): void {
  console.log(`${MARK}${JSON.stringify(message)}`);
}

/** Reports a change that has been written and must not be lost from now on. */
function acknowledge({ history }: TestAccess, one: Acknowledged): void {
  equal(history.state, { isSaving: true });
  report({ type: 'acknowledged', one });
}

function randomBelow(below: number): number {
  return Math.floor(Math.random() * below);
}

async function changeAnything(services: TestAccess): Promise<void> {
  const { conversations } = services;
  await showAnyConversation(services);
  const { id, turns } = conversations.current.conversation;
  const last = turns.at(-1);
  if (last !== undefined && randomBelow(8) === 0) {
    const title = crypto.randomUUID();
    await conversations.rename(id, title);
    acknowledge(services, { type: 'titled', conversation: id, title });
  } else if (last !== undefined && randomBelow(12) === 0) {
    await removeLast(services);
  } else {
    await ask(services);
  }
}

async function showAnyConversation({ history, conversations }: TestAccess): Promise<void> {
  const ids = (await history.list()).filter(({ turns }) => turns > 0).map(({ id }) => id);
  const id = ids.sort()[randomBelow(CONVERSATIONS)];
  if (id === undefined) {
    conversations.startNew();
  } else {
    await conversations.show(id);
  }
}

async function ask(services: TestAccess): Promise<void> {
  const { conversations } = services,
    { current: session } = services.conversations;
  const text = `Question ${crypto.randomUUID()}`;
  const errorMessage = await sendQuestion(services.pipeline, { text, attachments: [] });
  if (errorMessage !== undefined) {
    // Another window may be writing a reply in this conversation.
    return;
  }
  const conversation = session.conversation.id;
  const question = session.conversation.turns.find((turn) => turn.kind === 'user' && turn.text === text)?.id;
  if (question === undefined) {
    return;
  }
  let lastReportedText: string | undefined;
  for (;;) {
    const { turns } = session.conversation;
    const reply = turns[turns.findIndex(({ id }) => id === question) + 1];
    await conversations.flush();
    if (reply?.kind !== 'assistant' || !turns.some(({ id }) => id === question)) {
      // Another window has removed it.
      return;
    }
    const { text: written } = reply;
    const isFinished = reply.status === 'finished';
    if (isFinished || written !== lastReportedText) {
      lastReportedText = written;
      acknowledge(services, {
        type: 'asked',
        conversation,
        question,
        reply: reply.id,
        text: written,
        isEnd: isFinished,
      });
    }
    if (reply.status !== 'waiting' && reply.status !== 'streaming') {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

async function removeLast(services: TestAccess): Promise<void> {
  const { conversations } = services,
    { current: session } = services.conversations;
  const { id: conversation, turns } = session.conversation;
  const question = turns.findLast(({ kind }) => kind === 'user');
  if (question === undefined) {
    return;
  }
  const start = turns.indexOf(question);
  const removed = turns.slice(start).map(({ id }) => id);
  // In a file, since a printed line leaves the process some moments later, and the process may be killed in between.
  // The service identifies a question by its text.
  const removing: Removing = { conversation, turns: [...removed, question.text] };
  const bytes = new TextEncoder().encode(JSON.stringify(removing));
  await vscode.workspace.fs.writeFile(markFile(`${REMOVING}${crypto.randomUUID()}`), bytes);
  if (session.remove(question.id) !== undefined) {
    await conversations.flush();
    for (const turn of removed) {
      acknowledge(services, { type: 'removed', conversation, turn });
    }
  }
}

async function reportReadings({ history }: TestAccess): Promise<void> {
  await history.refresh();
  for (const { id } of await history.list()) {
    const stored = await history.open(id);
    const bytes = new TextEncoder().encode(JSON.stringify(stored?.turns));
    const digest = [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].join();
    report({ type: 'read', conversation: id, digest });
  }
}
