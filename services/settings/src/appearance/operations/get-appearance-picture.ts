import { downloadOperation, type Call } from '@forgemesh/rpc';
import { downloadAvatar } from '@forgemesh/data';
import { AppearanceServiceDefinition } from '@forgemesh/proto/settings/v1/appearance';
import { findAppearance, type PictureKind } from '../appearance.model';
import type { AppearanceDeps } from '../deps';

/** Downloads an image of the instance. */
export const getAppearancePicture = downloadOperation(
  AppearanceServiceDefinition.getAppearancePicture,
  async ({ kind, file_name: fileName }, { deps }: Call<AppearanceDeps>) => {
    const appearance = await findAppearance(deps.appearances);
    return downloadAvatar(deps.pictureFiles, appearance[kind as PictureKind], fileName);
  },
);
