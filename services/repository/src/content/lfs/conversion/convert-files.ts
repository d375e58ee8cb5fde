/**
 * Commits of the API obey the attributes files like those of the client: the content of a large
 * file becomes an object, and the commit contains its pointer.
 */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { BadRequestError } from '@forgemesh/errors';
import { buildPointer, type CommitAction, type GitClient, parsePointer } from '@forgemesh/git-engine';
import type { Call } from '@forgemesh/rpc';
import type { LfsDeps } from '../deps';
import { limitRefusal } from '../objects/check-limits';
import { findLinked } from '../objects/link-objects';
import { storeObject } from '../objects/store-object';
import { type CommitChange, findLargePaths } from './find-large-paths';

type Deps = Pick<LfsDeps, 'objects' | 'uploadRecords' | 'lfsLinks' | 'lfsLimits' | 'measurements' | 'settings'> & {
  git: GitClient;
};

/** Bytes that are hashed at once: a few milliseconds of work. */
const PIECE = 1024 * 1024;

/** Replaces the contents of large files in a commit that is being built. */
export type ConvertFiles = (change: CommitChange) => Promise<readonly CommitAction[]>;

/** Stores the contents of large files that commits of the API contain. */
export interface LargeFiles {
  /**
   * Creates the conversion for a commit of an operation. It throws BadRequestError if a content is
   * larger than the instance or the project may store, and DiskError if there is no space for it.
   */
  createConversion(call: Call<unknown>): ConvertFiles;
}

/** Creates the functions. */
export function createLargeFiles(deps: Deps): LargeFiles {
  return {
    createConversion(call) {
      const { id: project_id, features } = call.resource();
      if (features['lfs'] === 'disabled') return ({ actions }) => Promise.resolve(actions);
      // A commit is built again if its branch has moved.
      const pointers = new Map<CommitAction, Buffer>();
      const { tier } = call.context;
      return async (change) => {
        if (!change.actions.some(hasContent)) return change.actions;
        const large = await findLargePaths(deps.git, change);
        const converted: CommitAction[] = [];
        for (const action of change.actions) {
          const isLarge = large.has(action.file_path) && hasContent(action);
          converted.push(isLarge ? await convert(deps, { project_id, tier }, { action, pointers }) : action);
        }
        return converted;
      };
    },
  };
}

/** An action that writes content. */
type WritingAction = Extract<CommitAction, { content?: Uint8Array }> & { content: Uint8Array };

/** An empty file stays as it is, as with the client. */
function hasContent(action: CommitAction): action is WritingAction {
  return 'content' in action && action.content !== undefined && action.content.length > 0;
}

async function convert(
  deps: Deps,
  project: { project_id: number; tier: number },
  { action, pointers }: { action: WritingAction; pointers: Map<CommitAction, Buffer> },
): Promise<CommitAction> {
  const { buffer, byteOffset, byteLength } = action.content;
  const content = Buffer.from(buffer, byteOffset, byteLength);
  if (parsePointer(content)) return action;
  const pointer = pointers.get(action) ?? (await store(deps, project, content));
  pointers.set(action, pointer);
  return { ...action, content: pointer };
}

/** Stores a content; returns its pointer. */
async function store(deps: Deps, project: { project_id: number; tier: number }, content: Buffer): Promise<Buffer> {
  const { maxObjectBytes } = deps.lfsLimits;
  const size = content.length;
  if (maxObjectBytes > 0 && size > maxObjectBytes)
    throw new BadRequestError(`A large file has at most ${maxObjectBytes} bytes`);
  const hash = createHash('sha256');
  for await (const piece of piecesOf(content)) hash.update(piece);
  const oid = hash.digest('hex');
  const linked = await findLinked(deps, project.project_id, [oid]);
  if (!linked.has(oid)) {
    const refusal = await limitRefusal(deps, project, size);
    if (refusal !== null) throw new BadRequestError(refusal);
    await storeObject(deps, project.project_id, { oid, size }, piecesOf(content));
  }
  return buildPointer({ oid, size });
}

/** The event loop is free between the pieces. */
async function* piecesOf(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += PIECE) {
    yield content.subarray(at, at + PIECE);
    await setImmediate();
  }
}
