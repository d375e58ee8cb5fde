import { FeatureServiceDefinition } from '@forgemesh/proto/settings/v1/feature';
import { operation } from '#operation';
import { presentFeature } from '../feature.entity';
import type { FeatureDocument } from '../feature.model';

/** Lists all feature flags by name. */
export const listFeatures = operation(FeatureServiceDefinition.listFeatures, async (_request, { deps }) => {
  const features = await deps.features.model.find().sort({ name: 1 }).lean<FeatureDocument[]>();
  return { features: features.map(presentFeature) };
});
