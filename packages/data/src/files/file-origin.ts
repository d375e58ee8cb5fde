/** RPCs by which a service hands its files to a replica. */
import { FileOriginServiceDefinition } from '@forgemesh/proto/api/v1/file_origin';
import type { Model, QueryFilter } from 'mongoose';
import { BadRequestError, ForbiddenError, NotFoundError } from '@forgemesh/errors';
import type { FileStore } from './file-store';
import { downloadOperation, internalOperation, type BoundOperation, type Call } from '@forgemesh/rpc';

/** A file as its service stores it. */
export interface OriginalFile {
  /** Id of the content in the file store. */
  content: string;
  name: string;
  /** Unguessable part of its URL; empty if it has none. */
  secret: string;
  /** Id of the owner. */
  belongs_to: number;
  expires_at: Date | null;
}

/** Files of one kind. */
export interface FileKind<Deps> {
  store(deps: Deps): FileStore;
  /**
   * Returns ids in ascending order: those greater than `after`, at most `limit`, and only those of
   * one owner unless `belongsTo` is 0.
   */
  ids(deps: Deps, range: { after: number; limit: number; belongsTo: number }): Promise<number[]>;
  find(deps: Deps, id: number): Promise<OriginalFile | null>;
  count(deps: Deps): Promise<number>;
}

/**
 * Creates the RPCs by which files are copied, for a service with files of these kinds. They are
 * refused unless `isReplicated`: without replicas, nobody needs them.
 */
export function fileOriginOperations<Deps>(
  kinds: Record<string, FileKind<Deps>>,
  isReplicated: (deps: Deps) => boolean,
): BoundOperation<Deps>[] {
  const assertReplicated = (deps: Deps): void => {
    if (!isReplicated(deps)) throw new ForbiddenError('no node of a replicated instance is registered');
  };
  const kindOf = (deps: Deps, name: string): FileKind<Deps> => {
    assertReplicated(deps);
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (!kind) throw new BadRequestError('this service has no files of this kind');
    return kind;
  };
  return [
    internalOperation(
      FileOriginServiceDefinition.listFileIds,
      async ({ kind, after_id: after, limit, belongs_to: belongsTo }, { deps }: Call<Deps>) => ({
        ids: await kindOf(deps, kind).ids(deps, { after, limit, belongsTo }),
      }),
    ),
    internalOperation(
      FileOriginServiceDefinition.getFileState,
      async ({ kind: name, id, known_content: knownContent }, { deps }: Call<Deps>) => {
        const kind = kindOf(deps, name);
        const file = await kind.find(deps, id);
        if (!file) return { found: false, content: '', name: '', secret: '', belongs_to: 0 };
        const checksum = file.content === knownContent ? null : await kind.store(deps).checksum(file.content);
        return {
          ...file,
          found: true,
          expires_at: file.expires_at?.toISOString(),
          checksum: checksum ?? undefined,
        };
      },
    ),
    downloadOperation(
      FileOriginServiceDefinition.downloadFile,
      async ({ kind: name, id, content }, { deps }: Call<Deps>) => {
        const kind = kindOf(deps, name);
        const file = await kind.find(deps, id);
        const opened = file?.content === content ? await kind.store(deps).open(content) : null;
        if (!opened) throw new NotFoundError();
        return { headers: { 'Content-Type': 'application/octet-stream' }, content: opened.content };
      },
    ),
    internalOperation(FileOriginServiceDefinition.countFiles, async (_request, { deps }: Call<Deps>) => {
      assertReplicated(deps);
      const counts = await Promise.all(Object.values(kinds).map((kind) => kind.count(deps)));
      return { count: counts.reduce((sum, count) => sum + count, 0) };
    }),
  ];
}

/** Avatars of the documents of a collection, each under the id of its document. */
export function avatarKind<Deps>(
  store: (deps: Deps) => FileStore,
  modelOf: (deps: Deps) => Model<never>,
): FileKind<Deps> {
  type AvatarOwner = { _id: number; avatar?: { name: string; file: string } | null };
  const model = (deps: Deps): Model<AvatarOwner> => modelOf(deps) as unknown as Model<AvatarOwner>;
  // Matches the sparse index.
  const hasAvatar = { 'avatar.file': { $gt: '' } } as QueryFilter<AvatarOwner>;
  return {
    store,
    async ids(deps, { after, limit, belongsTo }) {
      const range = { _id: { $gt: after, ...(belongsTo !== 0 && { $eq: belongsTo }) }, ...hasAvatar };
      const found = await model(deps)
        .find(range, { _id: 1 }, { sort: { _id: 1 }, limit })
        .lean<AvatarOwner[]>();
      return found.map(({ _id }) => _id);
    },
    async find(deps, id) {
      const found = await model(deps).findById(id, { avatar: 1 }).lean<AvatarOwner>();
      if (!found?.avatar) return null;
      return { content: found.avatar.file, name: found.avatar.name, secret: '', belongs_to: id, expires_at: null };
    },
    count: (deps) => model(deps).countDocuments(hasAvatar).exec(),
  };
}
