import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DEFLATED = 8;

/** Reads an archive of less than 4 GB, such as a VSIX. Returns the content of each file by its path, in their order. */
export function readZip(archive: Buffer): Map<string, Buffer> {
  let end = archive.length - 22;
  while (end >= 0 && archive.readUInt32LE(end) !== END_OF_DIRECTORY) {
    end -= 1;
  }
  if (end < 0) {
    throw new Error('This is no ZIP archive');
  }
  const files = new Map<string, Buffer>();
  let entry = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    const nameEnd = entry + 46 + archive.readUInt16LE(entry + 28);
    const local = archive.readUInt32LE(entry + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const stored = archive.subarray(start, start + archive.readUInt32LE(entry + 20));
    const isDeflated = archive.readUInt16LE(entry + 10) === DEFLATED;
    files.set(archive.toString('utf8', entry + 46, nameEnd), isDeflated ? inflateRawSync(stored) : stored);
    entry = nameEnd + archive.readUInt16LE(entry + 30) + archive.readUInt16LE(entry + 32);
  }
  return files;
}
