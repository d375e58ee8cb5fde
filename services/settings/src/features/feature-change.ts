/** Computes the gates of a feature flag from a value and targets. */
import { InvalidParameterError } from '@forgemesh/errors';
import type { FeatureDocument } from './feature.model';
import type { Targets } from './feature-targets';

/** Gates of a flag. */
export type Gates = Pick<
  FeatureDocument,
  'boolean' | 'percentage_of_actors' | 'percentage_of_time' | 'actors' | 'groups'
>;

/** Gates of a flag that is off. */
export const closedGates: Gates = {
  boolean: false,
  percentage_of_actors: 0,
  percentage_of_time: 0,
  actors: [],
  groups: [],
};

const MAX_PERCENTAGE = 100;

/**
 * Parses a value. `0` is false. Throws InvalidParameterError unless it is a boolean or a
 * percentage.
 */
export function readGateValue(text: string): boolean | number {
  const value = text.trim().toLowerCase();
  if (value === 'true') return true;
  if (value === 'false') return false;
  const percentage = /^\d{1,3}(\.\d{1,6})?$/.test(value) ? Number(value) : Number.NaN;
  if (Number.isNaN(percentage) || percentage > MAX_PERCENTAGE) {
    throw new InvalidParameterError('value does not have a valid value');
  }
  return percentage === 0 ? false : percentage;
}

/** Returns the gates after a change. */
export function changeGates(
  gates: Gates,
  value: boolean | number,
  { key, targets }: { key: 'percentage_of_actors' | 'percentage_of_time'; targets: Targets | null },
): Gates {
  if (typeof value === 'number') return { ...gates, [key]: value };
  if (!targets) return { ...closedGates, boolean: value };
  const change = value ? add : subtract;
  return { ...gates, actors: change(gates.actors, targets.actors), groups: change(gates.groups, targets.groups) };
}

function add(members: string[], more: string[]): string[] {
  return [...new Set([...members, ...more])];
}

function subtract(members: string[], fewer: string[]): string[] {
  return members.filter((member) => !fewer.includes(member));
}
