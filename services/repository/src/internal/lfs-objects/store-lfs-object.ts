import { BadRequestError } from '@forgemesh/errors';
import { ContentMismatchError } from '@forgemesh/objects';
import { uploadOperation, type Call } from '@forgemesh/rpc';
import { LfsObjectServiceDefinition } from '@forgemesh/proto/repository/v1/lfs_object';
import { oidText, storeObject } from '#content/lfs';
import type { InternalLfsObjectsDeps } from './deps';

/** Stores an object and links it to a project. */
export const storeLfsObject = uploadOperation(
  LfsObjectServiceDefinition.storeLfsObject,
  async ({ project_id, oid, size }, content, { deps }: Call<InternalLfsObjectsDeps>) => {
    if (!oidText.test(oid)) throw new BadRequestError('it is not named by a SHA-256');
    const { maxObjectBytes } = deps.lfsLimits;
    if (maxObjectBytes > 0 && size > maxObjectBytes)
      throw new BadRequestError(`it is larger than ${maxObjectBytes} bytes`);
    try {
      await storeObject(deps, project_id, { oid, size }, content);
    } catch (error) {
      if (!(error instanceof ContentMismatchError)) throw error;
      throw new BadRequestError(`the ${error.difference} of its content is another one`, { cause: error });
    }
    return {};
  },
);
