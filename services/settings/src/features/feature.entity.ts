/** Presents feature flags. */
import type { ResponseOf } from '@forgemesh/rpc';
import type { Feature } from '@forgemesh/proto/settings/v1/feature';
import type { FeatureDocument } from './feature.model';

const optionalGates = ['percentage_of_actors', 'percentage_of_time', 'actors', 'groups'] as const;
const ALL_PERCENT = 100;

/** Presents a flag. The boolean gate is always included, other gates only if they are set. */
export function presentFeature(feature: FeatureDocument): ResponseOf<Feature> {
  const set = optionalGates.filter((key) => isSet(feature[key]));
  const gates = [{ key: 'boolean', value: feature.boolean }, ...set.map((key) => ({ key, value: feature[key] }))];
  return { name: feature.name, state: stateOf(feature, set.length > 0), gates };
}

function stateOf(feature: FeatureDocument, hasGates: boolean): string {
  const { boolean: isOn, percentage_of_actors: actors, percentage_of_time: time } = feature;
  if (isOn || actors === ALL_PERCENT || time === ALL_PERCENT) return 'on';
  return hasGates ? 'conditional' : 'off';
}

function isSet(gate: number | string[]): boolean {
  return typeof gate === 'number' ? gate > 0 : gate.length > 0;
}
