import { BadRequestError, NotFoundError } from '@forgemesh/errors';
import { downloadOperation, type Call } from '@forgemesh/rpc';
import { ReplicaServiceDefinition } from '@forgemesh/proto/repository/v1/replica';
import { oidText } from '#content/lfs';
import type { InternalReplicasDeps } from './deps';

/** Downloads a pack, or a list of refs, from the object store. */
export const downloadPack = downloadOperation(
  ReplicaServiceDefinition.downloadPack,
  async ({ sha256 }, { deps }: Call<InternalReplicasDeps>) => {
    if (!oidText.test(sha256)) throw new BadRequestError('it is not named by a SHA-256');
    const opened = await deps.packsDeps.packStore.openStored(sha256);
    if (!opened) throw new NotFoundError('Pack');
    return { headers: { 'Content-Length': String(opened.size) }, content: opened.content };
  },
);
