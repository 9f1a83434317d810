import * as vscode from 'vscode';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import type { Acknowledged } from '../../support/traffic.ts';
import { REMOVING, type Removing } from '../../support/trafficMarks.ts';
import { equal, until } from '../assert.ts';
import { connect } from '../extensionAccess.ts';

/** Marks a line that says something to whoever started this. */
const MARK = '[traffic] ';
const CONVERSATIONS = 3;

/** What a window tells. */
export type TrafficReport =
  | { type: 'began'; processId: number }
  | { type: 'acknowledged'; one: Acknowledged }
  /** It does nothing more. */
  | { type: 'stopped' }
  /** How it reads a conversation. */
  | { type: 'read'; conversation: string; digest: string };

/**
 * Does things at random in conversations that other windows use at the same time, until the file `stop` is in the
 * folder that the environment names; then, with the file `read`, tells how it reads each conversation. VS Code loads
 * this file as its `extensionTestsPath` and calls this.
 */
export async function run(): Promise<void> {
  const isThere = (name: string): Promise<boolean> =>
    Promise.resolve(vscode.workspace.fs.stat(mark(name))).then(
      () => true,
      () => false,
    );
  tell({ type: 'began', processId: process.pid });
  const found = await connect();
  found.conversations.chooseModel('assistant-haiku');
  while (!(await isThere('stop'))) {
    await doSomething(found);
  }
  await found.conversations.flush();
  tell({ type: 'stopped' });
  await until(() => isThere('read'), Boolean);
  await tellReadings(found);
}

/** A file in the folder that the environment names, which the harness and all windows share. */
function mark(name: string): vscode.Uri {
  return vscode.Uri.joinPath(vscode.Uri.file(process.env['TRAFFIC_FOLDER'] ?? ''), name);
}

function tell(report: TrafficReport): void {
  console.log(`${MARK}${JSON.stringify(report)}`);
}

/** Says what must not be lost from now on: to be called when it is written. */
function acknowledge({ history }: TestAccess, one: Acknowledged): void {
  equal(history.state, { saving: true });
  tell({ type: 'acknowledged', one });
}

function random(below: number): number {
  return Math.floor(Math.random() * below);
}

async function doSomething(found: TestAccess): Promise<void> {
  const { conversations } = found;
  await showAny(found);
  const { id, turns } = conversations.current.conversation;
  const last = turns.at(-1);
  if (last !== undefined && random(8) === 0) {
    const title = crypto.randomUUID();
    await conversations.rename(id, title);
    acknowledge(found, { type: 'titled', conversation: id, title });
  } else if (last !== undefined && random(12) === 0) {
    await removeLast(found);
  } else {
    await ask(found);
  }
}

async function showAny({ history, conversations }: TestAccess): Promise<void> {
  const ids = (await history.list()).filter(({ turns }) => turns > 0).map(({ id }) => id);
  const id = ids.sort()[random(CONVERSATIONS)];
  if (id === undefined) {
    conversations.startNew();
  } else {
    await conversations.show(id);
  }
}

async function ask(found: TestAccess): Promise<void> {
  const { conversations } = found,
    { current: session } = found.conversations;
  const text = `Question ${crypto.randomUUID()}`;
  const problem = await found.pipeline.send({ text, attachments: [] });
  if (problem !== undefined) {
    // Another window may have begun to write there.
    return;
  }
  const conversation = session.conversation.id;
  const question = session.conversation.turns.find((turn) => turn.kind === 'user' && turn.text === text)?.id;
  if (question === undefined) {
    return;
  }
  let told: string | undefined;
  for (;;) {
    const { turns } = session.conversation;
    const reply = turns[turns.findIndex(({ id }) => id === question) + 1];
    await conversations.flush();
    if (reply?.kind !== 'assistant' || !turns.some(({ id }) => id === question)) {
      // Another window has taken it out.
      return;
    }
    const { text: written } = reply;
    const isEnd = reply.status === 'finished';
    if (isEnd || written !== told) {
      told = written;
      acknowledge(found, { type: 'asked', conversation, question, reply: reply.id, text: written, isEnd });
    }
    if (reply.status !== 'waiting' && reply.status !== 'streaming') {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

async function removeLast(found: TestAccess): Promise<void> {
  const { conversations } = found,
    { current: session } = found.conversations;
  const { id: conversation, turns } = session.conversation;
  const question = turns.findLast(({ kind }) => kind === 'user');
  if (question === undefined) {
    return;
  }
  const start = turns.indexOf(question);
  const removed = turns.slice(start).map(({ id }) => id);
  // In a file: a line that is printed leaves the process some moments later, and it may be killed in between. The
  // service knows a question by its text.
  const removing: Removing = { conversation, turns: [...removed, question.text] };
  const bytes = new TextEncoder().encode(JSON.stringify(removing));
  await vscode.workspace.fs.writeFile(mark(`${REMOVING}${crypto.randomUUID()}`), bytes);
  if (session.remove(question.id) !== undefined) {
    await conversations.flush();
    for (const turn of removed) {
      acknowledge(found, { type: 'removed', conversation, turn });
    }
  }
}

async function tellReadings({ history }: TestAccess): Promise<void> {
  await history.refresh();
  for (const { id } of await history.list()) {
    const stored = await history.open(id);
    const bytes = new TextEncoder().encode(JSON.stringify(stored?.turns));
    const digest = [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].join();
    tell({ type: 'read', conversation: id, digest });
  }
}
