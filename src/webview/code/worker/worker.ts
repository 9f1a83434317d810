import type { FromWorker, ToWorker } from './messages.ts';
import { TokenizationQueue } from './tokenizationQueue.ts';

/** What a worker's global object has; the rest of the panel knows the window's alone. */
const scope = globalThis as unknown as {
  postMessage(message: FromWorker): void;
  onmessage: (event: { data: ToWorker }) => void;
};

const queue = new TokenizationQueue((message) => scope.postMessage(message));
let isWorking = false;

/** Between slices the worker hears what is new: text of other blocks, or that the work is no longer wanted. */
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
