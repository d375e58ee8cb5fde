import { internalOperation, type Call } from '@forgemesh/rpc';
import { LfsObjectServiceDefinition } from '@forgemesh/proto/repository/v1/lfs_object';
import type { InternalLfsObjectsDeps } from './deps';

/** Counts the objects of all projects. */
export const countLfsObjects = internalOperation(
  LfsObjectServiceDefinition.countLfsObjects,
  async (_request, { deps: { lfsLinks } }: Call<InternalLfsObjectsDeps>) => ({
    count: await lfsLinks.estimatedDocumentCount(),
  }),
);
