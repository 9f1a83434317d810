import { displayPath } from '../../displayPath.ts';
import type { Readable } from '../readingDoor.ts';
import { type CaptureResult, newAttachmentId } from './captureResult.ts';

/** @param encoding of an earlier read */
export async function captureFile(
  file: Readable,
  kind: 'file' | 'instructions' = 'file',
  encoding?: string,
): Promise<CaptureResult> {
  const read = await file.readText(encoding);
  return 'error' in read
    ? read
    : {
        id: newAttachmentId(),
        kind,
        path: displayPath(file.uri),
        ...read,
        uri: file.uri.toString(),
        identity: file.identity,
      };
}
