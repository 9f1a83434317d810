import type { FromWorker, ToWorker } from './messages.ts';
import { TokenizationQueue } from './tokenizationQueue.ts';

/** A worker's global scope. `tsconfig.json` declares only the window's, for the rest of the panel. */
const scope = globalThis as unknown as {
  postMessage(message: FromWorker): void;
  onmessage: (event: { data: ToWorker }) => void;
};

const queue = new TokenizationQueue((message) => scope.postMessage(message));
let isWorking = false;

/** Yields between slices to receive messages: text of other blocks, or that a block was closed. */
function work(): void {
  isWorking = queue.runSlice(() => performance.now());
  if (isWorking) {
    setTimeout(work);
  }
}

scope.onmessage = ({ data }) => {
  queue.handleMessage(data);
  if (!isWorking) {
    isWorking = true;
    setTimeout(work);
  }
};
