import { operation, type Call } from '@forgemesh/rpc';
import { PageSettingsServiceDefinition } from '@forgemesh/proto/settings/v1/page_settings';
import { findSettings } from '../settings.model';
import { valueOf } from '../stored-values';
import type { SettingName } from '../settings.table';
import type { ApplicationSettingsDeps } from '../deps';

/** Gets the settings of the web pages. */
export const getPageSettings = operation(
  PageSettingsServiceDefinition.getPageSettings,
  async (_request, { deps }: Call<ApplicationSettingsDeps>) => {
    const { values } = await findSettings(deps.store);
    const value = (name: SettingName): unknown => valueOf(values, name, deps);
    return {
      sourcegraph_url: value('sourcegraph_enabled') ? (value('sourcegraph_url') as string) : null,
      sourcegraph_public_only: value('sourcegraph_public_only') as boolean,
    };
  },
);
