/**
 * The thread that writes files. Hashing and writing a megabyte takes a millisecond, in which the
 * event loop of the process receives the next one.
 */
import { createHash, type Hash } from 'node:crypto';
import { closeSync, fsync, openSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { type Answer, answerRequests } from '@forgemesh/threads';
import type { WriteRequest, WriteResponse } from './write-messages';

/**
 * Maximum size of a write. The file system takes contiguous memory for each, and that of larger
 * ones may take it five times as long to find as to copy them.
 */
const WRITE_BYTES = 64 * 1024;

const syncDescriptor = promisify(fsync);

interface OpenFile {
  descriptor: number;
  hash: Hash;
}

const openFiles = new Map<string, OpenFile>();

answerRequests<WriteRequest, WriteResponse>((request) =>
  request.kind === 'write' ? write(request) : discard(request.file),
);

async function write({
  file,
  bytes,
  length,
  sha256,
}: Extract<WriteRequest, { kind: 'write' }>): Promise<Answer<WriteResponse>> {
  const { descriptor, hash } = openFile(file);
  const content = new Uint8Array(bytes, 0, length);
  hash.update(content);
  for (let at = 0; at < length;) at += writeSync(descriptor, content, at, Math.min(WRITE_BYTES, length - at));
  let isVerified = false;
  if (sha256 !== undefined && hash.digest('hex') === sha256) {
    await syncDescriptor(descriptor);
    close(file);
    isVerified = true;
  }
  return { response: { bytes, isVerified }, transfer: [bytes] };
}

function openFile(file: string): OpenFile {
  let opened = openFiles.get(file);
  if (!opened) {
    opened = { descriptor: openSync(file, 'wx', 0o400), hash: createHash('sha256') };
    openFiles.set(file, opened);
  }
  return opened;
}

function discard(file: string): Answer<WriteResponse> {
  close(file);
  return { response: { bytes: undefined, isVerified: false } };
}

function close(file: string): void {
  const opened = openFiles.get(file);
  if (!opened) return;
  openFiles.delete(file);
  closeSync(opened.descriptor);
}
