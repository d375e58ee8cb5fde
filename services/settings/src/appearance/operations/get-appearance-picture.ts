import { downloadAvatar } from '@forgemesh/data';
import { AppearanceServiceService } from '@forgemesh/proto/settings/v1/appearance';
import { downloadOperation } from '../../operation';
import { findAppearance, type PictureKind } from '../appearance.model';

/** Downloads a picture of the instance. */
export const getAppearancePicture = downloadOperation(
  AppearanceServiceService.getAppearancePicture,
  async ({ kind, file_name: fileName }, { deps }) => {
    const appearance = await findAppearance(deps.appearances);
    return downloadAvatar(deps.pictureFiles, appearance[kind as PictureKind], fileName);
  },
);
