import { operation, type Call } from '@forgemesh/rpc';
import { AppearanceServiceDefinition } from '@forgemesh/proto/settings/v1/appearance';
import { presentAppearance } from '../appearance.entity';
import { findAppearance } from '../appearance.model';
import type { AppearanceDeps } from '../deps';

/** Gets the appearance of the instance. */
export const getAppearance = operation(
  AppearanceServiceDefinition.getAppearance,
  async (_request, { deps }: Call<AppearanceDeps>) => presentAppearance(await findAppearance(deps.appearances)),
);
