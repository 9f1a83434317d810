import type * as vscode from 'vscode';
import { joinBytes } from '../../../base/joinBytes.ts';
import { SerialQueue } from '../../../base/serialQueue.ts';
import { unless } from '../../unless.ts';
import { segmentName } from './historyNames.ts';
import { childOf, type SegmentFileSystem } from './segmentFileSystem.ts';

/** In bytes: a segment that has reached it grows no more, so that what is written for a reply stays in proportion. */
const LARGE = 32_000;

/**
 * Writes the segments of one conversation and one writer. What must be durable ends a segment, which is never touched
 * again; so the question, which comes after a reply's end, has one of its own.
 */
export class SegmentWriter {
  readonly #fs: SegmentFileSystem;
  readonly #folder: vscode.Uri;
  readonly #conversation: string;
  readonly #writer: string;
  readonly #queue = new SerialQueue();
  #number = 0;
  /** Never used twice, not after a failure either: perhaps some of it was written. */
  #version = 0;
  /** What the segment holds that still grows; `undefined` where the next bytes begin one. */
  #growing: Uint8Array | undefined;
  /** Names of what later versions hold. */
  #superseded: readonly string[] = [];

  constructor(fs: SegmentFileSystem, folder: vscode.Uri, conversation: string, writer: string) {
    this.#fs = fs;
    this.#folder = folder;
    this.#conversation = conversation;
    this.#writer = writer;
  }

  /** Adds bytes; where it rejects, none of them count as added. */
  append(bytes: Uint8Array, durable: boolean): Promise<void> {
    return this.#queue.add(() => this.#append(bytes, durable));
  }

  async #append(bytes: Uint8Array, durable: boolean): Promise<void> {
    const number = this.#growing === undefined ? this.#number + 1 : this.#number;
    const whole = joinBytes([this.#growing ?? new Uint8Array(), bytes]);
    this.#version += 1;
    const name = segmentName(this.#conversation, this.#writer, number, this.#version);
    const before = this.#superseded;
    // Whether or not this succeeds, the next version holds it.
    this.#superseded = [...before, name];
    await this.#fs.writeFile(childOf(this.#folder, name), whole);
    this.#number = number;
    const isFull = durable || whole.length >= LARGE;
    this.#growing = isFull ? undefined : whole;
    this.#superseded = isFull ? [] : [name];
    for (const old of before) {
      await this.#remove(old);
    }
  }

  /** What can't be removed stays until the next time: it says nothing else than what is there. */
  async #remove(name: string): Promise<void> {
    try {
      await unless('FileNotFound', this.#fs.delete(childOf(this.#folder, name)), undefined);
    } catch {
      this.#superseded = [...this.#superseded, name];
    }
  }
}
