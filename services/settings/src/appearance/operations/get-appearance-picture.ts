import { downloadAvatar } from '@forgemesh/data';
import { AppearanceServiceDefinition } from '@forgemesh/proto/settings/v1/appearance';
import { downloadOperation } from '#operation';
import { findAppearance, type PictureKind } from '../appearance.model';

/** Downloads an image of the instance. */
export const getAppearancePicture = downloadOperation(
  AppearanceServiceDefinition.getAppearancePicture,
  async ({ kind, file_name: fileName }, { deps }) => {
    const appearance = await findAppearance(deps.appearances);
    return downloadAvatar(deps.pictureFiles, appearance[kind as PictureKind], fileName);
  },
);
