import { AppearanceServiceDefinition } from '@forgemesh/proto/settings/v1/appearance';
import { operation } from '#operation';
import { presentAppearance } from '../appearance.entity';
import { findAppearance } from '../appearance.model';

/** Gets the appearance of the instance. */
export const getAppearance = operation(AppearanceServiceDefinition.getAppearance, async (_request, { deps }) =>
  presentAppearance(await findAppearance(deps.appearances)),
);
