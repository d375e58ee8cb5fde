/** Audited actions of the events of the geo service. */
import { instanceReader, LIFECYCLE, type Readers, readersFor } from './action-builders';

/** Readers by event type. */
export const geoReaders: Readers = {
  ...readersFor('geo.node', [...LIFECYCLE, 'credentials_shown', 'repaired'], instanceReader('geo_node', 'GeoNode')),
};
