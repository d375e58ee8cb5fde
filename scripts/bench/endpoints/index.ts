// All endpoints in the order in which they are measured: endpoints that change the fixture come
// last.

import { collaboration } from './collaboration.ts';
import { reads } from './reads.ts';
import { transport } from './transport.ts';
import { writes } from './writes.ts';
import type { Fixture } from '../fixture/index.ts';

export { get } from './endpoint.ts';

/** @param folder for files of the git clients */
export function allEndpoints(fixture: Fixture, folder: string) {
  return [...reads(fixture), ...collaboration(fixture), ...writes(fixture), ...transport(fixture, folder)];
}
