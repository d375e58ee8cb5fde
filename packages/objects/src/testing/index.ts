/** For suites that start what an engine needs. */
import type { Registry } from 'prom-client';
import type { ObjectEngine } from '../engines';
import { createObjectMetrics, measureStore } from '../measure-store';
import type { ObjectStore } from '../object-store';

export { describeEngine, sha256Of, type EngineUnderTest } from './describe-engine';

/** Returns a store that measures its use, as those of services do. */
export function measured(store: ObjectStore, engine: ObjectEngine, registry: Registry): ObjectStore {
  return measureStore(store, engine, createObjectMetrics(registry));
}
