import { operation, type Call } from '@forgemesh/rpc';
import { FeatureServiceDefinition } from '@forgemesh/proto/settings/v1/feature';
import type { FeatureDocument } from '../feature.model';
import type { FeaturesDeps } from '../deps';

/** Deletes a feature flag if it exists. */
export const deleteFeature = operation(
  FeatureServiceDefinition.deleteFeature,
  async ({ name }, { deps, principal }: Call<FeaturesDeps>) => {
    const feature = await deps.features.model.findOne({ name }).lean<FeatureDocument>();
    if (feature) await deps.features.remove(feature, { type: 'settings.feature.deleted', actor: principal.id });
    return {};
  },
);
