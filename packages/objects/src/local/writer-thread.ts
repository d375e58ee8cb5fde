/**
 * The thread that writes files. Hashing and writing a megabyte takes a millisecond, in which the
 * event loop of the process receives the next one.
 */
import { createHash, type Hash } from 'node:crypto';
import { closeSync, fdatasync, openSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { answerRequests } from '@forgemesh/threads';
import type { WriteRequest, WriteResponse } from './write-messages';

/**
 * Maximum size of a write. The file system takes contiguous memory for each, and that of larger
 * ones may take it five times as long to find as to copy them.
 */
const WRITE_BYTES = 64 * 1024;

/**
 * Bytes of a file after which they are synced while more arrive: those of a large file would take
 * seconds at its end.
 */
const SYNC_BYTES = 32 * 1024 * 1024;

const syncDescriptor = promisify(fdatasync);

interface OpenFile {
  descriptor: number;
  hash: Hash;
  /** Bytes since the last sync began. */
  unsynced: number;
  /** The last sync before the end of the file, which reports each failure to write only once. */
  synced: Promise<void>;
  isSyncing: boolean;
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
}: Extract<WriteRequest, { kind: 'write' }>): Promise<WriteResponse> {
  const opened = openFile(file);
  const { descriptor, hash } = opened;
  const content = new Uint8Array(bytes, 0, length);
  hash.update(content);
  for (let at = 0; at < length;) at += writeSync(descriptor, content, at, Math.min(WRITE_BYTES, length - at));
  opened.unsynced += length;
  if (sha256 === undefined) {
    if (opened.unsynced >= SYNC_BYTES && !opened.isSyncing) startSync(opened);
    return false;
  }
  if (hash.digest('hex') !== sha256) return false;
  await opened.synced;
  await syncDescriptor(descriptor);
  close(file);
  return true;
}

/** After a failure, `isSyncing` stays: the end of the file reports it. */
function startSync(opened: OpenFile): void {
  opened.unsynced = 0;
  opened.isSyncing = true;
  opened.synced = syncDescriptor(opened.descriptor).then(() => {
    opened.isSyncing = false;
  });
  opened.synced.catch(() => undefined);
}

function openFile(file: string): OpenFile {
  let opened = openFiles.get(file);
  if (!opened) {
    opened = {
      descriptor: openSync(file, 'wx', 0o400),
      hash: createHash('sha256'),
      unsynced: 0,
      synced: Promise.resolve(),
      isSyncing: false,
    };
    openFiles.set(file, opened);
  }
  return opened;
}

async function discard(file: string): Promise<WriteResponse> {
  await openFiles.get(file)?.synced.catch(() => undefined);
  close(file);
  return false;
}

function close(file: string): void {
  const opened = openFiles.get(file);
  if (!opened) return;
  openFiles.delete(file);
  closeSync(opened.descriptor);
}
