import { operation, type Call } from '@forgemesh/rpc';
import { changesOf, isDuplicateKey } from '@forgemesh/data';
import { UnavailableError, ValidationError } from '@forgemesh/errors';
import { FeatureServiceDefinition } from '@forgemesh/proto/settings/v1/feature';
import { changeGates, closedGates, readGateValue, type Gates } from '../feature-change';
import { resolveTargets } from '../feature-targets';
import { presentFeature } from '../feature.entity';
import type { FeatureDocument } from '../feature.model';
import type { FeaturesDeps } from '../deps';

/** The list of flags is not paged. */
const MAX_FEATURES = 1000;
const MAX_MEMBERS = 10_000;
const MAX_TRIES = 3;

/** Sets a feature flag, and creates it if it does not exist. */
export const setFeature = operation(FeatureServiceDefinition.setFeature, async (request, call: Call<FeaturesDeps>) => {
  const value = readGateValue(request.value);
  const targets = await resolveTargets(call, request);
  const key = request.key === 'percentage_of_actors' ? request.key : 'percentage_of_time';
  return presentFeature(await store(call, request.name, (gates) => changeGates(gates, value, { key, targets })));
});

async function store(
  call: Call<FeaturesDeps>,
  name: string,
  change: (gates: Gates) => Gates,
): Promise<FeatureDocument> {
  const { features } = call.deps;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const existing = await features.model.findOne({ name }, { _id: 1 }).lean();
    const stored = existing ? await update(call, existing._id, change) : await create(call, name, change(closedGates));
    // Another request created or deleted the flag concurrently.
    if (stored) return stored;
  }
  throw new UnavailableError('The feature changes too quickly, try again');
}

function update({ deps, principal }: Call<FeaturesDeps>, id: number, change: (gates: Gates) => Gates) {
  return deps.features.mutate(id, (current) => {
    const { boolean, percentage_of_actors, percentage_of_time, actors, groups } = current;
    const set = change({ boolean, percentage_of_actors, percentage_of_time, actors, groups });
    if (set.actors.length > MAX_MEMBERS) throw new ValidationError({ actors: [`are limited to ${MAX_MEMBERS}`] });
    if (set.groups.length > MAX_MEMBERS) throw new ValidationError({ groups: [`are limited to ${MAX_MEMBERS}`] });
    const changes = changesOf(current, set);
    if (Object.keys(changes).length === 0) return null;
    return { set, events: [{ type: 'settings.feature.updated', actor: principal.id, changes }] };
  });
}

/** Creates the flag. Null if another request created it first. */
async function create(
  { deps, principal }: Call<FeaturesDeps>,
  name: string,
  gates: Gates,
): Promise<FeatureDocument | null> {
  const { features } = deps;
  if ((await features.model.estimatedDocumentCount()) >= MAX_FEATURES) {
    throw new ValidationError({ base: [`Number of features is limited to ${MAX_FEATURES}`] });
  }
  try {
    const event = { type: 'settings.feature.created' as const, actor: principal.id };
    return await features.insert({ _id: await features.nextId(), name, ...gates }, [event]);
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}
