/**
 * Every operation of the git layer, by name. To add one: write its file and add its line here; the client follows.
 * Names are unique over both lists.
 */
import type { Operation, StreamOperation } from './worker/context';
import { blobInfo } from './blob/blob-info';
import { readBlob } from './blob/read-blob';
import { streamBlob } from './blob/stream-blob';
import { findRef } from './refs/find-ref';
import { getHead } from './refs/get-head';
import { listRefs } from './refs/list-refs';
import { getTag, listTags } from './refs/list-tags';
import { resolveRevision } from './refs/resolve-revision';

export const operations = {
  blobInfo,
  readBlob,
  findRef,
  getHead,
  listRefs,
  listTags,
  getTag,
  resolveRevision,
} satisfies Record<string, Operation<never, unknown>>;

export const streamOperations = {
  streamBlob,
} satisfies Record<string, StreamOperation<never, unknown>>;

export type Operations = typeof operations;
export type StreamOperations = typeof streamOperations;
