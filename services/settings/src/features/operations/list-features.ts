import { operation, type Call } from '@forgemesh/rpc';
import { FeatureServiceDefinition } from '@forgemesh/proto/settings/v1/feature';
import { presentFeature } from '../feature.entity';
import type { FeatureDocument } from '../feature.model';
import type { FeaturesDeps } from '../deps';

/** Lists all feature flags by name. */
export const listFeatures = operation(
  FeatureServiceDefinition.listFeatures,
  async (_request, { deps }: Call<FeaturesDeps>) => {
    const features = await deps.features.model.find().sort({ name: 1 }).lean<FeatureDocument[]>();
    return { features: features.map(presentFeature) };
  },
);
